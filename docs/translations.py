"""The catalogues of the Chinese documentation: `python docs/translations.py [--update [PAGE]...]`.

A page with a catalogue in `locales/` is translated completely.  Without an option, this program
names the pages that have none, and fails if a message of the others is untranslated or out of
date.  `--update` brings the catalogues up to date with the documents, as far as that goes without
a translator: a new message is empty, and one that has changed keeps its old translation, marked
as fuzzy.  PAGE gets a catalogue if it has none.  Code and figures, such as `3.5 ms`, need no
translation.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from sphinx.cmd.build import build_main

DOCS = Path(__file__).parent
LANGUAGE = "zh_CN"
CATALOGUES = DOCS / "locales" / LANGUAGE / "LC_MESSAGES"

CODE = "`[^`]*`"
UNIT = r"(?<=\d )(?:µs|ms|s|MB|MiB)\b"


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--update", nargs="*", metavar="PAGE")
    wanted = parser.parse_args().update
    messages = extract()
    if unknown := {*(wanted or ()), *translated()} - {*messages}:
        parser.error(f"no such pages: {', '.join(sorted(unknown))}")
    if wanted is not None:
        for page in sorted({*wanted, *translated()}):
            update(page, messages[page])
        return 0
    faults = [fault for page in translated() for fault in faults_of(page, messages[page])]
    for fault in faults:
        print(fault, file=sys.stderr)
    others = sorted({*messages} - {*translated()})
    print(f"translated: {len(translated())} of {len(messages)} pages")
    print(f"in English only: {', '.join(others) or 'none'}")
    return 1 if faults else 0


def extract() -> dict[str, Catalog]:
    """The messages of each page that need a translation."""
    with TemporaryDirectory() as folder:
        arguments = ["-q", "-b", "gettext", "-d", f"{folder}/doctrees", str(DOCS), folder]
        if build_main(arguments):
            sys.exit("the messages cannot be extracted")
        files = sorted(Path(folder).rglob("*.pot"))
        messages = {name_of(file, folder): texts(read(file)) for file in files}
        return {page: catalogue for page, catalogue in messages.items() if catalogue}


def translated() -> list[str]:
    """The pages that have a catalogue."""
    return sorted(name_of(file, CATALOGUES) for file in CATALOGUES.rglob("*.po"))


def name_of(file: Path, folder: Path | str) -> str:
    """The name of the page of a catalogue, such as `commands/solve`."""
    return file.relative_to(folder).with_suffix("").as_posix()


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def update(page: str, messages: Catalog) -> None:
    path = CATALOGUES / f"{page}.po"
    catalogue = read(path) if path.exists() else Catalog(locale=LANGUAGE)
    catalogue.update(messages, update_header_comment=False)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=True, no_location=True)


def faults_of(page: str, messages: Catalog) -> Iterator[str]:
    catalogue = read(CATALOGUES / f"{page}.po")
    for message in messages:
        if not message.id:
            continue
        found = catalogue.get(message.id)
        start = str(message.id)[:60]
        if found is None or not found.string:
            yield f"{page}: not translated: {start!r}"
        elif found.fuzzy:
            yield f"{page}: out of date: {start!r}"
    for message in catalogue:
        if message.id and message.id not in messages:
            yield f"{page}: no longer in the document: {str(message.id)[:60]!r}"


def texts(messages: Catalog) -> Catalog:
    """`messages` without those that are the same in every language, such as `3.5 ms`."""
    for message in [*messages]:
        if not is_text(str(message.id)):
            messages.delete(message.id)
    return messages


def is_text(message: str) -> bool:
    """Whether there are words or punctuation besides code, numbers and their units."""
    return re.search(r"[^\W\d_]|[,;] ", re.sub(f"{CODE}|{UNIT}", "", message)) is not None


if __name__ == "__main__":
    sys.exit(main())
