"""Settings for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import ineqsudoku as ineqsudoku
from hypothesis import HealthCheck, settings
from sandboxes import skip_if_missing

# Machines are slow at times; no example is judged by the clock.  CI draws the same examples in
# every run, so that what passed passes again; elsewhere, and in `nox -s attack`, they are random.
settings.register_profile(
    "thorough",
    max_examples=100,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=10)
settings.register_profile("long", settings.get_profile("thorough"), max_examples=1000)
settings.load_profile("quick")  # pytest --hypothesis-profile=thorough loads another one.

# In the background of a script or under nohup, programs inherit signals that are ignored, and
# respect that.  Tests send signals to programs that do not ignore them.
for number, usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGTERM, signal.SIG_DFL),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

# What a terminal's user prefers must not change what tests expect.
for name in (
    "COLUMNS",
    "LINES",
    "FORCE_COLOR",
    "NO_COLOR",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Where Python writes no bytecode, every program that a test starts would compile the package again.
# Workers of pytest-xdist inherit the folder.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Puts into a temporary folder whatever a program keeps for its user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.delenv(f"XDG_{name}_HOME", raising=False)
        yield


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Collects no garbage during a test of deep recursion, in which the finalizers of what other
    tests left behind would fail."""
    gc.disable()
    yield
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_if_missing(item)
