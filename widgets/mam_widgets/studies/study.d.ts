// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_study.py writes it again.
