"""Fonts for PNG and PDF.

Digits and most titles are set in Bitstream Vera, which comes with ReportLab, so they look the
same everywhere.  For characters that Vera lacks, such as Chinese ones, a font is given as a file
or a font of the system, and a small TrueType font is made of just these characters.  That allows
every font that fontTools reads, even those with PostScript outlines, such as Noto Sans CJK, which
ReportLab does not accept.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from ineqsudoku.apps.names import quote
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Items, Message, enumeration

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")

FAMILY = "Bitstream Vera Sans"
EXTRA_FAMILY = "ineqsudoku extra"
"""The name of the small font."""

_PREFERRED = ("notosanscjk", "notosans-", "dejavusans", "pingfang", "msyh", "wqy", "droid")
"""Parts of the file names of fonts that are tried first."""

_SIMPLIFIED = ("SC", "CN", "Hans")
"""Parts of the names of faces for simplified Chinese."""


IGNORED = frozenset(" \u200c\u200d\ufe0e\ufe0f")
"""Characters that need no glyph: the blank, joiners and variation selectors."""


class Extra(NamedTuple):
    """A TrueType font with the characters that Vera is not used for.

    `name` differs for different fonts: ReportLab takes fonts of the same name for the same.
    """

    name: str
    characters: frozenset[str]
    data: bytes


def vera(name: str) -> Path:
    """Return the file of a face that comes with ReportLab: `Vera` or `VeraBd`.

    Raises `IneqSudokuError` without ReportLab.
    """
    spec = find_spec("reportlab")
    if spec is None or spec.origin is None:
        raise missing("reportlab")
    return Path(spec.origin).with_name("fonts") / f"{name}.ttf"


def missing(module: str) -> IneqSudokuError:
    """Return the error for a library that is not installed."""
    return IneqSudokuError(
        Message(
            "picture.missing",
            "PNG and PDF need {module}: pip install 'ineqsudoku[draw]'",
            module=module,
        )
    )


class MissingFontError(IneqSudokuError):
    """No font of the system has the characters of the texts."""


def extra_font(texts: Iterable[str], file: str | None = None) -> Extra | None:
    """Return a font for the characters that Vera lacks or, given a `file`, for all that the file
    has; `None` if there are no such characters.

    Raises `MissingFontError` if no font of the system has the characters; `IneqSudokuError` if
    the file is no font, or the libraries are not installed; `OSError` if the file cannot be read.
    """
    needed = set("".join(texts)) - IGNORED
    if not needed:
        return None
    if file is None:
        lacking = needed - _characters_of_vera()
        if not lacking:
            return None
        with _open(_system_font(frozenset(lacking))) as font:
            return _make_font(font, lacking)
    with _open(Path(file)) as font:
        has = needed & _characters(font)
        if lacking := needed - has - _characters_of_vera():
            raise IneqSudokuError(
                Message(
                    "picture.font.lacks",
                    "{file} has no {characters}",
                    file=quote(file),
                    characters=_name(lacking),
                )
            )
        return _make_font(font, has) if has else None


@cache
def _characters_of_vera() -> frozenset[str]:
    """Return the characters that the regular and the bold face have."""
    with _open(vera("Vera")) as regular, _open(vera("VeraBd")) as bold:
        return frozenset(_characters(regular) & _characters(bold))


def _characters(font: TTFont) -> set[str]:
    return set(map(chr, font.getBestCmap() or ()))


@contextmanager
def _open(path: Path) -> Iterator[TTFont]:
    """Open a font; in a collection, its first face for Chinese.

    Raises `IneqSudokuError` for what is no font, also from inside; and `OSError`.
    """
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        raise missing("fonttools") from None
    try:
        with path.open("rb") as file, TTFont(file, fontNumber=_face(file), lazy=True) as font:
            yield font
    except (IneqSudokuError, OSError):
        raise
    except Exception:  # fontTools checks little, so a damaged font may raise anything.
        raise IneqSudokuError(
            Message("picture.font.damaged", "{file} is not a font, or is damaged", file=quote(path))
        ) from None


def _face(file: BinaryIO) -> int:
    """Return the number of the first face for Chinese of a collection, or 0; -1 for other files."""
    from fontTools.ttLib import TTCollection

    is_collection = file.read(4) == b"ttcf"
    file.seek(0)
    if not is_collection:
        return -1
    names = [str(font["name"].getBestFullName()) for font in TTCollection(file, lazy=True).fonts]
    file.seek(0)
    is_chinese = (any(mark in name.split() for mark in _SIMPLIFIED) for name in names)
    return next((number for number, is_one in enumerate(is_chinese) if is_one), 0)


@cache
def _system_font(characters: frozenset[str]) -> Path:
    """Return the first font of the system that has all the characters."""
    for path in sorted(_system_files(), key=_preference):
        with suppress(IneqSudokuError, OSError), _open(path) as font:
            if characters <= _characters(font) and _has_outlines(font):
                return path
    raise MissingFontError(
        Message(
            "picture.font.none",
            "no font of this system has {characters}: install one, or name a font with --font FILE",
            characters=_name(characters),
        )
    )


def _has_outlines(font: TTFont) -> bool:
    """Whether the characters of a font are outlines; some fonts of emoji hold images."""
    return any(table in font for table in ("glyf", "CFF ", "CFF2"))


def _preference(path: Path) -> tuple[int, bool, str]:
    name = path.name.lower()
    place = next((n for n, part in enumerate(_PREFERRED) if part in name), len(_PREFERRED))
    is_plain = "regular" in name or not any(
        word in name for word in ("bold", "italic", "oblique", "light", "thin", "mono", "cond")
    )
    return place, not is_plain, str(path)


def _system_files() -> Iterator[Path]:
    for folder in _folders():
        for place, _, names in os.walk(folder):
            for name in names:
                if name.lower().endswith(SUFFIXES):
                    yield Path(place, name)


def _folders() -> list[Path]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        windows = os.environ.get("WINDIR", r"C:\Windows")
        return [Path(windows, "Fonts"), home / "AppData/Local/Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    data = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    own = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [Path(folder, "fonts") for folder in (own, *data.split(":"))] + [home / ".fonts"]


def _name(characters: Iterable[str]) -> Items | Message:
    """Return up to five characters with their codes."""
    ordered = sorted(characters)
    names = enumeration(f"'{c}' (U+{ord(c):04X})" for c in ordered[:5])
    if len(ordered) <= 5:
        return names
    more = len(ordered) - 5
    return Message("picture.font.more", "{names} and {more} more", names=names, more=more)


def _make_font(font: TTFont, characters: Collection[str]) -> Extra:
    """Return a TrueType font with the outlines of some characters of another font."""
    from fontTools.fontBuilder import FontBuilder

    source = f"{font.reader.file.name} {''.join(sorted(characters))}"
    name = f"ineqsudoku-{sha256(source.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"
    names = font.getBestCmap()
    # Where a font has no blank, resvg sets the whole line in another one.
    codes = sorted({*map(ord, characters), ord(" ")} & names.keys())
    glyph_of = {code: names[code] for code in codes}
    used = [".notdef", *dict.fromkeys(glyph_of.values())]
    scale = font["head"].unitsPerEm
    widths: Mapping[str, Any] = font["hmtx"].metrics
    builder = FontBuilder(scale, isTTF=True)
    builder.setupGlyphOrder(used)
    builder.setupCharacterMap(glyph_of)
    glyph_set = font.getGlyphSet()
    builder.setupGlyf({name: _glyph(glyph_set, name, scale) for name in used})
    builder.setupHorizontalMetrics({name: widths.get(name, (scale, 0)) for name in used})
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    family = {"familyName": EXTRA_FAMILY, "styleName": "Regular"}
    builder.setupNameTable({**family, "psName": name})
    builder.setupOS2()
    builder.setupPost()
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    made = BytesIO()
    builder.save(made)
    return Extra(name, frozenset(characters), made.getvalue())


def _glyph(glyph_set: Any, name: str, scale: int) -> Any:
    """Return the outline of a glyph in quadratic curves and without components."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    made = TTGlyphPen(None)
    if name in glyph_set:
        drawn = DecomposingRecordingPen(glyph_set)
        glyph_set[name].draw(drawn)
        drawn.replay(Cu2QuPen(made, max_err=scale / 1000))
    return made.glyph()
