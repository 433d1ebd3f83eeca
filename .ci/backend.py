"""The build backend: setuptools, once the catalogues of `ineqsudoku.messages` are compiled.

The standard library reads compiled catalogues, `*.mo`; git and source distributions have the
sources, `*.po`.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def build_wheel(*arguments: Any, **settings: Any) -> str:
    compile_catalogues()
    return str(build_meta.build_wheel(*arguments, **settings))


def build_editable(*arguments: Any, **settings: Any) -> str:
    compile_catalogues()
    return str(build_meta.build_editable(*arguments, **settings))


def compile_catalogues() -> None:
    for path in Path("ineqsudoku/messages").glob("*/LC_MESSAGES/*.po"):
        with path.open("rb") as source, path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(source))
