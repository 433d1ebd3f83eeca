"""Polygon2DOMjudge: it converts the package, whose checker then judges right and empty outputs."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from p2d import ConvertOptions, convert

package = Path(sys.argv[2])
with TemporaryDirectory() as folder:
    top = Path(folder)
    convert(package, short_name="A", options=ConvertOptions(output=top / "out.zip"))
    subprocess.run(["unzip", "-q", "out.zip"], cwd=top, check=True)
    checker = top / "output_validators" / "checker"
    subprocess.run(["g++", "-std=c++17", "-o", "check", "check.cpp"], cwd=checker, check=True)
    inputs = sorted(top.glob("data/*/*.in"))
    assert len(inputs) == len([*package.glob("tests/*.a")]), "tests are missing"
    for test in inputs:
        answer = test.with_suffix(".ans")
        for output, expected in (answer, 42), (Path("/dev/null"), 43):
            command = [str(checker / "check"), str(test), str(answer), f"{top}/"]
            code = subprocess.run(command, stdin=output.open(), capture_output=True).returncode
            assert code == expected, f"{test.name}, {output.name}: {code}"
    sent = sorted(file.parent.name for file in top.glob("submissions/*/*"))
    assert sent.count("accepted") == 2, sent
    assert len(sent) == len([*package.glob("solutions/*")]), sent
    problem = yaml.safe_load((top / "problem.yaml").read_text(encoding="utf-8"))
print(f"title: {problem['name']}")
print(f"{len(inputs)} tests, {len(sent)} submissions, {problem['limits']['memory']} MiB")
