"""`validate --fix`: what it writes, and what it never touches."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from chinese import english_words
from commands import Command, run_program
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.progress import OutOfTime
from ineqsudoku.apps.diagnose.repairs import Repairs
from ineqsudoku.apps.diagnose.signs import with_flipped
from ineqsudoku.errors import PuzzleSyntaxWarning
from ineqsudoku.formats.registry import WritableFormat
from ineqsudoku.puzzle import Puzzle

PUZZLE = iq.read(CONTEST)


def wrong(status: str, number: int = 1) -> Iterator[Puzzle]:
    """The layout with one wrong sign and this number of repairs that give one solution."""
    for relation in PUZZLE.relations:
        puzzle = with_flipped(PUZZLE, [relation])
        if iq.solve(puzzle).status == status:
            repairs = iq.find_repairs(puzzle)
            if sum(repair.status == "unique" for repair in repairs) == number:
                yield puzzle


BROKEN, BROKEN_TOO = islice(wrong("none"), 2)
TEXT = iq.write(BROKEN, "contest")
LINES = list(zip(TEXT.splitlines(), CONTEST.splitlines(), strict=True))
LINE = next(number for number, (one, other) in enumerate(LINES, 1) if one != other)
COLUMN = next(at for at in range(1, 18) if LINES[LINE - 1][0][at - 1] != LINES[LINE - 1][1][at - 1])


def fixed(ineqsudoku: Command, data: bytes, folder: Path, *options: object) -> bytes:
    """The mended form of a file, which itself stays as it is."""
    source, output = folder / "wrong.in", folder / "mended.in"
    source.write_bytes(data)
    ran = ineqsudoku("validate", "--fix", "--output", output, *options, source)
    assert ran.code == 0, ran.err
    assert source.read_bytes() == data
    return output.read_bytes()


WRITTEN: dict[str, tuple[Callable[[str], str], str]] = {
    "plain": (str, "utf-8"),
    "windows": (lambda text: text.replace("\n", "\r\n"), "utf-8"),
    "old mac": (lambda text: text.replace("\n", "\r"), "utf-8"),
    "mark": (str, "utf-8-sig"),
    "utf-16": (str, "utf-16"),
    "utf-16-be": (lambda text: "\ufeff" + text, "utf-16-be"),
    "gbk": (lambda text: "样例输入\n" + text.replace(" ", "\u3000"), "gbk"),
    "comments": (lambda text: "# mine\n" + text.replace("\n", "  # a line\n"), "utf-8"),
    "no line end": (lambda text: text.replace(" ", "").rstrip("\n"), "utf-8"),
}


@pytest.mark.parametrize("manner", WRITTEN)
def test_only_the_sign_changes(ineqsudoku: Command, tmp_path: Path, manner: str) -> None:
    write, encoding = WRITTEN[manner]
    data = fixed(ineqsudoku, write(TEXT).encode(encoding), tmp_path)
    assert data == write(CONTEST).encode(encoding)


def test_formats_of_others_are_not_mended(ineqsudoku: Command, tmp_path: Path) -> None:
    source, output = tmp_path / "wrong.txt", tmp_path / "mended.txt"
    source.write_text(iq.write(BROKEN, "fpuzzles"))
    ran = ineqsudoku("validate", "--fix", "--output", output, source)
    assert ran.code == 1
    assert "wrong.txt:1: not mended: signs cannot be flipped in this format" in ran.err
    assert not output.exists()


@pytest.mark.parametrize("format", ["contest", "compact", "extended"])
def test_every_puzzle_of_a_file_is_mended(
    ineqsudoku: Command, tmp_path: Path, format: WritableFormat
) -> None:
    gap = "" if format == "compact" else "\n"
    text = gap.join(iq.write(puzzle, format) for puzzle in (BROKEN, PUZZLE, BROKEN_TOO))
    data = fixed(ineqsudoku, text.encode(), tmp_path)
    assert data.decode() == gap.join([iq.write(PUZZLE, format)] * 3)


def test_signs_that_are_written_otherwise_become_plain(ineqsudoku: Command, tmp_path: Path) -> None:
    text = TEXT.translate(str.maketrans("<>^v", "＜＞∧∨"))
    mended = fixed(ineqsudoku, text.encode(), tmp_path).decode()
    with pytest.warns(PuzzleSyntaxWarning):
        assert iq.read(mended) == PUZZLE
    lines = zip(text.splitlines(), mended.splitlines(), strict=True)
    assert [n for n, (one, other) in enumerate(lines, 1) if one != other] == [LINE]


def test_two_signs_are_mended(ineqsudoku: Command, tmp_path: Path) -> None:
    relations = PUZZLE.relations
    pairs = ([relations[0], relations[place]] for place in range(30, 108, 3))
    for pair in pairs:
        puzzle = with_flipped(PUZZLE, pair)
        repairs = iq.find_repairs(puzzle, 2)
        if [repair.status for repair in repairs].count("unique") == 1 and len(
            repairs[0].relations
        ) == 2:
            break
    else:
        pytest.fail("no pair of wrong signs has one repair")
    data = fixed(ineqsudoku, iq.write(puzzle, "contest").encode(), tmp_path, "--repair", 2)
    assert iq.solve(iq.read(data.decode())).status == "unique"


def test_what_was_mended_is_named(ineqsudoku: Command, tmp_path: Path) -> None:
    output = tmp_path / "out.in"
    ran = ineqsudoku("validate", "--fix", "--output", output, stdin=TEXT.encode())
    assert ran.code == 0
    assert ran.err == f"<stdin>: flipped 1 sign at {LINE}:{COLUMN}; written to {output}\n"
    assert output.read_text() == CONTEST
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(output.stat().st_mode) == 0o666 & ~umask


THREE_WRONG = with_flipped(PUZZLE, [PUZZLE.relations[place] for place in (0, 50, 107)])

REFUSED = {
    "malformed": (CONTEST.replace("<", "x", 1), (), 2, "it cannot be read"),
    "absent": (CONTEST.replace("<", ".", 1), (), 1, "signs are absent (see --partial)"),
    "several": (
        "\n".join([TEXT, iq.write(next(wrong("none", 2)), "contest")]),
        (),
        1,
        "2 of its repairs give exactly one solution",
    ),
    "multiple": ("." * 108 + "\n", ("--partial", "--limit", 2), 1, "it has several solutions"),
    "too many": (
        iq.write(THREE_WRONG, "contest"),
        (),
        1,
        "it has no repair by up to 1 flip (try --repair 2)",
    ),
    "givens": ("55" + "." * 79 + "\n", ("--partial",), 1, "its givens contradict each other"),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_otherwise_nothing_is_written(ineqsudoku: Command, tmp_path: Path, reason: str) -> None:
    text, options, code, message = REFUSED[reason]
    source, output = tmp_path / "a.in", tmp_path / "b.in"
    source.write_text(text)
    output.write_text("precious")
    ran = ineqsudoku("validate", "--fix", "--output", output, *options, source)
    assert ran.code == code
    assert message in ran.err
    assert ran.err.endswith("; nothing was written\n")
    ran = ineqsudoku("validate", "--language", "zh", "--fix", "--in-place", *options, source)
    assert ran.code == code
    *_, last = ran.err.splitlines()
    assert last.endswith("；未写入任何内容")
    assert not english_words(last)
    assert (source.read_text(), output.read_text()) == (text, "precious")
    assert sorted(tmp_path.iterdir()) == [source, output]


def test_a_search_cut_short_proves_no_repair_the_only_one(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repair,) = iq.find_repairs(BROKEN)

    def out_of_time(*_: object) -> Iterator[Repairs]:
        yield Repairs((repair,), 0)
        raise OutOfTime

    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.repairs", out_of_time)
    arguments = ("--search-time", 60, "--fix", "--output", tmp_path / "b.in")
    ran = ineqsudoku("validate", *arguments, stdin=TEXT.encode())
    assert ran.code == 1
    assert "the search for repairs was cut short; nothing was written" in ran.err
    assert not [*tmp_path.iterdir()]


def test_an_interrupted_search_writes_nothing(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.repairs", interrupt)
    arguments = ("--fix", "--output", tmp_path / "b.in")
    ran = ineqsudoku("validate", *arguments, stdin=TEXT.encode())
    assert ran.code == 130
    assert not [*tmp_path.iterdir()]


def test_in_place_keeps_permissions_and_links(ineqsudoku: Command, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.in", "b.in", "c.in")]
    for file, text in zip(files, (TEXT, "malformed\n", TEXT), strict=True):
        file.write_text(text)
    files[0].chmod(0o640)
    link = tmp_path / "link.in"
    link.symlink_to("c.in")
    ran = ineqsudoku("validate", "--fix", "--in-place", files[0], files[1], link)
    assert ran.code == 2
    assert files[0].read_text() == files[2].read_text() == CONTEST
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o640
    assert files[1].read_text() == "malformed\n"
    assert link.is_symlink()
    assert len([*tmp_path.iterdir()]) == 4


@pytest.mark.parametrize("way", ["same", "symbolic", "hard", "dotted"])
def test_the_input_is_never_the_output(ineqsudoku: Command, tmp_path: Path, way: str) -> None:
    source = tmp_path / "a.in"
    source.write_text(TEXT)
    other = tmp_path / "other"
    if way == "symbolic":
        other.symlink_to(source)
    elif way == "hard":
        other.hardlink_to(source)
    output = {"same": source, "dotted": f"{tmp_path}/./a.in"}.get(way, other)
    ran = ineqsudoku("validate", "--fix", "--output", output, source)
    assert ran.code == 2
    assert "is the input itself; only --in-place overwrites it" in ran.err
    assert source.read_text() == TEXT


def test_standard_input_may_be_the_output_file(tmp_path: Path) -> None:
    source = tmp_path / "a.in"
    source.write_text(TEXT)
    with source.open("rb") as file:
        ran = run_program("validate", "--fix", "--output", source, stdin=file)
    assert ran.returncode == 2
    assert "is the input itself" in ran.stderr
    assert source.read_text() == TEXT


def test_a_file_that_was_edited_meanwhile_is_kept(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.in"
    source.write_text(TEXT)
    known = iq.find_repairs(BROKEN)

    def edit(*_: object) -> Iterator[Repairs]:
        source.write_text("edited")
        yield Repairs(known, 1)

    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.repairs", edit)
    ran = ineqsudoku("validate", "--fix", "--in-place", source)
    assert ran.code == 2
    assert "changed by another program; nothing was written" in ran.err
    assert source.read_text() == "edited"


def test_what_needs_no_mending_is_copied(ineqsudoku: Command, tmp_path: Path) -> None:
    source, output = tmp_path / "a.in", tmp_path / "b.in"
    data = f"样例输入\r\n{CONTEST}".encode("gbk")
    source.write_bytes(data)
    ran = ineqsudoku("validate", "--fix", "--output", output, source)
    assert ran.code == 0
    assert f"{source}: nothing to mend; copied to {output}\n" in ran.err
    assert output.read_bytes() == data
    ran = ineqsudoku("validate", "--fix", "--in-place", source)
    assert ran.code == 0
    assert f"{source}: nothing to mend; nothing was written\n" in ran.err
    assert source.read_bytes() == data


@pytest.mark.parametrize("text", [TEXT, CONTEST])
def test_a_hyphen_stands_for_standard_output(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ineqsudoku("validate", "--fix", "--output", "-", stdin=text.encode())
    assert (ran.code, ran.out) == (0, CONTEST)
    assert ran.err.startswith("<stdin>:1: ")
    assert ran.err.endswith(" to standard output\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device is full")
@pytest.mark.parametrize("text", [TEXT, CONTEST])
def test_a_full_standard_output_is_reported_once(text: str) -> None:
    with open("/dev/full", "wb") as full:
        ran = run_program("validate", "--fix", "--output", "-", input=text, stdout=full)
    assert ran.returncode == 2
    assert ran.stderr.count("No space left on device") == 1
    assert "written to" not in ran.stderr


def test_what_is_not_mended_is_not_printed(ineqsudoku: Command) -> None:
    ran = ineqsudoku("validate", "--fix", "--output", "-", stdin=b"x" + TEXT.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "nothing was written" in ran.err


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners")
def test_the_file_of_another_user_is_not_replaced(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.in"
    source.write_text(TEXT)
    monkeypatch.setattr(os, "geteuid", lambda: source.stat().st_uid + 1)
    ran = ineqsudoku("validate", "--fix", "--in-place", source)
    assert (ran.code, ran.out) == (2, "")
    assert "belongs to another user" in in_one_line(ran.err)
    assert source.read_text() == TEXT


def test_the_same_file_is_not_mended_twice(ineqsudoku: Command, tmp_path: Path) -> None:
    source, link = tmp_path / "a.in", tmp_path / "b.in"
    source.write_text(TEXT)
    link.symlink_to(source)
    for other, message in ((source, "is named twice"), (link, "are the same file")):
        ran = ineqsudoku("validate", "--fix", "--in-place", source, other)
        assert (ran.code, ran.out) == (2, "")
        assert message in in_one_line(ran.err)
        assert source.read_text() == TEXT


def test_more_flips_are_proposed_only_where_there_are_more(ineqsudoku: Command) -> None:
    data = iq.write(with_flipped(PUZZLE, PUZZLE.relations[::9]), "contest").encode()
    ran = ineqsudoku("validate", "--repair", 1, stdin=data)
    assert "No repair by one flip exists (try --repair 2).\n" in ran.out
    ran = ineqsudoku("validate", "--repair", 3, stdin=data)
    assert "No repair by three flips or fewer exists.\n" in ran.out


@pytest.mark.parametrize(("flips", "sets"), [((0, 60), "this set"), ((3, 50), "one of these sets")])
def test_a_single_set_of_flips_is_no_choice(
    ineqsudoku: Command, flips: tuple[int, int], sets: str
) -> None:
    puzzle = with_flipped(PUZZLE, [PUZZLE.relations[flip] for flip in flips])
    ran = ineqsudoku("validate", "--repair", 2, stdin=iq.write(puzzle, "contest").encode())
    assert f"Flipping both signs of {sets} gives exactly one solution:\n" in ran.out


@pytest.mark.parametrize(
    "options",
    [
        ("--fix", "--output", "x", "--repair", "0"),
        ("--output", "x"),
        ("--fix",),
        ("--fix", "--in-place"),
        ("--in-place",),
        ("--fix", "--output", "."),
        ("--fix", "--output", "/dev/null"),
        ("--fix", "--output", "missing/x"),
        ("--fix", "--output", "x", "-", "-"),
        ("--fix", "--output", "", "-"),
        ("--draw", ""),
    ],
)
def test_wrong_usage(
    ineqsudoku: Command,
    options: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ineqsudoku("validate", *options, stdin=TEXT.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "Error: " in ran.err
    assert not [*tmp_path.iterdir()]


def test_a_text_too_long_to_keep_is_refused(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("apps.cli.sources", "apps.solve.puzzles"):
        monkeypatch.setattr(f"ineqsudoku.{module}.MAX_BYTES", 200)
    output = tmp_path / "b.in"
    text = (PUZZLE.signs + "\n") * 3
    ran = ineqsudoku("validate", "--fix", "--output", output, stdin=text.encode())
    assert ran.code == 2
    assert "a longer text" in ran.out
    assert not output.exists()


def test_a_picture_does_not_overwrite_what_was_mended(ineqsudoku: Command, tmp_path: Path) -> None:
    file, both = tmp_path / "wrong.svg", tmp_path / "both.svg"
    file.write_text(CONTEST)
    ran = ineqsudoku("validate", "--fix", "--output", both, "--draw", both, file)
    assert ran.code == 2
    assert "--output and --draw name the same file" in ran.err
    assert not both.exists()
    ran = ineqsudoku("validate", "--fix", "--in-place", "--draw", file, file)
    assert ran.code == 2
    assert "would be overwritten" in ran.err
    assert file.read_text() == CONTEST
