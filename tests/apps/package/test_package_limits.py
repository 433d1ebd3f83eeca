"""Packages that exceed what a judge takes: refused, or written with a warning."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from packages import built, package
from packages import forty_one as forty_one
from packages import many as many
from packages import tests as tests

import ineqsudoku as iq
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.messages import use_language

pytestmark = pytest.mark.package


@pytest.mark.parametrize("target", ["cms", "uoj"])
def test_tests_without_points_are_refused(many: Path, target: str) -> None:
    reason = "shares 100 points in whole numbers, for which 101 tests are too many; give fewer"
    advice = "tests, --subtasks or --points"
    with pytest.raises(iq.IneqSudokuError, match=rf"^{target} {reason} {advice}$"):
        built(target, many)
    assert built(target, many, has_subtasks=True)
    assert built(target, many, points=(*[1] * 99, 0, 1))


def test_too_many_tests_are_refused_before_they_are_made() -> None:
    with pytest.raises(iq.IneqSudokuError, match="499 tests are too many"):
        iq.build_package(iq.PackageOptions("cms", generate=500))


AT_MOST: dict[str, dict[str, object]] = {
    "dmoj": {
        "name": "x" * 20,
        "titles": {"zh": "新" * 100},
        "time_limit": 60,
        "memory_limit": 1024,
    },
    "hustoj": {
        "titles": {"en": "x" * 128},
        "source": "x" * 100,
        "time_limit": 60,
        "memory_limit": 1024,
    },
    "polygon": {"time_limit": 15, "memory_limit": 1024},
    "syzoj": {"titles": {"zh": "新" * 80}, "time_limit": 2, "memory_limit": 512},
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
        ("hustoj", {"time_limit": 295.5}, "time limits of at most 295 s, but it is 295.5 s"),
        ("hustoj", {"memory_limit": 2049}, "memory limits of at most 2048 MiB, but it is 2049"),
        ("hustoj", {"source": "x" * 101}, "a --source of at most 100 characters, but it has 101"),
        ("polygon", {"time_limit": 15.1}, "time limits of at most 15 s, but it is 15.1 s"),
        ("polygon", {"memory_limit": 1025}, "memory limits of at most 1024 MiB, but it is 1025"),
        ("syzoj", {"titles": {"zh": "新" * 81}}, "a --title of at most 80 characters, but it has"),
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


def test_the_statement_has_the_time_limit_of_uoj(tests: Path) -> None:
    """Which has whole seconds."""
    made = package("uoj", tests, time_limit=1.25)
    assert made.problem.time_limit == 2
    assert b"time_limit 2\n" in made.files["problem.conf"]
    assert b"Time limit: 2 s." in made.files["statement.en.md"]


def test_uoj_gets_time_for_all_tests(many: Path, tests: Path) -> None:
    conf = built("uoj", many, time_limit=5, has_subtasks=True)["problem.conf"].decode()
    assert "judger_time_limit 876\n" in conf
    assert b"judger_time_limit" not in built("uoj", tests)["problem.conf"]


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


def test_syzoj_and_lyrio_have_limits_of_their_own(many: Path) -> None:
    change = "in the settings of the judge"
    made = package("syzoj", many, time_limit=11, memory_limit=2048)
    assert [*map(str, made.warnings)] == [
        f"syzoj takes at most 100 files, but there are 204; give fewer tests, or "
        f"raise limit.testdata_filecount {change}",
        "syzoj takes time limits of at most 10 s, but it is 11 s; give a shorter --time-limit, "
        f"or raise limit.time_limit {change}",
        "syzoj takes memory limits of at most 1024 MiB, but it is 2048 MiB; give a smaller "
        f"--memory-limit, or raise limit.memory_limit {change}",
        "Lyrio takes at most 19 tests, but there are 101; give fewer tests, or raise "
        f"problemTestdataFiles, problemTestcases {change}",
        "Lyrio takes time limits of at most 2 s, but it is 11 s; give a shorter --time-limit, "
        f"or raise problemTimeLimit {change}",
        "Lyrio takes memory limits of at most 512 MiB, but it is 2048 MiB; give a smaller "
        f"--memory-limit, or raise problemMemoryLimit {change}",
    ]


def test_the_files_of_a_package_are_counted(many: Path, tmp_path: Path) -> None:
    """Those that are test data."""
    for number in range(1, 52):
        shutil.copy(many / f"{number}.in", tmp_path)
        if number in (50, 51):
            made = package("syzoj", tmp_path, time_limit=2)
            is_reported = any("takes at most 100 files" in str(it) for it in made.warnings)
            data = [path for path in made.files if re.search(r"data.yml|\.(in|out|cpp)$", path)]
            data = [path for path in data if not path.startswith("solutions/")]
            assert is_reported == (len(data) > 100)
    assert is_reported


def test_limits_of_another_judge_refuse_nothing(tests: Path) -> None:
    """HUSTOJ takes what QDUOJ, which reads the same file, does not."""
    titles = {"en": "x" * 129}
    assert warnings_of("hustoj", tests, time_limit=295, memory_limit=2048, titles=titles) == [
        "QDUOJ takes time limits of at most 60 s, but it is 295 s; give a shorter --time-limit",
        "QDUOJ takes memory limits of at most 1024 MiB, but it is 2048 MiB; give a smaller "
        "--memory-limit",
        "QDUOJ takes a --title of at most 128 characters, but it has 129; give a shorter one",
    ]


@pytest.mark.parametrize("target", ["hydro", "syzoj"])
def test_warnings_of_limits_speak_chinese(many: Path, target: str) -> None:
    settings = r"testcases_max|total_time_limit|memoryMax|limit\.\w+|problem[A-Z]\w+"
    with use_language("zh"):
        for warning in warnings_of(target, many, time_limit=11, memory_limit=2048):
            left = re.sub(f"hydro|syzoj|Lyrio|Java|MiB|--[a-z-]+|{settings}", "", warning)
            assert not re.search("[A-Za-z]", left)
