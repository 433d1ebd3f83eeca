"""CMS: its loader reads the task, and its checker step judges right and empty outputs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from cms.grading.steps import trusted
from cmscontrib.loaders.italy_yaml import YamlLoader


class Storage:
    """Stands in for CMS's file cacher; the digest of a file is its path."""

    def put_file_from_path(self, path: str, description: str = "") -> str:
        return path


class Box:
    """Stands in for CMS's sandbox."""

    stdout_file, stderr_file = "stdout", "stderr"

    def __init__(self, folder: str, output: str) -> None:
        self.folder = Path(folder)
        shutil.copy(output, self.folder / "user_output.txt")

    def file_exists(self, name: str) -> bool:
        return (self.folder / name).exists()

    def create_file_from_storage(
        self, name: str, digest: str, storage: Storage, executable: bool = False
    ) -> None:
        shutil.copy(digest, self.folder / name)

    def get_file_text(self, name: str) -> TextIO:
        return (self.folder / name).open(encoding="utf-8")


def run(box: Box, commands: list[list[str]]) -> tuple[bool, bool, None]:
    """Stands in for `trusted_step`, which runs commands in the sandbox."""
    with (box.folder / "stdout").open("w") as out, (box.folder / "stderr").open("w") as err:
        code = subprocess.run(commands[0], cwd=box.folder, stdout=out, stderr=err).returncode
    return True, code == 0, None


def outcome(checker: str, test: Any, output: str) -> float:
    with TemporaryDirectory() as folder:
        files = Storage(), checker, test.input, test.output
        success, value, *_ = trusted.checker_step(Box(folder, output), *files, "user_output.txt")
    assert success, "the checker failed"
    return float(value)


trusted.trusted_step = run
package = sys.argv[2]
subprocess.run(["make", "-s", "-C", f"{package}/check"], check=True)
task = YamlLoader(package, Storage()).get_task(get_statement=False)
data = task.active_dataset
tests = data.testcases
public = {name: test.public for name, test in tests.items()}
module = import_module(f"cms.grading.scoretypes.{data.score_type}")
score = getattr(module, data.score_type)(data.score_type_parameters, public)
assert score.max_public_score == 0, f"the samples have {score.max_public_score} points"
assert round(score.max_score, 6) == 100, f"all tests together have {score.max_score} points"
assert data.task_type_parameters[2] == "comparator", "no checker"
for test in tests.values():
    checker = data.managers["checker"].digest
    for output, expected in (test.output, 1.0), ("/dev/null", 0.0):
        assert outcome(checker, test, output) == expected, f"{test.codename} {output}"
print(f"title: {task.title}")
print(f"{len(tests)} tests, {sum(public.values())} public, {data.score_type} with 100 points")
