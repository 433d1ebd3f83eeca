"""Packages that exceed what a judge takes: refused, or written with a warning."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from packages import built, forty_one as forty_one, many as many, package, tests as tests

import ineqsudoku as iq
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.messages import use_language

pytestmark = pytest.mark.package


def test_what_is_refused_is_refused_before_tests_are_made() -> None:
    with pytest.raises(iq.IneqSudokuError, match="time limits of at most 15 s"):
        iq.build_package(iq.PackageOptions("polygon", generate=500, time_limit=16))


AT_MOST: dict[str, dict[str, object]] = {
    "dmoj": {
        "name": "x" * 20,
        "titles": {"zh": "新" * 100},
        "time_limit": 60,
        "memory_limit": 1024,
    },
    "polygon": {"time_limit": 15, "memory_limit": 1024},
}
"""Options that just keep all limits."""


@pytest.mark.parametrize("target", AT_MOST)
def test_limits_may_be_reached(tests: Path, target: str) -> None:
    assert warnings_of(target, tests, **AT_MOST[target]) == []


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ("dmoj", {"name": "x" * 21}, "a --name of at most 20 characters, but it has 21; give a sh"),
        ("dmoj", {"titles": {"en": "x", "zh": "新" * 101}}, "a --title of at most 100 characters"),
        ("polygon", {"time_limit": 15.1}, "time limits of at most 15 s, but it is 15.1 s"),
        ("polygon", {"memory_limit": 1025}, "memory limits of at most 1024 MiB, but it is 1025"),
    ],
)
def test_what_nobody_can_set_is_refused(
    tests: Path, target: str, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(iq.IneqSudokuError, match=f"^{target} takes {reason}"):
        built(target, tests, **options)


def test_dmoj_warns_of_limits_of_its_site(tests: Path) -> None:
    longer = (
        "dmoj takes time limits of at most 60 s, but it is 60.5 s; give a shorter --time-limit, or "
        "raise DMOJ_PROBLEM_MAX_TIME_LIMIT in the settings of the judge"
    )
    assert warnings_of("dmoj", tests, time_limit=2, time_limits={"java": 60.5}) == [longer]
    assert warnings_of("dmoj", tests, time_limit=60.5, memory_limit=1025) == [
        longer,
        "dmoj takes memory limits of at most 1024 MiB, but it is 1025 MiB; give a smaller "
        "--memory-limit, or raise DMOJ_PROBLEM_MAX_MEMORY_LIMIT in the settings of the judge",
    ]


def test_a_measured_time_limit_has_the_limits_of_given_ones(
    tests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(problem: Problem, *_: object) -> Problem:
        return replace(problem, time_limit=16.0, is_proven=True)

    monkeypatch.setattr("ineqsudoku.apps.package.builder.proven", measured)
    with pytest.raises(iq.IneqSudokuError, match="at most 15 s, but it is 16 s"):
        iq.build_package(iq.PackageOptions("polygon", tests=str(tests)))


def warnings_of(target: str, tests: Path, **more: object) -> list[str]:
    return [str(warning) for warning in package(target, tests, **more).warnings]


def test_hydro_warns_of_limits_that_its_settings_raise(many: Path, forty_one: Path) -> None:
    assert warnings_of("hydro", many, time_limit=0.25) == [
        "hydro takes at most 100 tests, but there are 101; give fewer tests, or raise "
        "testcases_max in the settings of the judge"
    ]
    assert warnings_of("hydro", forty_one, time_limit=2) == [
        "hydro takes time limits of 60 s for all tests together, but Java would have 164 s; give "
        "fewer tests or a shorter --time-limit, or raise total_time_limit in the settings of the "
        "judge"
    ]
    (slow,) = warnings_of("hydro", forty_one, time_limit=0.7, time_limits={"java": 0.7, "py": 3})
    assert "but Python would have 123 s" in slow
    assert warnings_of("hydro", forty_one, time_limit=1.4, time_limits={"java": 1.4}) == []
    assert warnings_of("hydro", forty_one, time_limit=0.7, memory_limit=1024) == [
        "hydro takes memory limits of at most 512 MiB, but it is 1024 MiB; give a smaller "
        "--memory-limit, or raise memoryMax in the settings of the judge"
    ]
    assert warnings_of("hydro", forty_one, time_limit=0.73, memory_limit=512) == []


@pytest.mark.parametrize("target", ["dmoj", "hydro"])
def test_warnings_of_limits_speak_chinese(many: Path, target: str) -> None:
    settings = r"testcases_max|total_time_limit|memoryMax|DMOJ_\w+"
    with use_language("zh"):
        for warning in warnings_of(target, many, time_limit=61, memory_limit=2048):
            left = re.sub(f"hydro|dmoj|Java|MiB|--[a-z-]+|{settings}", "", warning)
            assert not re.search("[A-Za-z]", left)
