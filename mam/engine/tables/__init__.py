"""The rules as tables of numbers, and the compiled kernel that knows only those."""
