"""Count the changes of the source that no test notices: `python .ci/mutants.py [WORD]… [PATTERN]…`.

`nox -s mutants` installs mutmut and calls this.  Words select modules by parts of their paths, and
patterns select changes by their names: `diagnose '*[05]'` is a fifth of the changes of `diagnose`.
Everything is done in copies of the tree.  Each group of modules is followed by its table and the
changes that survived.

mutmut changes the bodies of functions and methods without decorators; it leaves out tables of
modules, properties and cached functions.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]

SIZES = "tests/core/search/test_sizes.py"
SHOWN = "tests/apps/pictures/test_shown_values.py"
FORMATS = "tests/core/formats/test_formats.py"
CONVERSION = "tests/core/formats/test_conversion.py"

TESTS = {
    "ineqsudoku/puzzle.py": ["tests/core/test_puzzle.py", FORMATS, SIZES, SHOWN],
    "ineqsudoku/relations.py": ["tests/core/test_relations.py", SIZES],
    "ineqsudoku/checker/*.py": [
        "tests/apps/solve/test_check.py",
        "tests/core/checker/test_rules.py",
        SIZES,
    ],
    "ineqsudoku/apps/diagnose/*.py": [
        "tests/apps/diagnose",
        "tests/apps/diagnose/test_validate.py",
        "tests/apps/pictures/test_draw.py",
        SHOWN,
    ],
    "ineqsudoku/search/engines.py": ["tests/core/search/test_engines.py", SIZES],
    "ineqsudoku/formats/registry.py": [
        "tests/core/formats/test_registry.py",
        CONVERSION,
    ],
}
"""The tests that should notice changes, by module."""

SETTINGS = {
    "source_paths": ["ineqsudoku"],
    "also_copy": ["benchmarks", "docs", "examples", "grammar"],
    "pytest_add_cli_args": [
        "-n0",
        "-pno:cacheprovider",
        "--hypothesis-profile=mutants",
        # mutmut collects the tests twice in a process; pytest would escape some names twice.
        "-odisable_test_id_escaping_and_forfeit_all_rights_to_community_support=true",
    ],
    # A change that makes tests five times as slow counts as noticed.
    "timeout_constant": ["2"],
    "timeout_multiplier": ["5"],
}

MEMORY = 4 * 1024**3
"""The limit of memory, as a change may make a list grow for ever."""

CONFTEST = """
import sys


def pytest_make_parametrize_id(val):
    return ascii(val) if isinstance(val, bytes) else None


def pytest_sessionstart():
    for name, module in [*sys.modules.items()]:
        if name.startswith(("ineqsudoku", "test_")):
            for value in [*vars(module).values()]:
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
"""
"""Names for parameters that are bytes, which pytest lacks without its escapes; and empty caches,
since each change is tried in a fork of a process that has run the tests before."""

OUTCOMES = {
    **dict.fromkeys((1, 3, -9, -11), "killed"),
    **dict.fromkeys((0, 5, 33), "survived"),  # 5 and 33: no test runs the code.
    -24: "timeout",
}
"""By the exit code that mutmut notes; any other is a fault of the run."""

HEADS = ("killed", "timeout", "survived", "fault")


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    patterns = [argument for argument in sys.argv[1:] if "*" in argument] or ["*"]
    # No change has such a name, but all functions have.  Before it tries any change, mutmut runs
    # the tests of these functions by name: if pytest cannot find one of them, the run fails here
    # instead of counting every change as killed.
    patterns.append("*[!0-9]")
    words = [argument for argument in sys.argv[1:] if "*" not in argument] or [""]
    heads = (f"{head:>9}" for head in ("mutants", *HEADS, "score"))
    print(f"{'module':42}", *heads, sep="")
    for modules, tests in TESTS.items():
        paths = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(modules))
        if chosen := [path for path in paths if any(word in path for word in words)]:
            with TemporaryDirectory(prefix="ineqsudoku-") as folder:
                tree = Path(folder, "tree")
                shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "build"))
                try_changes(tree, chosen, tests, patterns)


def try_changes(tree: Path, modules: list[str], tests: list[str], patterns: list[str]) -> None:
    chosen = {"only_mutate": modules, "pytest_add_cli_args_test_selection": tests}
    lines = ("\n  ".join([f"{key} =", *values]) for key, values in {**SETTINGS, **chosen}.items())
    (tree / "setup.cfg").write_text("\n".join(["[mutmut]", *lines, ""]), encoding="utf-8")
    with (tree / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(CONFTEST)
    mutmut(tree, "run", "--max-children", str(os.cpu_count()), *patterns)
    survivors = []
    for module in modules:
        data = json.loads((tree / "mutants" / f"{module}.meta").read_text(encoding="utf-8"))
        done = data["exit_code_by_key"].items()
        codes = {name: code for name, code in done if code is not None}
        if not codes:
            continue
        outcomes = {name: OUTCOMES.get(code, "fault") for name, code in codes.items()}
        counts = Counter(outcomes.values())
        numbers = (f"{number:9}" for number in (len(codes), *(counts[head] for head in HEADS)))
        score = (counts["killed"] + counts["timeout"]) / len(codes)
        print(f"{module:42}", *numbers, f"{score:9.1%}", sep="")
        survivors += [name for name, outcome in outcomes.items() if outcome == "survived"]
    for name in survivors:
        print(mutmut(tree, "show", name), flush=True)


def mutmut(tree: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["mutmut", *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONHASHSEED": "0"},  # mutmut runs tests in the order of a set.
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}{done.stderr[-3000:]}\nmutmut ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
