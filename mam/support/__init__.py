"""Help with files and text, nothing about cards: find `data/`, escape text for a terminal, read TOML with line numbers."""
