"""Settings for all tests."""

from __future__ import annotations

import signal

from commands import ineqsudoku as ineqsudoku
from hypothesis import HealthCheck, settings

# Machines are slow at times; no example is judged by the clock.
settings.register_profile("ineqsudoku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ineqsudoku")

# In the background of a script or under nohup, programs inherit signals that are ignored, and
# respect that.  Tests send signals to programs that do not ignore them.
for number, usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGTERM, signal.SIG_DFL),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)
