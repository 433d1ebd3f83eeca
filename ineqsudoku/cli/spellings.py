"""Former spellings of options, which work until the next release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ineqsudoku.cli.messages import tell


def _any(_: str) -> bool:
    return True


class FormerSpelling(NamedTuple):
    """A former spelling of an option with a value.

    `option`: the option.  `is_former`: whether a value makes the spelling a former one;
    `is_former_joined`: the same if an equals sign joins option and value.
    `words`: the replacement of both; `{}` stands for the value.
    `shown`, `now`: the former and the present spelling in the warning.
    """

    option: str
    shown: str
    now: str
    words: tuple[str, ...]
    is_former: Callable[[str], bool] = _any
    is_former_joined: Callable[[str], bool] = _any

    def replacing(self, value: str) -> list[str]:
        """Print a warning, and return the words that replace the option and its value."""
        tell(
            f"warning: {self.shown} is deprecated and ends with the next release; "
            f"write {self.now} instead"
        )
        return [value if word == "{}" else word for word in self.words]


def respelled(arguments: Sequence[str], formers: Iterable[FormerSpelling]) -> list[str]:
    """Return the arguments with the present spellings.  A warning names each former one."""
    by_option = {former.option: former for former in formers}
    words = list(arguments)
    found: list[str] = []
    while words and words[0] != "--":
        word = words.pop(0)
        name, equals, value = word.partition("=")
        former = by_option.get(name)
        if former and equals and former.is_former_joined(value):
            found += former.replacing(value)
        elif former and not equals and words and former.is_former(words[0]):
            found += former.replacing(words.pop(0))
        else:
            found.append(word)
    return found + words
