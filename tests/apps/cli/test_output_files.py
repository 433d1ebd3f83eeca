"""Files that commands write: the same behaviour in all of them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from commands import Command, run_program
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER
from sandboxes import skip_without_supervisor

from ineqsudoku.apps.cli.files import write_output

FILES = {
    "solve": "solve --output {} p.in",
    "generate": "generate 2 --seed 7 --output {}",
    "convert": "convert --to compact --output {} p.in",
    "validate": "validate --fix --output {} p.in",
    "validate --draw": "validate --draw {} p.in",
    "draw": "draw --to svg --output {} p.in",
    "explain --draw": "explain --draw {} p.in",
    "grade --html": "grade --no-sandbox p.py --tests tests --store s --html {}",
    "grade --ranking": "grade --no-sandbox --contestants c --tests tests --store s --ranking {}",
}
"""Calls that write a file."""

FOLDERS = {
    "solve": "solve --output-dir {} p.in",
    "draw": "draw --output-dir {} p.in",
    "generate": "generate --seed 7 --output-dir {}",
}
"""Calls that write a folder."""

WRITES_STDOUT = ("solve", "generate", "convert", "validate", "draw")
"""Calls for which `-` is standard output."""

CORE = ("validate", "draw", "explain --draw", "grade --ranking")

some_files = pytest.mark.parametrize(
    "template",
    [
        pytest.param(call, id=name, marks=[] if name in CORE else [pytest.mark.slow])
        for name, call in FILES.items()
    ],
)

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("tests", "dir", "c/alice"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("p.in", "tests/1.in"):
        (tmp_path / name).write_text(CONTEST, encoding="ascii")
    (tmp_path / "tests" / "1.out").write_text(CONTEST_ANSWER, encoding="ascii")
    for name in ("p.py", "c/alice/1.py"):
        (tmp_path / name).write_text(f"print({CONTEST_ANSWER!r})", encoding="ascii")
    return tmp_path


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def call(ineqsudoku: Command, template: str, path: object) -> tuple[int, str, str]:
    if template.startswith("grade"):
        skip_without_supervisor()
    return ineqsudoku(*(word.format(path) for word in template.split()))


def with_suffix(call: str, name: str) -> str:
    """The name, with the suffix that pictures require."""
    return f"{name}.svg" if "--draw" in call else name


@some_files
def test_a_file_is_written(ineqsudoku: Command, folder: Path, template: str) -> None:
    name = with_suffix(template, "out")
    ran = call(ineqsudoku, template, name)
    assert ran[0] == 0, ran
    assert names(folder) - {"s"} >= {name}
    assert (folder / name).stat().st_size
    assert not [path for path in names(folder) if ".part" in path]


@pytest.mark.parametrize("template", FILES.values(), ids=FILES)
def test_a_folder_that_is_not_there_is_reported_before_any_work(
    ineqsudoku: Command, folder: Path, template: str
) -> None:
    before = names(folder)
    option = template.split(" {}")[0].split()[-1]
    code, out, err = call(ineqsudoku, template, with_suffix(template, "nowhere/out"))
    assert (code, out) == (2, "")
    assert err.endswith(f"Error: {option}: there is no folder {folder}/nowhere\n")
    assert names(folder) == before


@pytest.mark.parametrize("template", FILES.values(), ids=FILES)
def test_a_folder_is_no_output_file(ineqsudoku: Command, folder: Path, template: str) -> None:
    os.rename(folder / "dir", folder / "dir.svg")
    before = names(folder)
    for name in ("dir.svg", "dir.svg/", "nowhere/dir.svg/"):
        code, out, err = call(ineqsudoku, template, name)
        assert (code, out) == (2, "")
        assert "dir.svg" in err
    code, out, err = call(ineqsudoku, template, "")
    assert (code, out) == (2, "")
    assert "the name is empty" in err
    assert names(folder) == before


@pytest.mark.parametrize("name", ["solve", "generate", "convert"])
def test_a_file_gets_what_standard_output_would_get(
    ineqsudoku: Command, folder: Path, name: str
) -> None:
    (folder / "out").write_text("as it was")
    os.chmod(folder / "out", 0o640)
    (folder / "link").symlink_to("out")
    expected = call(ineqsudoku, FILES[name], "-")
    assert call(ineqsudoku, FILES[name], "link") == (0, "", expected[2])
    assert (folder / "link").is_symlink()
    assert (folder / "out").read_text() == expected[1]
    assert (folder / "out").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("arguments", "code", "is_written"),
    [
        ("solve p.in none.in", 2, True),
        ("solve none.in", 2, False),
        ("solve - p.in", 2, True),
        ("solve --any empty.txt", 0, True),
        ("solve --node-limit 1 --engine rowmajor p.in", 1, True),
        ("convert --to compact none.in", 2, False),
        ("convert --to plain p.in", 2, False),
        ("generate 3 --seed 7 --kind partial --signs 4 --search-time 0.2", 1, False),
    ],
)
def test_without_any_result_a_file_stays(
    ineqsudoku: Command, folder: Path, arguments: str, code: int, is_written: bool
) -> None:
    (folder / "out").write_text("as it was")
    (folder / "empty.txt").write_text("." * 108)
    before = names(folder)
    printed = ineqsudoku(*arguments.split(), stdin=b"no puzzle")
    ran = ineqsudoku(*arguments.split(), "--output", "out", stdin=b"no puzzle")
    assert (ran.code, ran.out, ran.err) == (code, "", printed.err)
    assert (folder / "out").read_text() == (printed.out if is_written else "as it was")
    assert bool(printed.out) == is_written
    assert names(folder) == before


def test_results_of_several_files_and_processes_go_to_one_file(
    ineqsudoku: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ineqsudoku.apps.batch.ordered_map.PATIENCE", -1.0)
    (folder / "q.in").write_text(CONTEST * 100)
    expected = ineqsudoku("solve", "p.in", "q.in", "--jobs", 1).out
    assert ineqsudoku("solve", "--output", "out", "p.in", "q.in", "--jobs", 2) == (0, "", "")
    assert (folder / "out").read_text() == expected


@needs_full
@some_files
def test_a_full_disk_is_trouble(
    ineqsudoku: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    """`full.svg` is a link because pictures need a suffix.  A mended layout only goes where it can
    be written completely or not at all.  Only root can make files in `/dev`."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != "/dev" and access(path, mode))
    (folder / "full.svg").symlink_to("/dev/full")
    code, _, err = call(ineqsudoku, template, "full.svg")
    assert code == 2
    if "--fix" in template:
        assert err.endswith("full.svg is not a regular file and cannot be replaced\n")
    else:
        assert err.endswith("full.svg: No space left on device\n")


@pytest.mark.parametrize(
    "template",
    [template for template in FILES.values() if "p.in" in template or "p.py" in template],
)
def test_an_input_is_not_overwritten(ineqsudoku: Command, folder: Path, template: str) -> None:
    source = "p.py" if "p.py" in template else "p.in"
    (folder / "link.svg").symlink_to(source)
    before = (folder / source).read_bytes()
    for name in ("link.svg", *[source] * ("--draw" not in template)):
        code, out, err = call(ineqsudoku, template, name)
        assert (code, out) == (2, "")
        assert f"{source} would be overwritten" in err or "is the input itself" in err
        assert (folder / source).read_bytes() == before


@pytest.mark.parametrize("name", WRITES_STDOUT)
def test_a_hyphen_is_standard_output(ineqsudoku: Command, folder: Path, name: str) -> None:
    code, out, _ = call(ineqsudoku, FILES[name], "-")
    assert code == 0
    assert out
    assert not (folder / "-").exists()


@pytest.mark.parametrize("template", FOLDERS.values(), ids=FOLDERS)
def test_a_file_is_no_output_folder(ineqsudoku: Command, folder: Path, template: str) -> None:
    before = names(folder)
    for name in ("p.in", "/dev/null"):
        code, out, err = call(ineqsudoku, template, name)
        assert (code, out) == (2, "")
        assert name in err
    assert names(folder) == before


@pytest.mark.parametrize("template", FOLDERS.values(), ids=FOLDERS)
def test_an_output_folder_is_made(ineqsudoku: Command, folder: Path, template: str) -> None:
    assert call(ineqsudoku, template, "new/folder")[0] == 0
    assert names(folder / "new" / "folder")


@pytest.mark.parametrize(
    "template",
    [
        *(FILES["validate"], FOLDERS["draw"]),
        *slow([FILES["validate --draw"], FILES["draw"]]),
        *slow([FILES["explain --draw"]]),
    ],
)
def test_an_interrupt_leaves_no_part_of_a_file(folder: Path, template: str) -> None:
    """It arrives when the file is written, but is not yet in its place."""
    (folder / "library").mkdir()
    (folder / "library" / "sitecustomize.py").write_text(
        "import os, signal\nos.fsync = lambda _: signal.raise_signal(signal.SIGTERM)\n"
    )
    (folder / "out.svg").write_text("as it was")
    before = names(folder)
    path = "dir" if "--output-dir" in template else "out.svg"
    library = {"PYTHONPATH": str(folder / "library"), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = run_program(*template.format(path).split(), env={**os.environ, **library})
    assert (ran.returncode, ran.stderr) == (128 + signal.SIGTERM, "interrupted\n")
    assert names(folder) == before
    assert (folder / "out.svg").read_text() == "as it was"


@pytest.mark.parametrize(
    "arguments",
    [
        "solve {}",
        "validate {}",
        "explain {}",
        "hint {}",
        "hint p.in --progress {}",
        "draw {}",
        "convert --to compact {}",
        "check p.in {}",
        "check {} p.in",
        "grade --no-sandbox p.py --store s --tests {}",
        "grade --no-sandbox --store s --tests tests {}",
        "grade --no-sandbox --store s --tests tests p.py --languages {}",
        "package --to kattis --output k --unproven --tests {}",
    ],
)
def test_an_input_that_is_not_there_is_trouble(
    ineqsudoku: Command, folder: Path, arguments: str
) -> None:
    before = names(folder)
    for name, reason in (("none", "No such file or directory"), ("p.in/x", "Not a directory")):
        assert call(ineqsudoku, arguments, name) == (2, "", f"{name}: {reason}\n")
    assert names(folder) == before


def test_an_interrupt_while_a_file_is_made_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python raises it when the call returns, and the file is there."""
    make = os.open

    def make_and_interrupt(*arguments: Any) -> int:
        os.close(make(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "open", make_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_output(tmp_path / "solved.out", b"539468217")
    assert not [*tmp_path.iterdir()]
