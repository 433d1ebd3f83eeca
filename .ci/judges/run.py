"""Gives packages to the judges' own code: `python .ci/judges/run.py FOLDER [TARGET ...]`.

FOLDER has checkouts of the judges' repositories under their names.  Each judge has a table in
`judges.toml` and, beside it, a script of the same name, which reads a package with the judge's
code.  The script gets the checkout and the package as arguments; its current folder has what was
installed for it.  It ends with 0 if the judge accepts the package, and its last line says what the
judge read, such as `20 tests, 100 points`.  A line `title: ...` has the title that the judge would
show.

Judges that cannot be run here are skipped by name.  The exit code is 1 if a judge refuses a
package, or if no judge can be run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from typing import Any

import ineqsudoku as iq
from ineqsudoku.apps.package.files import TARGETS, table

SCRIPTS = Path(__file__).parent.absolute()

TEXTS = {
    "dash": '- it\'s: "#1"',
    "markup": "<b>&amp;</b> ]]> 100% \\n {x} `$1`",
    "boolean": "yes",
    "number": "123",
    "emoji": "新数独 🧩",
}
"""Texts that some format takes for something else unless they are quoted."""

PACKAGES = {
    "6 tests": ["--tests", "6"],
    # Hydro refuses more than 60 s for all tests together.
    "20 tests": ["--tests", "20", "--time-limit", "1"],
    "41 given": ["--tests", "41", "--time-limit", "0.5", "--time-limit", "java=0.7"],
    "subtasks": ["--tests", "20", "--time-limit", "1", "--subtasks", "--points", "20,30,50"],
    "English": ["--tests", "6", "--statement-language", "en"],
    "Chinese": ["--tests", "6", "--statement-language", "zh"],
    "proven": ["--tests", "6"],
    **{
        name: ["--tests", "6", f"--title={text}", f"--author={text}"]
        for name, text in TEXTS.items()
    },
}
"""The options of packages; all but `proven` are also `--unproven`, which is quicker."""


PIP = "python3 -m venv venv; venv/bin/pip install -q"
NPM = "npm install --silent --no-audit --no-fund tsx"
LANGUAGES = {
    ".php": ("php", ":", "php"),
    ".py": ("python3", PIP, "PYTHONPATH=$CHECKOUT venv/bin/python"),
    ".ts": ("npm", NPM, "NODE_PATH=node_modules node_modules/.bin/tsx"),
}
"""A program, a command that installs libraries, and one that runs a script, by its suffix."""


@dataclass(frozen=True)
class Judge:
    """A table of `judges.toml`, with the folders of a run."""

    name: str
    target: str
    checkout: Path
    scratch: Path
    needs: str = ""
    libraries: str = ""
    install: str = ""
    environment: str = ""

    def obstacle(self) -> str:
        """Install what the judge needs; return why it cannot be run, or nothing."""
        if not self.checkout.is_dir():
            return f"no checkout {self.checkout.name}"
        program, install, _ = LANGUAGES[self.script().suffix]
        if missing := [name for name in (program, *self.needs.split()) if not shutil.which(name)]:
            return f"no {', '.join(missing)}"
        self.scratch.mkdir()
        try:
            self.shell(f"{install} {self.libraries}\n{self.install}")
        except CalledProcessError as error:
            return f"cannot be installed: {end_of(error)}"
        return ""

    def read(self, name: str) -> str:
        """Give a package to the judge; return what it says."""
        package = write_package(self.target, name)
        _, _, run = LANGUAGES[self.script().suffix]
        arguments = map(str, (self.script(), self.checkout, package))
        said = self.shell(f'{self.environment} {run} "$@"', *arguments)
        title = re.search("^title: (.*)", said, re.MULTILINE)
        if title and title[1] != TEXTS.get(name, title[1]):
            raise CalledProcessError(1, run, f"wrong {title[0]}", "")
        return said.splitlines()[-1]

    def script(self) -> Path:
        (script,) = SCRIPTS.glob(f"{self.name}.*")
        return script

    def shell(self, command: str, *arguments: str) -> str:
        """Run a command in the scratch folder; return what it prints."""
        environment = {**os.environ, "CHECKOUT": str(self.checkout)}
        return output_of("sh", "-ec", command, "sh", *arguments, cwd=self.scratch, env=environment)

    def version(self) -> str:
        """Return the commit of the checkout, which git or a file `COMMIT` knows."""
        if (self.checkout / ".git").exists():
            describe = "git", "describe", "--always", "--tags"
            return output_of(*describe, cwd=self.checkout).strip()
        return (self.checkout / "COMMIT").read_text().strip()


def output_of(*command: str, **settings: Any) -> str:
    settings |= {"check": True, "capture_output": True, "encoding": "utf-8", "errors": "replace"}
    return str(subprocess.run(command, **settings).stdout)


def end_of(error: CalledProcessError) -> str:
    return f"{error.stdout}{error.stderr}"[-2000:].strip()


def write_tests() -> None:
    """Write the tests of all packages to folders of the current one."""
    for count in (6, 20):
        options = iq.PackageOptions("kattis", generate=count, seed=1, unproven=True)
        problem = iq.build_package(options).problem
        for test in problem.tests:
            group = "sample" if test.is_sample else problem.groups[test.group - 1].name
            Path(str(count), group).mkdir(parents=True, exist_ok=True)
            Path(str(count), group, f"{test.name}.in").write_text(test.input)
    Path("41").mkdir()
    for number, made in enumerate(iq.generate(41, seed=1)):
        Path("41", f"{number}.in").write_text(iq.write(made.puzzle, "extended"))


def write_package(target: str, name: str) -> Path:
    """Write a package unless it exists; return a copy, which a judge may change."""
    package = Path("packages", target, name)
    if not package.exists():
        proof = [] if name == "proven" else ["--unproven"]
        command = [sys.executable, "-m", "ineqsudoku", "package", "--to", target, *PACKAGES[name]]
        output_of(*command, *proof, "--output", str(package))
    copy = Path("copy", "inequalitysudoku").absolute()  # which is the name of the problem
    shutil.rmtree(copy, ignore_errors=True)
    return Path(shutil.copytree(package, copy))


def try_judge(judge: Judge) -> dict[str, str]:
    """Give all packages to a judge; print what it says, and return what became of them."""
    outcomes = dict.fromkeys(PACKAGES, "-")
    for name, options in PACKAGES.items():
        if "--subtasks" in options and "has_subtasks" not in table(judge.target):
            continue
        try:
            said, outcomes[name] = judge.read(name), "yes"
        except CalledProcessError as error:
            said, outcomes[name] = end_of(error), "NO"
        print(f"  {name}: {said}", flush=True)
    return outcomes


def main() -> int:
    folder = Path(sys.argv[1]).absolute()
    targets = sys.argv[2:] or TARGETS
    tables = tomllib.loads((SCRIPTS / "judges.toml").read_text(encoding="utf-8"))
    heads, rows = [], {}
    with TemporaryDirectory(prefix="ineqsudoku-") as scratch:
        os.chdir(scratch)
        write_tests()
        for name, row in tables.items():
            if row["target"] in targets:
                row["checkout"] = folder / row["checkout"]
                judge = Judge(name, scratch=Path(scratch, name), **row)
                obstacle = judge.obstacle()
                heads.append(f"{name}: {f'skipped: {obstacle}' if obstacle else judge.version()}")
                print(heads[-1], flush=True)
                rows[name] = dict.fromkeys(PACKAGES, "skipped") if obstacle else try_judge(judge)
        os.chdir("/")
    print("\nAccepted packages:", *heads, sep="\n")
    for name, row in {"": {package: package for package in PACKAGES}, **rows}.items():
        print(f"{name:16}", *(f"{row[package]:>{max(7, len(package))}}" for package in PACKAGES))
    outcomes = {outcome for row in rows.values() for outcome in row.values()}
    return "NO" in outcomes or "yes" not in outcomes


if __name__ == "__main__":
    sys.exit(main())
