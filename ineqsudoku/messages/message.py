"""Messages as values, and the languages that turn them into sentences."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from string import Formatter
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A code with arguments, before any language; `str` gives its sentence.

    `code`
        The name of the message, such as `faults.end`.
    `english`
        The English sentence, with a field `{name}` for each argument.
    `plural`
        The English sentence for all numbers `n` but 1, if the message counts; else empty.
    `arguments`
        Pairs (name, value).
    """

    code: str
    english: str
    plural: str
    arguments: tuple[NamedArgument, ...]

    def __init__(self, code: str, english: str, plural: str = "", /, **arguments: Argument) -> None:
        _set_code(self, code)
        _set_english(self, english)
        _set_plural(self, plural)
        _set_arguments(self, tuple(arguments.items()))

    @classmethod
    def from_data(
        cls, code: str, english: str, plural: str = "", arguments: Iterable[NamedArgument] = ()
    ) -> Message:
        """Return a message whose English is data; tests collect only literal calls of the class."""
        return cls(code, english, plural, **dict(arguments))

    def fill(self, **arguments: Argument) -> Message:
        """Return the message with further arguments."""
        filled = (*self.arguments, *arguments.items())
        return self.from_data(self.code, self.english, self.plural, filled)

    def __str__(self) -> str:
        return current_language().sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the code, and the arguments by name."""
        arguments = {name: _json(value) for name, value in self.arguments}
        return {"code": self.code, "arguments": arguments}


# faster than `object.__setattr__` for the fields of a frozen dataclass
_set_code, _set_english, _set_plural, _set_arguments = (
    vars(Message)[name].__set__ for name in ("code", "english", "plural", "arguments")
)


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values, which a language joins; `str` gives its words.

    `between` joins two values, `last` the last one: messages with the fields `head` and `tail`.
    """

    values: tuple[Argument, ...]
    between: Message
    last: Message

    def __str__(self) -> str:
        return current_language().words(self)


Text: TypeAlias = str | Message | Items
"""A name or quoted input, which no language changes; a message; a list of these."""

Argument: TypeAlias = Text | int | float
"""A field of a message: a text or a number."""

NamedArgument: TypeAlias = tuple[str, Argument]


_COMMA = Message("list.comma", "{head}, {tail}")
_AND = Message("list.and", "{head} and {tail}")
_OR = Message("list.or", "{head} or {tail}")
_SEMICOLON = Message("list.semicolon", "{head}; {tail}")
_SENTENCE = Message("list.sentence", "{head} {tail}")
_LINE = Message("list.line", "{head}\n{tail}")


def conjunction(values: Iterable[Argument]) -> Items:
    """Return a list such as `a, b and c`."""
    return Items(tuple(values), _COMMA, _AND)


def disjunction(values: Iterable[Argument]) -> Items:
    """Return a list such as `a, b or c`."""
    return Items(tuple(values), _COMMA, _OR)


def enumeration(values: Iterable[Argument]) -> Items:
    """Return a list such as `a, b, c`."""
    return Items(tuple(values), _COMMA, _COMMA)


def series(values: Iterable[Argument]) -> Items:
    """Return a list of lists such as `a and b; c and d`."""
    return Items(tuple(values), _SEMICOLON, _SEMICOLON)


def paragraph(*sentences: Argument) -> Items:
    """Return sentences, one after the other."""
    return Items(sentences, _SENTENCE, _SENTENCE)


def line_by_line(values: Iterable[Argument]) -> Items:
    """Return sentences, each on a line of its own."""
    return Items(tuple(values), _LINE, _LINE)


def _json(value: Argument) -> Any:
    if isinstance(value, Message):
        return value.to_dict()
    return [_json(item) for item in value.values] if isinstance(value, Items) else value


def store(value: Argument) -> Any:
    """Return an argument as a value of JSON, from which `restore` makes it again."""
    if isinstance(value, Message):
        arguments = [[name, store(argument)] for name, argument in value.arguments]
        texts = {"code": value.code, "english": value.english, "plural": value.plural}
        return {**texts, "arguments": arguments}
    if isinstance(value, Items):
        joints = {"between": store(value.between), "last": store(value.last)}
        return {**joints, "values": [store(item) for item in value.values]}
    return value


def restore(value: Any) -> Argument:
    """Return the argument that `store` turned into a value of JSON.

    Raises `LookupError`, `TypeError` or `ValueError` for any other value.
    """
    if not isinstance(value, dict):
        if not isinstance(value, (str, int, float)):
            raise TypeError(f"no argument of a message: {value!r}")
        return value
    if "values" in value:
        values = tuple(map(restore, value["values"]))
        return Items(values, _restore_message(value["between"]), _restore_message(value["last"]))
    return _restore_message(value)


def _restore_message(value: Any) -> Message:
    arguments = [(name, restore(argument)) for name, argument in value["arguments"]]
    return Message.from_data(value["code"], value["english"], value["plural"], arguments)


# --- languages ----------------------------------------------------------------------------

LANGUAGES = {
    "en": "English",
    "zh": "中文",
}
"""The languages with their own names.  All but English have a catalogue in a folder here."""

ENGLISH = "en"

DOMAIN = "ineqsudoku"
"""The name of the catalogues, as gettext calls it."""


class Language:
    """A language with its catalogue; English needs none."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.catalogue = None if name == ENGLISH else _read_catalogue(name)

    def sentence(self, message: Message) -> str:
        """Return the sentence of a message; the English one if the catalogue has none."""
        arguments = dict(message.arguments)
        template = self._template(message, arguments)
        if not arguments:
            return template
        words = {name: self.words(value) for name, value in arguments.items()}
        return template.format_map(words) if self.name == ENGLISH else _fill(template, words)

    def words(self, value: Argument) -> str:
        """Return the words of an argument."""
        if isinstance(value, Message):
            return self.sentence(value)
        if isinstance(value, Items):
            return self._join(value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _template(self, message: Message, arguments: Mapping[str, Argument]) -> str:
        code, one, other, catalogue = message.code, message.english, message.plural, self.catalogue
        if not other:
            return catalogue.pgettext(code, one) if catalogue else one
        number = arguments["n"]
        assert isinstance(number, int)
        if catalogue:
            return catalogue.npgettext(code, one, other, number)
        return one if number == 1 else other

    def _join(self, items: Items) -> str:
        words = [self.words(value) for value in items.values]
        if len(words) < 2:
            return "".join(words)
        return self.sentence(
            items.last.fill(head=self._chain(words[:-1], items.between), tail=words[-1])
        )

    def _chain(self, words: list[str], joint: Message) -> str:
        """Join words, half by half, so that the time is linear except for a logarithm."""
        if len(words) == 1:
            return words[0]
        middle = len(words) // 2
        head, tail = self._chain(words[:middle], joint), self._chain(words[middle:], joint)
        return self.sentence(joint.fill(head=head, tail=tail))


@cache
def language_of(name: str) -> Language:
    """Return the language of this name, one of `LANGUAGES`."""
    return Language(name)


_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current_language() -> Language:
    """Return the language of this context."""
    return language_of(_current.get())


@contextmanager
def use_language(name: str) -> Iterator[None]:
    """Make a language the current one in a context.

    Raises `ValueError` if `LANGUAGES` has no such name.
    """
    if name not in LANGUAGES:
        raise ValueError(f"no language {name!r}; languages: {', '.join(LANGUAGES)}")
    before = _current.set(name)
    try:
        yield
    finally:
        _current.reset(before)


def choose_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of the language that the locale of an environment asks for.

    As with gettext, `LANGUAGE` is a list in order of preference and precedes `LC_ALL`,
    `LC_MESSAGES` and `LANG`, but has no effect where these name the locale C.
    """
    variables = map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, variables), "")
    if locale in ("C", "POSIX"):
        return ENGLISH
    for name in [*environment.get("LANGUAGE", "").split(":"), locale]:
        language = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


def _read_catalogue(name: str) -> NullTranslations:
    """Return a catalogue, perhaps from a zip file; an empty one if it was not built."""
    file = files("ineqsudoku.messages").joinpath(name, "LC_MESSAGES", f"{DOMAIN}.mo")
    try:
        with file.open("rb") as catalogue:
            return GNUTranslations(catalogue)
    except FileNotFoundError:
        return NullTranslations()


def _fill(template: str, words: Mapping[str, str]) -> str:
    """Return a template with words in the place of its fields.

    Where a field meets other text, a blank separates an ideograph from a letter, a digit, a sign or
    a quotation mark.  Signs and quotation marks of the template itself get no blank.
    """
    text, was_field = "", False
    for literal, name, _, _ in Formatter().parse(template):
        for part, is_field in ((literal, False), (words[name] if name else "", True)):
            if part:
                has_blank = text and _needs_blank((text[-1], was_field), (part[0], is_field))
                text += f" {part}" if has_blank else part
                was_field = is_field
    return text


def _needs_blank(before: tuple[str, bool], after: tuple[str, bool]) -> bool:
    """Whether a blank separates two neighbours: their characters, and whether fields have them."""
    (first, is_of_field), (second, _) = sorted((before, after))  # ASCII comes first
    is_word = first.isalnum() or (is_of_field and first not in "()[]{},;:!?")
    is_end = first == before[0] == "."
    return "!" <= first <= "~" and is_word and not is_end and _is_ideograph(second)


def _is_ideograph(character: str) -> bool:
    return "⺀" <= character <= "鿿" and character.isalnum()
