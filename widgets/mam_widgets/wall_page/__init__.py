"""The wall: a question for the whole class, large, its votes counted, its answer shown when the teacher says so: `mw.wall()`."""
