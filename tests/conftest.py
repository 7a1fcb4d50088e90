"""What all tests share: Hypothesis draws the same examples every time, and no clock decides."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mam", derandomize=True, deadline=None, max_examples=30, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mam")
