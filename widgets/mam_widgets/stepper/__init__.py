"""The stepper: a record, move by move."""
