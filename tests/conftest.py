"""Settings for all tests."""

from __future__ import annotations

import signal

from commands import ineqsudoku as ineqsudoku
from hypothesis import HealthCheck, settings

# Machines are slow at times; no example is judged by the clock.
settings.register_profile("ineqsudoku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ineqsudoku")

# Who starts the tests in the background may have Ctrl-C ignored, and the programs that tests
# start and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
