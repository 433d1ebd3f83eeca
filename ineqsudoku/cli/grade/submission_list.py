"""The submissions that a call of `grade` names."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import click

from ineqsudoku.judge.grade.languages import Language
from ineqsudoku.judge.grade.submissions import Submission, submission
from ineqsudoku.names import shown


def entries(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        yield from sorted(entry.path for entry in os.scandir(folder))


def submissions(
    named: Sequence[str], others: Sequence[str], known: Mapping[str, Language]
) -> list[Submission]:
    """Read submissions; name those with equal names by their paths.

    Raises `click.UsageError` for a path in `named` that is not in a known language.
    """
    paths = [*named, *others]
    if not paths:
        raise click.UsageError(
            "no submission: name a file, a folder, --all-in DIR or --contestants DIR"
        )
    found = [submission(path, known) for path in dict.fromkeys(paths)]
    for each, path in zip(found, dict.fromkeys(paths), strict=True):
        if path in named and each.is_of_no_language:
            suffixes = ", ".join(suffix for each in known.values() for suffix in each.suffixes)
            raise click.UsageError(f"{each.name} is no submission: expected one of {suffixes}")
    times = Counter(each.name for each in found)
    return [
        replace(each, name=shown(os.path.normpath(path))) if times[each.name] > 1 else each
        for each, path in zip(found, dict.fromkeys(paths), strict=True)
    ]
