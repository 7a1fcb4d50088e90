"""What `tools/measure.py` measures, one file each: `add_options` says what it takes, `run` prints the figures."""
