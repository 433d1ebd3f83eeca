"""The tasks of developers and of CI: `nox --list` lists them, CONTRIBUTING.md explains them.

A session changes nothing in the working tree but `.nox`, the kernels that an editable install
compiles in place, and caches: whatever is built is built elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nox
from nox.command import CommandFailed

nox.options.default_venv_backend = "none"
ROOT = Path(__file__).parent
SHARED = ROOT / ".nox" / "shared"
"""The environment of all sessions that have none of their own."""

OTHERS = "browser or cluster or docs or languages or package or sandbox"
"""The suites of tests with sessions of their own, but those of `thorough` and `attack`."""

SANITIZED = {
    "CFLAGS": "-Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all",
    "LDFLAGS": "-fsanitize=address,undefined",
}
"""The environment in which kernels are compiled with sanitizers; warnings are errors."""

AS_NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env")


@cache
def shared() -> Path:
    """Make the shared environment; return the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", SHARED], check=True)
    programs = SHARED / "bin"
    extras = ".[bench,dev,docs]"
    subprocess.run([programs / "pip", "install", "-q", "-e", extras], cwd=ROOT, check=True)
    return programs


def run(session: nox.Session, program: str, *arguments: str, **environment: str) -> None:
    """Run a program of the shared environment, whose programs come first in PATH."""
    environment = {"PATH": path(), **environment}
    session.run(str(shared() / program), *arguments, env=environment, external=True)


def path(*folders: str) -> str:
    """Return a search path for programs with those of the shared environment first."""
    return os.pathsep.join([str(shared()), os.environ["PATH"], *folders])


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and types."""
    run(session, "ruff", "check", ".")
    run(session, "ruff", "format", "--check", ".")
    sources = sorted(map(str, (ROOT / "ineqsudoku").rglob("*.[ch]")))
    run(session, "clang-format", "--dry-run", "--Werror", *sources)
    run(session, "mypy")
    run(session, "lint-imports")
    workflows = map(str, sorted((ROOT / ".github" / "workflows").iterdir()))
    run(session, "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)


def run_tests(session: nox.Session, marked: str, *arguments: str) -> None:
    run(session, "pytest", "-m", f"({marked}) and not attack", *arguments, *session.posargs)


def run_busy_tests(
    session: nox.Session,
    marked: str,
    *options: str,
    python: tuple[str, ...] = (),
    **environment: str,
) -> None:
    """Run tests that start many processes, and those that fail once more, one at a time.

    A program that is judged, a browser or a worker may miss its time limit because the tests
    beside it use all cores.  `python`: the command of another Python than the shared one.
    """
    if not python:
        python, environment = (str(shared() / "python"),), {"PATH": path(), **environment}
    command = [*python, "-m", "pytest", "-m", f"({marked}) and not attack", *session.posargs]
    try:
        session.run(*command, *options, env=environment, external=True)
    except CommandFailed:
        session.warn("the tests that failed run once more, alone")
        again = ("-n", "1", "--last-failed", "--last-failed-no-failures", "none")
        session.run(*command, *again, env=environment, external=True)


@nox.session(venv_backend="venv")
def test(session: nox.Session) -> None:
    """Run the core tests, as the README's command does."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def thorough(session: nox.Session) -> None:
    """Run slow tests, properties with more examples, and what skips where programs are missing."""
    chosen = f"(slow or hypothesis or skipif) and not ({OTHERS})"
    run_tests(session, chosen, "--hypothesis-profile=thorough")


@nox.session(default=False)
def attack(session: nox.Session) -> None:
    """Look for defects at random for a long time: kills, layouts, hostile programs."""
    run(session, "pytest", "-m", "attack", "-n", "0", *session.posargs)
    run_tests(session, f"hypothesis and not ({OTHERS})", "--hypothesis-profile=long")


@nox.session
def cluster(session: nox.Session) -> None:
    """Run the tests that start Dask clusters of processes of this machine."""
    run_busy_tests(session, "cluster", "-n", "0")


@nox.session
def docs(session: nox.Session) -> None:
    """Run the documents' examples, look for translations, and build the site without dead links."""
    run_tests(session, "docs or languages")
    with TemporaryDirectory() as folder:
        run(session, "sphinx-build", "-q", "-W", "--keep-going", "-n", "docs", folder)


@nox.session
def sandbox(session: nox.Session) -> None:
    """Run the tests that need a sandbox or compilers; root runs some of them as nobody, too."""
    run(session, "python", "tests/support/sandboxes.py")
    run_busy_tests(session, "sandbox")
    if os.geteuid():
        return
    # Other users cannot read every checkout, and hypothesis writes into the current folder.
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        top = Path(folder)
        top.chmod(0o755)
        # Root's own Python may lie where others cannot read.
        pythons = (os.path.realpath(sys.executable), "/usr/bin/python3")
        base = next(one for one in pythons if not subprocess.call([*AS_NOBODY, one, "-c", ""]))
        session.run(base, "-m", "venv", top / "venv", external=True)
        shutil.unpack_archive(distribution(), top, filter="data")
        tree = top / distribution().name.removesuffix(".tar.gz")
        if (testlib := ROOT.parent / "shared" / "thirdparty").is_dir():
            (top / "shared").mkdir()
            (top / "shared" / "thirdparty").symlink_to(testlib.resolve())
        python = (*AS_NOBODY, str(top / "venv" / "bin" / "python"))
        session.run(python[-1], "-m", "pip", "install", "-q", "-e", f"{tree}[test]", external=True)
        session.run("chown", "-R", "65534:65534", tree, external=True)
        with session.chdir(tree):
            session.run(*python, "tests/support/sandboxes.py", external=True)
            home = {"HOME": str(tree), "XDG_CACHE_HOME": f"{tree}/.cache"}
            run_busy_tests(session, "sandbox", "tests/apps/sandbox", python=python, **home)


@nox.session
def package(session: nox.Session) -> None:
    """Make packages and verify them with judges' own tools, where these can be had."""
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        tools = {tool: Path(folder, tool, "bin") for tool in ("problemtools", "bapctools", "dmoj")}
        for tool, programs in tools.items():
            for python in ("python3", "python3.14", "python3.13", "python3.12"):
                with suppress(CommandFailed):  # The tests that need the tool skip by name.
                    session.run(python, "-m", "venv", "--clear", programs.parent, external=True)
                    session.run(programs / "pip", "install", "-q", tool, external=True)
                    break
        run_busy_tests(session, "package", PATH=path(*map(str, tools.values())))


@nox.session
def browser(session: nox.Session) -> None:
    """Check the types of the page, and run its tests in browsers and those of its server."""
    tests = ROOT / "tests" / "apps" / "web"
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        shutil.copy(tests / "package.json", folder)
        session.run("npm", "install", "--no-audit", "--silent", "--prefix", folder, external=True)
        for project in sorted(tests.glob("tsconfig*.json")):
            session.run(f"{folder}/node_modules/.bin/tsc", "-p", project, external=True)
        run_busy_tests(session, "browser", INEQSUDOKU_NODE_MODULES=f"{folder}/node_modules")


@cache
def distribution() -> Path:
    """Build a source distribution; what is installed from it reuses no file of earlier builds."""
    folder = ROOT / ".nox" / "distribution"
    shutil.rmtree(folder, ignore_errors=True)
    build = [str(shared() / "python"), "-m", "build", "-q", "--sdist", "-o", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True)
    return next(folder.glob("*.tar.gz"))


@nox.session(venv_backend="venv", reuse_venv=False)
def no_compiler(session: nox.Session) -> None:
    """Install from the source distribution without a compiler, and solve in another folder."""
    session.install(str(distribution()), env={"CC": "false"})
    example = ROOT / "examples" / "cqoi2013.in"
    with TemporaryDirectory() as folder, session.chdir(folder):
        version = session.run("ineqsudoku", "--language", "zh", "--version", silent=True)
        if "内核：纯 Python" not in str(version):
            session.error(f"expected no kernel, in Chinese, found:\n{version}")
        solved = session.run("ineqsudoku", "solve", str(example), silent=True)
        if solved != example.with_suffix(".out").read_text(encoding="ascii"):
            session.error(f"wrong solution:\n{solved}")


@nox.session(venv_backend="venv", reuse_venv=False)
def sanitize(session: nox.Session) -> None:
    """Run the tests of the kernels under AddressSanitizer and UBSan; warnings are errors."""
    environment = install_sanitized(session, "test")
    tests = [f"tests/core/search/test_{name}.py" for name in ("auto", "kernel")]
    thorough = ("-m", "not attack", "--hypothesis-profile=thorough")
    session.run("pytest", "-n", "0", *thorough, *tests, env=environment)


@nox.session(venv_backend="venv", reuse_venv=False, default=False)
def fuzz(session: nox.Session) -> None:
    """Look for defects of reading and, with sanitizers, of the kernels, for `-- SECONDS` in all."""
    arguments = (str(int((session.posargs or ["60"])[0]) // 2), str(ROOT / ".nox" / "fuzzing"))
    environment = install_sanitized(session, "fuzz")
    # Kernels with sanitizers would end a process without them.
    session.run("python", "tests/fuzz/read.py", *arguments, env={"INEQSUDOKU_KERNEL": "python"})
    session.run("python", "tests/fuzz/kernels.py", *arguments, env=environment)


def install_sanitized(session: nox.Session, extra: str) -> dict[str, str]:
    """Install with an extra and kernels with sanitizers; return the environment that loads them."""
    session.install(f"{distribution()}[{extra}]", "--only-binary", "atheris", env=SANITIZED)
    library = session.run("gcc", "-print-file-name=libasan.so", silent=True, external=True)
    environment = {
        "LD_PRELOAD": str(library).strip(),
        "ASAN_OPTIONS": "detect_leaks=0",  # What Python never frees is not the kernels' fault.
        "PYTHONMALLOC": "malloc",  # The end of a short text is watched, too.
    }
    # A kernel that does not compile is left out, and Python would be tested in its place.
    kernels = "from ineqsudoku.search.kernel import _boxes, _cells"
    session.run("python", "-c", kernels, env=environment)
    return environment


@nox.session
def bench(session: nox.Session) -> None:
    """Try the benchmarks with few puzzles."""
    run(session, "python", "benchmarks/compare.py", "--quick")
