"""The language of the program: that of `--language`, else that of the locale."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ineqsudoku.messages import (
    ENGLISH,
    LANGUAGES,
    choose_language,
    current_language,
    use_language,
)

OPTION = "--language"


@contextmanager
def speak(arguments: Sequence[str]) -> Iterator[None]:
    """Speak the language of a call.

    It is chosen before the options are parsed, because errors and help texts need it.
    """
    name = _wanted(arguments) or choose_language()
    with use_language(name):
        if name == ENGLISH:
            yield
        else:
            _write_utf_8()
            with _click_speaks():
                yield


@contextmanager
def speak_to_programs() -> Iterator[None]:
    """Use the language of `--language` inside, else English: programs read JSON in English."""
    with use_language(_wanted(sys.argv[1:]) or ENGLISH):
        yield


def _wanted(arguments: Sequence[str]) -> str | None:
    """Return the last language that `--language` names in a call; `None` without one."""
    name = None
    for place, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if argument == "--":
            break
        if option == OPTION:
            value = value if equals else "".join(arguments[place + 1 : place + 2])
            name = value if value in LANGUAGES else name
    return name


def _write_utf_8() -> None:
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            # Without `errors`, an unpaired surrogate would be an error from now on.
            reconfigure(encoding="utf-8", errors=stream.errors)


@contextmanager
def _click_speaks() -> Iterator[None]:
    """Give click the catalogue of the current language: it asks gettext for its own messages.

    gettext would look for a file, but the catalogue may be in a zip file; and environment
    variables that tell gettext the language would reach all programs that a command starts.
    """
    import gettext

    catalogue, before = current_language().catalogue, gettext.translation
    gettext.translation = lambda *_, **__: catalogue  # type: ignore[assignment]
    try:
        yield
    finally:
        gettext.translation = before
