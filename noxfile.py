"""The tasks of developers and of CI.

`nox --list` lists the sessions; CONTRIBUTING.md explains them.  A session changes nothing in the
working tree but `.nox`, the kernels that an editable install compiles in place, and caches:
whatever is built is built elsewhere.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["check"]

ROOT = Path(__file__).parent

CHECKS = (
    "lint",
    "test",
    "languages",
    "systems",
    "docs",
    "wheel",
    "no_compiler",
    "pure_python",
    "sanitize",
    "bench",
    "thorough",
    "cluster",
    "package",
    "browser",
    "sandbox",
    "sandbox_user",
)
"""What CI runs, the quick ones first."""

OTHERS = "browser or cluster or docs or languages or package or sandbox"
"""The suites of tests with sessions of their own, but those of `thorough` and `attack`."""

ENGINES = (
    "tests/core/search/test_engines.py",
    "tests/core/search/test_corpus.py",
    "tests/core/search/test_dlx.py",
    "tests/core/search/test_propagation.py",
)
KERNELS = ("tests/core/search/test_auto.py", "tests/core/search/test_kernel.py")
EXAMPLE = ROOT / "examples" / "cqoi2013.in"

PAGE_TESTS = ROOT / "tests" / "apps" / "web"

SHARED = ROOT / ".nox" / "shared"
"""The environment of all sessions that have none of their own."""

DISTRIBUTION = ROOT / ".nox" / "distribution"
"""The folder of the source distribution from which several sessions install."""

# The tests whose outcome depends on the rights of the user.
SANDBOX = tuple(
    f"tests/apps/sandbox/test_{name}.py" for name in ("execution", "honest", "hostile", "usage")
)

SANITIZERS = "-fsanitize=address,undefined"
SANITIZED = {
    "CFLAGS": f"-Wall -Wextra -Werror -g -O1 {SANITIZERS} -fno-sanitize-recover=all",
    "LDFLAGS": SANITIZERS,
}
"""The environment in which kernels are compiled with sanitizers; warnings are errors."""

FUZZ = ROOT / ".nox" / "fuzzing"
"""The corpus and the failures of the session `fuzz`, kept for the next call."""

# `setpriv` starts a program with rights that only root has; `env` no longer has them.
AS_NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env")


@nox.session(venv_backend="none")
def check(session: nox.Session) -> None:
    """Run all that CI runs, but the sessions named behind `--`."""
    for name in CHECKS:
        if name not in session.posargs:
            session.notify(name, ())


@cache
def shared() -> Path:
    """Make the shared environment; return the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", SHARED], check=True)
    programs = SHARED / "bin"
    install = [str(programs / "pip"), "install", "-q", "-e", ".[bench,dev,docs]"]
    subprocess.run(install, cwd=ROOT, check=True)
    return programs


def run(session: nox.Session, program: str, *arguments: str, **settings: Any) -> Any:
    """Run a program of the shared environment, whose programs come first in PATH."""
    environment = {"PATH": path(), **settings.pop("env", {})}
    command = (str(shared() / program), *arguments)
    return session.run(*command, env=environment, external=True, **settings)


def path(*folders: str) -> str:
    """Return a search path for programs with those of the shared environment first."""
    return os.pathsep.join([str(shared()), os.environ["PATH"], *folders])


# --- tests --------------------------------------------------------------------------------


def run_tests(session: nox.Session, marked: str, *arguments: str) -> None:
    run(session, "pytest", "-m", f"({marked}) and not attack", *arguments, *session.posargs)


def run_busy_tests(
    session: nox.Session,
    marked: str,
    *arguments: str,
    user: Sequence[str] = (),
    env: Mapping[str, str | None] | None = None,
) -> None:
    """Run tests that start many processes, and those that fail once more, one at a time.

    A program that is judged, a browser or a worker may miss its time limit because the tests
    beside it use all cores.  `user`: a command that runs Python as another user.
    """
    python = user or (str(shared() / "python"),)
    environment = {**({} if user else {"PATH": path()}), **(env or {})}
    command = [*python, "-m", "pytest", "-m", f"({marked}) and not attack", *session.posargs]
    with TemporaryDirectory(prefix="ineqsudoku-") as cache:  # Failures of other runs do not count.
        Path(cache).chmod(0o777)  # Another user may run the tests.
        command += ["-o", f"cache_dir={cache}/pytest"]
        try:
            session.run(*command, *arguments, env=environment, external=True)
        except CommandFailed:
            if not (failed := failures(Path(cache, "pytest"))):
                raise
            session.warn(f"these tests failed and run once more, alone: {', '.join(failed)}")
            session.run(*command, "-n", "1", "--last-failed", env=environment, external=True)


def failures(cache: Path) -> list[str]:
    """The tests that failed, by the cache folder of pytest; none if it ended for other reasons."""
    file = cache / "v" / "cache" / "lastfailed"
    return sorted(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


@nox.session
def test(session: nox.Session) -> None:
    """Run the core tests, as the README's command does."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session(venv_backend="none")
def languages(session: nox.Session) -> None:
    """Check that every message is translated."""
    run_tests(session, "languages", "-n", "0", "tests/core/messages")


@nox.session(venv_backend="none")
def thorough(session: nox.Session) -> None:
    """Run the slow tests, those of properties with more examples, and those that may have skipped
    in `.ci/run`, whose first tests find no programs but those of a plain system."""
    chosen = f"(slow or hypothesis or skipif) and not ({OTHERS})"
    run_tests(session, chosen, "--hypothesis-profile=thorough")


@nox.session(venv_backend="none")
def cluster(session: nox.Session) -> None:
    """Run the tests that start Dask clusters of processes of this machine."""
    run_busy_tests(session, "cluster", "-n", "0")


@nox.session(venv_backend="none")
def docs(session: nox.Session) -> None:
    """Run the examples in the documentation, and build the site.

    With `-- --site FOLDER` it only builds the site, in FOLDER.
    """
    if session.posargs[:1] == ["--site"]:
        build_site(session, Path(session.posargs[1]).absolute())
        return
    run_tests(session, "docs")
    with TemporaryDirectory() as folder:
        build_site(session, Path(folder))


def build_site(session: nox.Session, folder: Path) -> None:
    """A dead link within the site is an error."""
    with TemporaryDirectory() as doctrees:
        build = ["sphinx-build", "-q", "-W", "--keep-going", "-n", "-d", doctrees]
        run(session, *build, "docs", str(folder))


@nox.session(venv_backend="none")
def sandbox(session: nox.Session) -> None:
    """Run the tests that need a sandbox or compilers, as the present user."""
    require_sandbox(session, str(shared() / "python"))
    run_busy_tests(session, "sandbox")


@nox.session(venv_backend="none")
def sandbox_user(session: nox.Session) -> None:
    """Run the tests whose outcome depends on the user's rights as nobody, if this user is root."""
    if os.geteuid():
        session.skip("the session `sandbox` runs them as a plain user")
    # Other users cannot read every checkout, and hypothesis writes into the current folder.
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        top = Path(folder)
        top.chmod(0o755)
        session.run(python_of_nobody(session), "-m", "venv", top / "venv", external=True)
        python = str(top / "venv" / "bin" / "python")
        tree = unpacked(distribution(), top)
        if (testlib := ROOT.parent / "shared" / "thirdparty").is_dir():
            (top / "shared").mkdir()
            (top / "shared" / "thirdparty").symlink_to(testlib.resolve())
        session.run(python, "-m", "pip", "install", "-q", "-e", f"{tree}[test]", external=True)
        session.run("chown", "-R", "65534:65534", tree, external=True)
        with session.chdir(tree):
            require_sandbox(session, *AS_NOBODY, python)
            home = {"HOME": str(tree), "XDG_CACHE_HOME": f"{tree}/.cache", "TMPDIR": None}
            nobody = (*AS_NOBODY, python)
            run_busy_tests(session, "sandbox", *SANDBOX, user=nobody, env=home)


def python_of_nobody(session: nox.Session) -> str:
    """A Python that all users can run, which one in a folder of root's is not."""
    known = (os.path.realpath(sys.executable), "/usr/bin/python3")
    usable = [
        python
        for python in known
        if subprocess.run([*AS_NOBODY, python, "-c", ""], check=False).returncode == 0
    ]
    if not usable:
        session.error(f"nobody cannot run any of {known}")
    return usable[0]


@nox.session(venv_backend="none")
def package(session: nox.Session) -> None:
    """Make packages and verify them with judges' own tools, where these can be had."""
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        top = Path(folder)
        tools = [_tool(session, "problemtools", top, ("python3",))]
        tools.append(_tool(session, "bapctools", top, ("python3.14", "python3.13", "python3.12")))
        # It compiles against the headers of libseccomp (Debian package libseccomp-dev).
        tools.append(_tool(session, "dmoj", top, ("python3",)))
        run_busy_tests(session, "package", env={"PATH": path(*tools)})


def _tool(session: nox.Session, name: str, top: Path, pythons: Sequence[str]) -> str:
    """The folder of the programs of a tool from PyPI, empty if no Python here can run it.

    The tests that need the tool then skip by name.
    """
    programs = top / name / "bin"
    for python in filter(shutil.which, pythons):
        # Some programs of this name only say that they cannot be found, and end with 127.
        session.run(
            python, "-m", "venv", top / name, external=True, success_codes=[0, 1, 127], silent=True
        )
        if (pip := programs / "pip").exists():
            command = [str(pip), "install", "-q", name]
            session.run(*command, external=True, success_codes=[0, 1])
            break
    return str(programs)


@nox.session(venv_backend="none")
def judges(session: nox.Session) -> None:
    """Give packages to the judges' own code: `-- FOLDER [TARGET ...]`, with checkouts in FOLDER."""
    if not session.posargs:
        session.error("name a folder with checkouts; CONTRIBUTING.md lists them")
    run(session, "python", ".ci/judges/run.py", *session.posargs)


@nox.session(venv_backend="none")
def browser(session: nox.Session) -> None:
    """Check the types of the page, and run its tests in browsers and those of its server."""
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        if shutil.which("npm"):
            shutil.copy(PAGE_TESTS / "package.json", folder)
            install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", folder]
            session.run(*install, external=True)
            tsc = f"{folder}/node_modules/.bin/tsc"
            for project in sorted(PAGE_TESTS.glob("tsconfig*.json")):
                session.run(tsc, "-p", project, external=True)
        else:
            session.warn(
                "no npm here: types are not checked, "
                "and the tests with axe-core and of the static site skip"
            )
        modules = {"INEQSUDOKU_NODE_MODULES": f"{folder}/node_modules"}
        run_busy_tests(session, "browser", env=modules)


def require_sandbox(session: nox.Session, *python: str) -> None:
    """Without a sandbox most of its tests would skip, which must not pass unnoticed."""
    forgiven = os.environ.get("INEQSUDOKU_CI_SANDBOX") == "not needed"
    codes = [0, 1] if forgiven else [0]
    session.run(*python, "tests/support/sandboxes.py", success_codes=codes, external=True)


@nox.session(venv_backend="none")
def attack(session: nox.Session) -> None:
    """Look for defects at random for a long time: kills, layouts, hostile programs."""
    run(session, "pytest", "-m", "attack", "-n", "0", *session.posargs)
    run_tests(session, f"hypothesis and not ({OTHERS})", "--hypothesis-profile=long")


# --- other forms of the package -----------------------------------------------------------


@nox.session(venv_backend="none")
def pure_python(session: nox.Session) -> None:
    """Run the tests of all engines with `boxes` and `cells` in Python."""
    compiled = run(session, "ineqsudoku", "--version", silent=True)
    if "kernel: compiled: " not in str(compiled):
        session.error(f"nothing was compiled that Python could stand in for:\n{compiled}")
    command = ("pytest", "-m", "not (attack or slow)", *ENGINES)
    run(session, *command, env={"INEQSUDOKU_KERNEL": "python"})


@nox.session(reuse_venv=False)
def sanitize(session: nox.Session) -> None:
    """Run the tests of the kernels under AddressSanitizer and UBSan; warnings are errors."""
    session.install(f"{distribution()}[test]", env=SANITIZED)
    tests = ["pytest", "-n", "0", "-m", "not attack", "--hypothesis-profile=thorough", *KERNELS]
    session.run(*tests, env=for_sanitizers(session))


@nox.session(reuse_venv=False)
def fuzz(session: nox.Session) -> None:
    """Look for defects at random, for the seconds named behind `--`: half of them in reading, half
    in the kernels under sanitizers.

    What fails stays in `.nox/fuzzing/failures`.
    """
    seconds = str(int(session.posargs[0] if session.posargs else 60) // 2)
    try:
        session.install(f"{distribution()}[fuzz]", "--only-binary", "atheris", env=SANITIZED)
    except CommandFailed:
        session.warn("atheris cannot be installed for this Python: reading is not tried")
        session.install(str(distribution()), env=SANITIZED)
    else:
        # Kernels with sanitizers would end a process without them.
        without = {"INEQSUDOKU_KERNEL": "python"}
        session.run("python", "tests/fuzz/read.py", seconds, str(FUZZ), env=without)
    session.run("python", "tests/fuzz/kernels.py", seconds, str(FUZZ), env=for_sanitizers(session))


def for_sanitizers(session: nox.Session) -> dict[str, str]:
    """Return the environment in which a Python can load kernels with sanitizers."""
    libraries = (
        str(session.run("gcc", f"-print-file-name=lib{name}.so", silent=True, external=True))
        for name in ("asan", "ubsan")
    )
    return {
        "LD_PRELOAD": " ".join(map(str.strip, libraries)),
        "ASAN_OPTIONS": "detect_leaks=0",  # What Python never frees is not the kernels' fault.
        "PYTHONMALLOC": "malloc",  # The end of a short text is watched, too.
    }


@nox.session(reuse_venv=False)
def no_compiler(session: nox.Session) -> None:
    """Install and solve without a compiler."""
    session.install(str(distribution()), env={"CC": "false"})
    solve_elsewhere(session, "pure Python")


@nox.session(reuse_venv=False)
def wheel(session: nox.Session) -> None:
    """Build a wheel from the source distribution, and solve with it."""
    session.install(str(distribution()))
    solve_elsewhere(session, "compiled: ")


@nox.session(venv_backend="none")
def systems(session: nox.Session) -> None:
    """Run the README's commands on minimal Debian systems: all, or the suites behind `--`."""
    if os.geteuid() or not shutil.which("mmdebstrap"):
        session.skip("needs root and mmdebstrap")
    session.run("python3", ".ci/systems.py", *session.posargs, external=True)


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run the core tests with the lowest versions that pyproject.toml allows."""
    session.install("uv")
    lowest = ["uv", "pip", "install", "-q", "--resolution", "lowest-direct", "-e", ".[test]"]
    session.run(*lowest, "--python", session.virtualenv.location)
    session.run("pytest", *session.posargs)


@nox.session(python=["3.11", "3.12", "3.13", "3.14", "3.14t"])
def interpreters(session: nox.Session) -> None:
    """Run the core tests on each Python that is installed."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


def solve_elsewhere(session: nox.Session, kernel: str) -> None:
    """Solve an example in a folder from which this working tree cannot be imported.

    The catalogues of languages must be installed too.
    """
    program = ("python", "-m", "ineqsudoku")
    with TemporaryDirectory() as folder, session.chdir(folder):
        version = session.run(*program, "--language", "en", "--version", silent=True)
        if f"kernel: {kernel}" not in str(version):
            session.error(f"expected the kernel {kernel!r}, found:\n{version}")
        if "内核" not in str(session.run(*program, "--language", "zh", "--version", silent=True)):
            session.error("no Chinese is installed")
        solved = session.run("ineqsudoku", "solve", str(EXAMPLE), silent=True)
    if solved != EXAMPLE.with_suffix(".out").read_text(encoding="ascii"):
        session.error(f"wrong solution:\n{solved}")


@cache
def distribution() -> Path:
    """Build a source distribution; what is installed from it reuses no file of earlier builds."""
    shutil.rmtree(DISTRIBUTION, ignore_errors=True)
    build = [str(shared() / "python"), "-m", "build", "-q", "--sdist", "-o", str(DISTRIBUTION)]
    subprocess.run(build, cwd=ROOT, check=True)
    (source,) = DISTRIBUTION.glob("*.tar.gz")
    return source


def unpacked(source: Path, folder: Path) -> Path:
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    return folder / source.name.removesuffix(".tar.gz")


# --- checks of the source, benchmarks -----------------------------------------------------


@nox.session(venv_backend="none")
def lint(session: nox.Session) -> None:
    """Check style and types."""
    run(session, "ruff", "check", ".")
    run(session, "ruff", "format", "--check", ".")
    run(session, "clang-format", "--dry-run", "--Werror", *map(str, c_sources()))
    run(session, "mypy")
    run(session, "lint-imports")
    workflows = map(str, sorted((ROOT / ".github" / "workflows").iterdir()))
    run(session, "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)


def c_sources() -> list[Path]:
    """The sources that are compiled; those that a package hands to a judge are C++."""
    return sorted(path for path in (ROOT / "ineqsudoku").rglob("*.[ch]"))


@nox.session(venv_backend="none")
def bench(session: nox.Session) -> None:
    """Try the benchmarks with few puzzles, and run the tests that ask other solvers."""
    scripts = ", ".join(sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py")))
    run(session, "python", "-c", f"import {scripts}", env={"PYTHONPATH": "benchmarks"})
    run(session, "python", "benchmarks/compare.py", "--quick")
    run(session, "python", "benchmarks/growth.py", "--quick")
    run_tests(session, f"not ({OTHERS})", "tests/core/formats/test_conversion.py")
