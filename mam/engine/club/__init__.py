"""The club player, readable: what it looks at, what it learned, and how it chooses."""
