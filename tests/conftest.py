"""Settings for all tests."""

from __future__ import annotations

from commands import ineqsudoku as ineqsudoku
from hypothesis import HealthCheck, settings

# Machines are slow at times; no example is judged by the clock.
settings.register_profile("ineqsudoku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ineqsudoku")
