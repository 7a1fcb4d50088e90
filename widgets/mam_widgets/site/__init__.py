"""The site: the widgets as plain pages that need no installation, the documentation, and a front page, built by one command."""
