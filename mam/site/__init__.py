"""The site that needs nothing installed, as it is built."""
