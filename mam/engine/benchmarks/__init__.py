"""How fast this machine plays and solves, beside other programs."""
