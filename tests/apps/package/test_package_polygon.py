"""The package for Polygon: the shape of exported packages, and what their importers look for."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

import pytest
from packages import built, grouped as grouped, tests as tests

pytestmark = pytest.mark.package

EXPORTED = {
    "problem": "revision short-name url?",
    "names": "",
    "name": "language value",
    "statements": "",
    "statement": "charset language mathjax path type",
    "judging": "cpu-name cpu-speed input-file output-file run-count",
    "testset": "name",
    "time-limit": "",
    "memory-limit": "",
    "test-count": "",
    "input-path-pattern": "",
    "output-path-pattern": "",
    "answer-path-pattern": "",
    "tests": "",
    "test": "cmd? description? group? method? points? sample? verdict?",
    "groups": "",
    "group": "feedback-policy name points points-policy",
    "files": "",
    "resources": "",
    "executables": "",
    "executable": "",
    "source": "path type",
    "assets": "",
    "checker": "name? type",
    "copy": "path type",
    "validators": "",
    "validator": "",
    "solutions": "",
    "solution": "tag",
    "properties": "",
    "property": "name value",
    "stresses": "",
    "stress-count": "",
    "stress-path-pattern": "",
    "list": "",
}
"""The elements of packages that Polygon exported for Linux from 2021 on, with their attributes; `?`
marks those that only some have, or that only Polygon knows."""


def attributes(xml: bytes) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for element in ET.fromstring(xml).iter():
        found[element.tag].update(element.keys())
    return found


def test_problem_xml_has_the_elements_and_attributes_of_exported_ones(grouped: Path) -> None:
    files = built("polygon", grouped, has_subtasks=True)
    ours = attributes(files["problem.xml"])
    assert ours.keys() == EXPORTED.keys()
    for element, names in ours.items():
        exported = set(EXPORTED[element].split())
        assert {name for name in exported if "?" not in name} <= names
        assert names <= {name.rstrip("?") for name in exported}
    paths = {element.get("path") for element in ET.fromstring(files["problem.xml"]).iter()}
    assert paths - {None} <= files.keys()
    assert files["check.cpp"] == files["files/check.cpp"]


def test_points_are_those_of_the_tests_and_of_the_groups(grouped: Path) -> None:
    """Some importers take the points of a group, others add those of its tests."""
    testset = ET.fromstring(built("polygon", grouped, has_subtasks=True)["problem.xml"])
    points: dict[str, float] = defaultdict(float)
    for test in testset.iterfind("judging/testset/tests/test"):
        points[test.attrib["group"]] += float(test.attrib["points"])
    groups = testset.iterfind("judging/testset/groups/group")
    assert points == {group.get("name"): float(group.attrib["points"]) for group in groups}
    assert points == {"0": 0, "1": 25, "2": 75}
    plain = ET.fromstring(built("polygon", grouped)["problem.xml"])
    assert plain.find("judging/testset/groups") is None
    assert not any("points" in test.attrib for test in plain.iter("test"))


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_statements_are_the_same_in_all_places(tests: Path, language: str) -> None:
    author = 'A "B" <C> & \\D % ]]>'
    files = built("polygon", tests, author=author, time_limit=1.5, memory_limit=64)
    sections = f"statement-sections/{language}"
    statement = files[f"statements/{language}/problem.tex"].decode()
    properties = json.loads(files[f"statements/{language}/problem-properties.json"])
    head, *parts = re.split(r"\n\\(?:InputFile|OutputFile|Example|Note)\n", statement)
    title, legend = head.split("\n\n", 1)
    assert title == rf"\begin{{problem}}{{{properties['name']}}}" + (
        "{standard input}{standard output}{1.5 seconds}{64 megabytes}"
    )
    assert parts.pop().endswith("\n\\end{problem}\n")
    assert parts[2] == "\n\\begin{example}\n\\exmpfile{example.01}{example.01.a}%\n\\end{example}\n"
    for name, text in zip(("legend", "input", "output"), (legend, *parts), strict=False):
        assert files[f"{sections}/{name}.tex"].decode() == properties[name] == text
    assert files[f"{sections}/notes.tex"].decode() == properties["notes"]
    assert properties["authorName"] == author
    assert (properties["timeLimit"], properties["memoryLimit"]) == (1500, 64 << 20)
    (sample,) = properties["sampleTests"]
    for folder in (sections, f"statements/{language}"):
        assert files[f"{folder}/{sample['inputFile']}"].decode() == sample["input"]
        assert files[f"{folder}/{sample['outputFile']}"].decode() == sample["output"]
        assert f"{folder}/sample.png" in files


def test_statements_have_only_commands_that_polygon_shows_in_html(tests: Path) -> None:
    text = built("polygon", tests)["statements/english/problem.tex"].decode()
    assert r"\verb|^|" in text
    commands = {*re.findall(r"\\([A-Za-z]+)", text)} - {"InputFile", "OutputFile", "Example"}
    assert commands == {
        *("begin", "end", "item", "texttt", "verb", "includegraphics", "exmpfile", "Note")
    }
