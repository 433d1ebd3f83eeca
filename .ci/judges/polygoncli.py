"""polygon-cli: it sends the package to Polygon; here, nothing answers.

Polygon cannot use programs that it did not get, so that checker and validator must be sent.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from polygon_cli.problem import ProblemSession

sent: list[tuple[str, dict[str, Any]]] = []


class Session(ProblemSession):  # type: ignore[misc]
    def send_api_request(self, api_method: str, params: Any, *_: bool, **__: bool) -> Any:
        sent.append((api_method.removeprefix("problem."), dict(params)))
        return {}


def all_of(method: str) -> list[dict[str, Any]]:
    return [params for name, params in sent if name == method]


package = Path(sys.argv[2])
with redirect_stdout(sys.stderr):
    Session("", 1, None).import_problem_from_package(package)
tests = [test for test in all_of("saveTest") if "testInput" in test]
inputs = [file.read_text() for file in sorted(package.glob("tests/*")) if file.suffix != ".a"]
assert [test["testInput"] for test in tests] == inputs, "the tests differ"
files = [file["name"] for file in all_of("saveFile")]
for program in ("checker", "validator"):
    (used,) = all_of(f"set{program.title()}")
    assert used[program] in files, f"the {program} was not sent"
solutions = all_of("saveSolution")
assert len(solutions) == len([*package.glob("solutions/*")]), "solutions are missing"
assert [it["tag"] for it in solutions].count("MA") == 1, "there must be one main solution"
statements = all_of("saveStatement")
assert statements, "no statement was sent"
for statement in statements:
    for section in ("legend", "input", "output", "notes"):
        assert statement[section].strip(), f"no {section} in {statement['lang']}"
points = sum((float(test.get("testPoints", 0)) for test in all_of("saveTest")), 0.0)
assert points == (100 if all_of("saveTestGroup") else 0), f"the tests have {points} points"
print(f"{len(tests)} tests, {points:g} points, statements in {len(statements)} languages")
