"""The words of the page in all languages, which it has before Python answers.

`page/words.json` has the English text of each key.  A catalogue has its translation as the message
`page.KEY`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import get_args

from ineqsudoku.apps.explain.techniques import CYCLE, DEAD_END, NAMES, name_of
from ineqsudoku.apps.explain.values import Level, level_name
from ineqsudoku.messages import LANGUAGES, Message, use_language

PAGE = "languages.json"
"""The file of the page with all languages: for each its own name, and its words by their keys."""

LATE = Message(
    "web.late",
    "No answer within {seconds} seconds. Try a smaller puzzle, one with more signs, or ineqsudoku "
    "in a terminal, which has no such limit.",
)
"""A request reached its time limit."""

_SHARED = {
    "late": LATE,
    **{level: level_name(level) for level in get_args(Level)},
    **{f"technique.{name}": name_of(name) for name in (*NAMES, DEAD_END, CYCLE)},
}
"""Messages of Python that the page needs as well."""


def words_of_page() -> bytes:
    """Return the content of the file `PAGE`."""
    languages = {
        language: {"name": name, "words": dict(_words(language))}
        for language, name in LANGUAGES.items()
    }
    return json.dumps(languages, ensure_ascii=False).encode()


def _words(language: str) -> Iterator[tuple[str, str]]:
    """Yield the keys and the texts in a language, whose fields are left open."""
    source = files("ineqsudoku.apps.web").joinpath("page", "words.json").read_text(encoding="utf-8")
    labels = {
        key: Message.from_data(f"page.{key}", text) for key, text in json.loads(source).items()
    }
    with use_language(language):
        for key, message in {**labels, **_SHARED}.items():
            yield key, str(message)
