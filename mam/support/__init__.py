"""What has nothing to do with cards: where `data/` lies, text for a terminal, TOML whose errors name the line."""
