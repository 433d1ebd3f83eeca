"""Tests to make packages of, and packages of them whose solutions were not run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER

import ineqsudoku as iq
from ineqsudoku.apps.package.options import TARGETS, table

OTHER = (
    "<<<<>>^vv^^^vv^><<<<<^^^vvv^vv><><<>>><><>v^^^^^vv^<>>"
    "><<vv^v^^^^v<<<>><<>><><^vvv^^^v^>>><><v^vv^v^^v>><><>"
)
"""A puzzle in another format."""

WITH_SUBTASKS = tuple(target for target in TARGETS if table(target).get("has_subtasks"))


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """Three tests; names have an order of numbers, one sample has a folder of its own."""
    folder = tmp_path / "tests"
    (folder / "sample").mkdir(parents=True)
    (folder / "sample" / "1.in").write_text(CONTEST)
    (folder / "sample" / "1.out").write_text(CONTEST_ANSWER)
    (folder / "10.in").write_text(OTHER)
    (folder / "9.in").write_text(BZOJ_3109)
    return folder


@pytest.fixture
def grouped(tests: Path) -> Path:
    """The same tests in two subtasks."""
    (tests / "subtasks.toml").write_text(
        '[[subtask]]\nname = "samples"\ntests = ["sample/*"]\n'
        '[[subtask]]\nname = "fünf_`x`"\ntests = ["9"]\npoints = 10\n'
        '[[subtask]]\nname = "rest"\ntests = ["*"]\npoints = 30\n',
        encoding="utf-8",
    )
    return tests


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """102 tests, which include the sample."""
    folder = tmp_path_factory.mktemp("many")
    for made in iq.generate(102, seed=5):
        (folder / f"{made.index}.in").write_text(iq.write(made.puzzle, "contest"))
    return folder


@pytest.fixture
def forty_one(many: Path, tmp_path: Path) -> Path:
    """41 tests besides the sample."""
    for number in range(1, 43):
        shutil.copy(many / f"{number}.in", tmp_path)
    return tmp_path


def package(target: str, tests: Path, **more: object) -> iq.Package:
    options = {"target": target, "tests": str(tests), "unproven": True, "seed": 0, **more}
    return iq.build_package(iq.PackageOptions(**options))  # type: ignore[arg-type]  # of any field


def built(target: str, tests: Path, **more: object) -> dict[str, bytes]:
    return dict(package(target, tests, **more).files)
