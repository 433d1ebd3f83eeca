"""Compiles the C++ programs of packages, each once a session, whichever worker asks first."""

from __future__ import annotations

import fcntl
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from sandboxes import needs

from ineqsudoku.apps.package.files import SOURCES, assemble

TESTLIB = Path(__file__).parents[3] / "shared" / "thirdparty"
"""The folder of `testlib.h`, which belongs to another project; it may be absent."""

# Some judges compile for C++14, or with compilers whose default it is.
WARNINGS = ("-std=c++14", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
SANITIZERS = ("-O2", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

needs_compiler = needs("g++")
WITHOUT_TESTLIB = (
    "" if (TESTLIB / "testlib.h").is_file() else "../shared/thirdparty/testlib.h is not there"
)
"""Why tests that compile with testlib skip; empty where they can run."""

needs_testlib = pytest.mark.skipif(bool(WITHOUT_TESTLIB), reason=WITHOUT_TESTLIB)


def skip_without_testlib() -> None:
    if WITHOUT_TESTLIB:
        pytest.skip(WITHOUT_TESTLIB)


def mains() -> list[str]:
    """The names of all programs, such as `checkers/kattis`."""
    return sorted(
        f"{folder.name}/{file.name.removesuffix('.cpp')}"
        for folder in SOURCES.iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".cpp")
    )


class Programs:
    """Compiled programs below a folder that all workers of a session share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, main: str) -> Path:
        """The program of an assembled main, e.g. `checkers/kattis`."""
        return self.compiled(assemble(main))

    def compiled(self, source: str, options: tuple[str, ...] = SANITIZERS) -> Path:
        """Fails the test with the compiler's messages if there are any."""
        flags = [*WARNINGS, *options, f"-I{SOURCES}", f"-isystem{TESTLIB}"]
        name = sha256(repr((source, options)).encode()).hexdigest()[:16]
        program = self._folder / name
        self._folder.mkdir(exist_ok=True)
        with open(self._folder / f"{name}.cpp", "a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not program.exists():
                file.truncate(0)
                file.write(source)
                file.flush()
                command = ["g++", *flags, "-o", str(program), file.name]
                ran = subprocess.run(command, capture_output=True, text=True, check=False)
                assert (ran.returncode, ran.stderr) == (0, "")
        return program


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Programs:
    base = tmp_path_factory.getbasetemp()
    return Programs((base if worker_id == "master" else base.parent) / "programs")
