"""Workers that see the files of the client read their pieces themselves, or notice that they
do not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from commands import Command
from puzzles import CONTEST, POJ_3074

import ineqsudoku as iq
from ineqsudoku.batch import ordered_map
from ineqsudoku.batch.shared_pieces import FileState, SharedPiece, Sharer, are_seen
from ineqsudoku.formats import stream

T = TypeVar("T")
V = TypeVar("V")

LINE = iq.read(CONTEST).signs
TEXTS = {
    "compact": f"{LINE}\n" * 40,
    "blank lines first": "\n \n" + f"{LINE}\n" * 40,
    "a mark of the encoding": "\ufeff" + f"{LINE}\n" * 40,
    "no end of the last line": f"{LINE}\n" * 40 + LINE,
    "other line ends": f"{LINE}\r\n" * 40,
    "wide signs": f"{LINE}\n" * 20 + LINE.replace("<", "＜") + "\n" + f"{LINE}\n" * 20,
    "contest": f"{CONTEST}\n" * 40,
    "plain": "\n".join([*POJ_3074] * 20),
    "titles": f"Sample 1\n{CONTEST}\n" * 40,
    "faults": f"{LINE}\n{LINE[:-1]}x\n" * 30,
}


@pytest.fixture(params=TEXTS.values(), ids=[*TEXTS])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is read in several pieces."""
    monkeypatch.setattr(stream, "CHUNK", 500)
    path = tmp_path / "a.in"
    path.write_bytes(request.param.encode())
    return path


def test_a_shared_piece_is_the_piece(path: Path) -> None:
    sharer = Sharer(str(path))
    with path.open("rb") as file:
        for piece in stream.pieces(file, str(path)):
            shared = sharer.shared(piece)
            assert shared is None or shared.read() == piece


@pytest.mark.parametrize("way", ["compact", "contest", "blank lines first"])
def test_pieces_of_usual_files_are_shared(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CHUNK", 500)
    path = tmp_path / "a.in"
    path.write_text(TEXTS[way])
    sharer = Sharer(str(path))
    with path.open("rb") as file:
        assert all(sharer.shared(piece) for piece in stream.pieces(file, str(path)))


def shared(path: Path) -> SharedPiece:
    with path.open("rb") as file:
        found = Sharer(str(path)).shared(next(stream.pieces(file, str(path))))
    assert found
    return found


def test_another_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.in"
    path.write_text(f"{LINE}\n" * 3)
    piece, state = shared(path), FileState.of(str(path))
    assert state
    assert piece.read()
    assert are_seen([state])
    path.write_text(f"{LINE}\n" * 2 + LINE.replace("<", ">") + "\n")
    os.utime(path, ns=(state.changed, state.changed))
    assert are_seen([state])
    assert piece.read() is None
    path.write_text(f"{LINE}\n" * 3)
    os.utime(path, ns=(state.changed, state.changed + 1))
    assert piece.read() is None
    assert not are_seen([state])
    path.unlink()
    assert piece.read() is None
    assert not are_seen([state])


class Elsewhere:
    """Workers that claim to see the files of the client; some of them do not."""

    def __init__(self, is_seen: Callable[[int], bool]) -> None:
        self.is_seen = is_seen

    def see(self, paths: Sequence[str]) -> bool:
        return bool(paths)

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        for number, argument in enumerate(arguments):
            with pytest.MonkeyPatch.context() as patch:
                if not self.is_seen(number):
                    patch.setattr(SharedPiece, "read", lambda _: None)
                value = function(argument)
            yield value


@pytest.mark.parametrize("is_seen", [lambda _: True, lambda _: False, lambda n: n % 3 > 0])
def test_whoever_sees_the_file_the_results_are_the_same(
    ineqsudoku: Command,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_seen: Callable[[int], bool],
) -> None:
    expected = ineqsudoku("solve", path)
    monkeypatch.setattr(ordered_map, "LocalProcesses", lambda _: Elsewhere(is_seen))
    assert ineqsudoku("solve", path) == expected


def test_a_file_that_changes_during_the_run_is_a_fault(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.in"
    path.write_text(f"{LINE}\n" * 3)
    monkeypatch.setattr(ordered_map, "LocalProcesses", lambda _: Elsewhere(lambda _: True))
    monkeypatch.setattr(SharedPiece, "read", lambda _: None)
    ran = ineqsudoku("solve", path)
    assert ran == (2, "", f"{path} was changed during the run\n")
