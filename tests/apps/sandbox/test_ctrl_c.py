"""Ctrl-C ends a grade with all its sandboxes, also while the first one is tried."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from commands import PROGRAM
from interruptions import PATIENCE, Interruption
from puzzles import CONTEST
from sandboxes import needs_sandbox

MOMENTS = 24
"""How many moments are tried, from the making of the first folder until a program runs."""

LONGEST = 0.3
"""The seconds of this time."""


def processes_with(folder: Path) -> list[str]:
    """The processes that name a folder in their command, or have a mount from it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = process.joinpath("cmdline").read_bytes()
            seen = command + process.joinpath("mountinfo").read_bytes()
        except OSError:  # It has ended, or belongs to somebody else.
            continue
        if bytes(folder) in seen:
            found.append(command.decode(errors="replace"))
    return found


@needs_sandbox
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_ctrl_c_ends_a_grade_at_once(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """A grade that takes longer than a second ends without a message."""
    # Programs pass through the folder as another user, whom pytest's own folders keep out.
    with TemporaryDirectory(prefix="interrupted-") as top:
        monkeypatch.chdir(top)
        temporary = Path(top, "temporary")
        for folder in (Path(top), temporary):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o711)
        monkeypatch.setenv("TMPDIR", str(temporary))
        Path("tests").mkdir()
        Path("tests", "1.in").write_text(CONTEST)
        Path("endless.py").write_text("while True: pass")
        call = "grade --store runs --tests tests --time-limit 100 endless.py"
        interruption = Interruption(LONGEST * moment / MOMENTS, (signal.SIGINT,))
        ended = interruption.of(
            [*PROGRAM, *call.split()], ready=True, has_begun=lambda: any(temporary.iterdir())
        )
        assert ended.code == 130, ended.err
        assert ended.err.splitlines()[-1:] == ["interrupted"]
        assert [*temporary.iterdir()] == []
        deadline = time.monotonic() + PATIENCE
        while left := processes_with(temporary):
            assert time.monotonic() < deadline, left
            time.sleep(0.01)
        monkeypatch.undo()
