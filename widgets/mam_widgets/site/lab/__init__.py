"""`/lab/`: JupyterLite with the lessons and the exercises, and a kernel that has everything they import."""
