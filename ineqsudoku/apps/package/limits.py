"""Limits of judges: what a target refuses, or refuses unless its settings are changed."""

from __future__ import annotations

from collections.abc import Mapping

from ineqsudoku.apps.package.files import has_time_limits, table
from ineqsudoku.apps.package.options import PROGRAMMING_LANGUAGES, PackageOptions
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

_TOO_LONG = Message(
    "package.too-long-text",
    "{target} takes a {option} of at most {most} characters, but it has {number}; give a shorter "
    "one",
)

_EXCESSES: Mapping[str, Message] = {
    "tests": Message(
        "package.too-many-tests",
        "{target} takes at most {most} tests, but there are {number}; give fewer tests",
    ),
    "files": Message(
        "package.too-many-files",
        "{target} takes at most {most} files, but there are {number}; give fewer tests",
    ),
    "points": Message(
        "package.too-many-points",
        "{target} shares {most} points in whole numbers, for which {number} tests are too many; "
        "give fewer tests, --subtasks or --points",
    ),
    "seconds": Message(
        "package.too-many-seconds",
        "{target} takes time limits of {most} s for all tests together, but {language} would have "
        "{number} s; give fewer tests or a shorter --time-limit",
    ),
    "time": Message(
        "package.too-much-time",
        "{target} takes time limits of at most {most} s, but it is {number} s; give a shorter "
        "--time-limit",
    ),
    "memory": Message(
        "package.too-much-memory",
        "{target} takes memory limits of at most {most} MiB, but it is {number} MiB; give a "
        "smaller --memory-limit",
    ),
    "name": _TOO_LONG.fill(option="--name"),
    "title": _TOO_LONG.fill(option="--title"),
    "source": _TOO_LONG.fill(option="--source"),
}
"""What exceeds a limit, and what to change, by the name of the limit in a target's table."""

_RATES = {"cpp": 1, "java": 2, "py": 1}
"""Factors of the time limit for languages without one of their own, as in Hydro's settings."""

_OR_CHANGE = Message(
    "package.or-change-setting", "{excess}, or raise {setting} in the settings of the judge"
)


def check_limits(
    options: PackageOptions, tests: int, secrets: int, measured: float = 0.0
) -> list[Message]:
    """Return what exceeds limits that the judge's settings can raise, or limits of other judges
    that read packages for this target.

    The package has `tests` tests, `secrets` of which are not samples, and the time limit of the
    options or a `measured` one.  Raises `IneqSudokuError` if it exceeds any other limit.
    """
    of_target = table(options.target)
    time_limit = options.time_limit or measured
    judged = tests if "tests" in of_target else secrets
    longest, slowest = max(
        (options.time_limits.get(name, rate * time_limit), name) for name, rate in _RATES.items()
    )
    of_languages = options.time_limits.values() if has_time_limits(options.target) else ()
    numbers = {
        "tests": judged,
        "files": 2 * secrets + 2,
        "points": 0 if options.has_subtasks or options.points else secrets,
        "seconds": judged * longest,
        "time": max((time_limit, *of_languages)),
        "memory": options.memory_limit,
        "name": len(options.name),
        "title": max(map(len, options.titles.values()), default=0),
        "source": len(options.source),
    }
    warnings = []
    judges = {options.target: of_target.get("limits", {}), **of_target.get("limits_of", {})}
    for judge, limits in judges.items():
        for name, limit in limits.items():
            if numbers[name] <= limit["most"]:
                continue
            most, number = f"{limit['most']:g}", f"{numbers[name]:g}"
            language = PROGRAMMING_LANGUAGES[slowest]
            excess = _EXCESSES[name].fill(target=judge, most=most, number=number, language=language)
            if "setting" in limit:
                excess = _OR_CHANGE.fill(excess=excess, setting=limit["setting"])
            elif judge == options.target:
                raise IneqSudokuError(excess)
            warnings.append(excess)
    return warnings
