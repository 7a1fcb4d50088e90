"""Cases of the specimen hand are read by the rules as they are."""

from specimen_records import specimen_in_studies

__all__ = ["specimen_in_studies"]
