"""Limits of judges, some of which the settings of a judge can raise."""

from __future__ import annotations

from collections.abc import Mapping

from ineqsudoku.apps.package.options import (
    PROGRAMMING_LANGUAGES,
    PackageOptions,
    has_time_limits,
    table,
)
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
}
"""The messages on an exceeded limit, by the name of the limit in a target's table."""

_RATES = {"cpp": 1, "java": 2, "py": 1}
"""Factors of the time limit for languages without one of their own, as in Hydro's settings."""

_OR_CHANGE = Message(
    "package.or-change-setting", "{excess}, or raise {setting} in the settings of the judge"
)


def check_limits(options: PackageOptions, tests: int, measured: float = 0.0) -> list[Message]:
    """Return messages on exceeded limits that the judge's settings can raise.

    The package has `tests` tests besides samples, and the time limit of the options or a `measured`
    one.  Raises `IneqSudokuError` if it exceeds any other limit.
    """
    time_limit = options.time_limit or measured
    longest, slowest = max(
        (options.time_limits.get(name, rate * time_limit), name) for name, rate in _RATES.items()
    )
    of_languages = options.time_limits.values() if has_time_limits(options.target) else ()
    numbers = {
        "tests": tests,
        "seconds": tests * longest,
        "time": max((time_limit, *of_languages)),
        "memory": options.memory_limit,
        "name": len(options.name),
        "title": max(map(len, options.titles.values()), default=0),
    }
    warnings = []
    for name, limit in table(options.target).get("limits", {}).items():
        if numbers[name] <= limit["most"]:
            continue
        excess = _EXCESSES[name].fill(
            target=options.target,
            most=f"{limit['most']:g}",
            number=f"{numbers[name]:g}",
            language=PROGRAMMING_LANGUAGES[slowest],
        )
        if "setting" not in limit:
            raise IneqSudokuError(excess)
        warnings.append(_OR_CHANGE.fill(excess=excess, setting=limit["setting"]))
    return warnings
