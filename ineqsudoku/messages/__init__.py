"""Messages are values, which a language turns into sentences.

A `Message` is a code with arguments.  Its English sentence stands where it is made; the catalogue
of another language, `LANGUAGE/LC_MESSAGES/ineqsudoku.po`, has its own.  `str` gives the sentence in
the current language, which is English unless `use_language` or the program has chosen another.
"""

from ineqsudoku.messages.message import (
    ENGLISH,
    LANGUAGES,
    Argument,
    Items,
    Language,
    Message,
    Text,
    choose_language,
    conjunction,
    current_language,
    disjunction,
    enumeration,
    language_of,
    line_by_line,
    paragraph,
    restore,
    series,
    store,
    use_language,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Argument",
    "Items",
    "Language",
    "Message",
    "Text",
    "choose_language",
    "conjunction",
    "current_language",
    "disjunction",
    "enumeration",
    "language_of",
    "line_by_line",
    "paragraph",
    "restore",
    "series",
    "store",
    "use_language",
]
