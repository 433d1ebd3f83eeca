"""Says in a sentence what the faults of a submission have in common, and so where to look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from ineqsudoku.apps.grade.grading import Cell
from ineqsudoku.apps.names import printable, quote
from ineqsudoku.apps.sandbox.judging import IDLE
from ineqsudoku.checker import Verdict, Violation
from ineqsudoku.geometry import BOX_OF, BOXES, CELLS, COLUMN_OF, COLUMNS, HOUSE_NAMES, ROW_OF, ROWS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle, Relation

CHANCE = 0.01
"""A common feature of broken rules is reported if its probability by chance is at most this."""

SAMPLES = ("sample", "samples")
"""The folders of tests that contestants know."""

_NAME = r"\s{0,9}[({]\s{0,9}[\"'](?!/dev/)([^\"']{1,60})[\"']"
_OPENS = re.compile(
    r"\b(freopen|fopen|open|FileReader|FileInputStream|File|readFileSync|Open"
    rf"|[io]fstream(?=\s{{1,9}}\w{{1,30}}))(?:\s{{1,9}}\w{{1,30}})?{_NAME}"
)
"""A call that opens a file, and the name of the file, which is its first argument."""

_NO_CODE = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*|^[ \t]*#if.*?(?:^[ \t]*#endif|\Z)", re.S | re.M)
_NO_PYTHON = re.compile(r"#[^\n]*|\"{3}.*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)", re.S)
"""Comments, docstrings, and text that is compiled conditionally."""

_STANDARD_INPUT = re.compile(
    r"\b[Ss]tdin\b|\bcin\b|scanf|getchar|gets\(|\binput\(|System\.in\b|(?:open|Sync)\(0"
)

_READS = re.compile("Index|EOF|range|Element|Value|Mismatch|Format")
"""Words in the messages of programs that read beyond a line or the input."""

_EASY = 10_000
"""The most nodes of a row-major search on a test that each program should solve in time."""

_LENGTHS = {11, 17}
"""The lengths of the lines of a contest file."""


def explain_faults(cells: Sequence[Cell], files: Mapping[str, bytes]) -> Message | None:
    """Return the sentence on the faults of a program with these source files.

    `None` if it has no fault, or if there is nothing to say about its faults.  `cells` are the runs
    of a compiled program, except those on tests at fault.
    """
    failing = [cell for cell in cells if cell.verdict is not Verdict.AC]
    if failing and len(failing) == len(cells):
        return _of_total_failure(failing, files)
    return _common_rule(failing) or _failing_sample(failing)


def _of_total_failure(cells: Sequence[Cell], files: Mapping[str, bytes]) -> Message | None:
    """Return the sentence on a program that is right on no test."""
    ended = [cell for cell in cells if cell.verdict is not Verdict.TLE]
    silent = [cell for cell in ended if cell.verdict is Verdict.PE and not cell.run.output.strip()]
    is_silent = len(silent) == len(ended) > 0
    has_crashed = any(cell.verdict is Verdict.RE for cell in ended)
    opened = _opened_file(files, is_silent or has_crashed)
    if is_silent:
        return _SILENT.fill(number=len(silent), total=len(cells), hint=opened or _NO_INPUT)
    if opened:
        return opened
    if not ended:
        return _never_ended(cells)
    if all(cell.verdict is Verdict.RE and cell.run.code and not cell.run.stderr for cell in ended):
        return _EXIT_CODE.fill(code=ended[0].run.code or 0)
    return _common_rule(cells) or _wrong_reading(ended) or _failing_sample(cells)


def _wrong_reading(ended: Sequence[Cell]) -> Message | None:
    """Return the sentence on a program that seems to read the lines of contest files wrongly."""
    lines = ended[0].case.input.split(b"\n")
    if not {len(line.rstrip()) for line in lines if line.strip()} <= _LENGTHS:
        return None
    grids = [cell.wrong_grid for cell in ended if cell.wrong_grid]
    if any(violation.rule == "sign" for grid in grids for violation in grid.violations):
        return _BROKEN_ANYHOW
    if any(cell.verdict is Verdict.RE and _READS.search(cell.run.stderr) for cell in ended):
        return _READING
    return None


def _never_ended(cells: Sequence[Cell]) -> Message | None:
    """Return the sentence on a program none of whose runs ended by itself."""
    if all(map(is_idle, cells)):
        return _IDLE
    easiest = min(cells, key=lambda cell: cell.case.nodes.get("rows", _EASY + 1))
    nodes = easiest.case.nodes.get("rows", _EASY + 1)
    if nodes > _EASY:  # All tests may be hard.
        return None
    return Message(
        "patterns.never-ended",
        "even {test} takes too long, although a row-major search solves it with {nodes} nodes; "
        "check how it reads (a line has 6 signs in 11 characters, or 9 in 17), in which order it "
        "fills cells, and whether it checks the whole board at each step",
        test=quote(easiest.case.name),
        nodes=f"{nodes:,}",
    )


def is_idle(cell: Cell) -> bool:
    """Whether a run was ended because the program slept or waited."""
    words = cell.run.words
    return isinstance(words, Message) and words.code == IDLE.code


_SILENT = Message("patterns.silent", "it printed nothing on {number} of {total} tests; {hint}")
_NO_INPUT = Message(
    "patterns.no-input",
    "does it read standard input, compare all signs the right way round, and number the boxes "
    "correctly?",
)
_OPENED = Message(
    "patterns.opened",
    "it opens {file} with {call}, but has to read standard input and print to standard output",
)
_EXIT_CODE = Message("patterns.exit-code", "its exit code is {code}; does main return 0?")
_IDLE = Message("patterns.idle", "it sleeps or waits; does it wait for more input, or for a key?")
_READING = Message(
    "patterns.reading",
    "check how it reads: a line has 6 signs in 11 characters, or 9 in 17",
)
_BROKEN_ANYHOW = Message(
    "patterns.broken-anyhow",
    "signs are broken without a pattern: check how it reads (a line has 6 signs in 11 characters, "
    "or 9 in 17), how it compares signs, and how it prints the grid",
)


def _opened_file(files: Mapping[str, bytes], may_read_both: bool) -> Message | None:
    """Return the sentence on a file that the source opens outside of comments.

    A source that reads standard input as well counts only if `may_read_both`, or if it replaces
    standard input by the file.
    """
    for name, data in files.items():
        text = data.decode("utf-8", "replace")
        code = (_NO_PYTHON if name.endswith(".py") else _NO_CODE).sub("", text)
        call = _OPENS.search(code)
        if call and (may_read_both or call[1] == "freopen" or not _STANDARD_INPUT.search(code)):
            return _OPENED.fill(call=call[1], file=f"“{printable(call[2])}”")
    return None


def _failing_sample(cells: Iterable[Cell]) -> Message | None:
    """Return the sentence on the first sample that fails, unless by its time."""
    for cell in cells:
        if cell.case.name.split("/")[0] in SAMPLES and cell.verdict is not Verdict.TLE:
            return Message(
                "patterns.sample",
                "start with {test}, a sample",
                test=quote(cell.case.name),
            )
    return None


def _common_rule(cells: Iterable[Cell]) -> Message | None:
    """Return the sentence on a feature that the broken rules of all wrong grids share, if any."""
    grids = [cell.wrong_grid for cell in cells if cell.verdict is Verdict.WA]
    broken = [(grid.puzzle, violation) for grid in grids if grid for violation in grid.violations]
    if not broken or None in grids:
        return None
    rules = {violation.rule for _, violation in broken}
    if all(grid and grid.words.count("0") > len(CELLS) // 2 for grid in grids):
        return _UNFILLED
    if not (rules == {"sign"} or rules <= {*_KINDS}):
        return None
    message = _BROKEN_SIGNS if rules == {"sign"} else _REPEATED
    features: Callable[[Puzzle, Violation], Iterator[Feature]]
    features = _features_of_sign if rules == {"sign"} else _features_of_house
    common = dict(features(*broken[0]))
    for puzzle, violation in broken:
        common = {words: share for words, share in features(puzzle, violation) if words in common}
    number = len({(violation.rule, violation.cells) for _, violation in broken})
    known = [(share, words) for words, share in common.items() if share**number <= CHANCE]
    return message.fill(where=min(known, key=itemgetter(0))[1]) if known else None


_BROKEN_SIGNS = Message("patterns.signs", "all broken signs {where}")
_REPEATED = Message("patterns.repeated", "digits are repeated {where} only")
_UNFILLED = Message(
    "patterns.unfilled",
    "its wrong grids are not filled, as if it found no solution: check how it reads (a line has 6 "
    "signs in 11 characters, or 9 in 17), which way it compares signs, and how it numbers boxes",
)

Feature = tuple[Message, float]
"""Where a broken rule is, and the share of all rules of its kind that are there."""


def _features_of_sign(puzzle: Puzzle, broken: Violation) -> Iterator[Feature]:
    first, second = broken.cells
    is_less = Relation(first, second) in puzzle.relations
    row, column = ROW_OF[first] + 1, COLUMN_OF[first] + 1
    if ROW_OF[second] + 1 == row:
        yield _SIGN.fill(sign="“<”" if is_less else "“>”"), 1 / 4
        yield Message("patterns.horizontal", "are horizontal"), 1 / 2
        yield _IN.fill(house=HOUSE_NAMES["row"].fill(number=row)), 1 / 18
        yield _BETWEEN_COLUMNS.fill(first=column, second=column + 1), 1 / 12
    else:
        yield _SIGN.fill(sign="“^”" if is_less else "“v”"), 1 / 4
        yield Message("patterns.vertical", "are vertical"), 1 / 2
        yield _IN.fill(house=HOUSE_NAMES["column"].fill(number=column)), 1 / 18
        yield _BETWEEN_ROWS.fill(first=row, second=row + 1), 1 / 12
    yield _IN.fill(house=HOUSE_NAMES["box"].fill(number=BOX_OF[first] + 1)), 1 / 9


_SIGN = Message("patterns.sign", "are {sign}")
_IN = Message("patterns.in", "are in {house}")
_BETWEEN_ROWS = Message("patterns.between-rows", "are between rows {first} and {second}")
_BETWEEN_COLUMNS = Message("patterns.between-columns", "are between columns {first} and {second}")


def _features_of_house(_: object, broken: Violation) -> Iterator[Feature]:
    kinds = {"row": ROWS, "column": COLUMNS, "box": BOXES}
    for number, house in enumerate(kinds[broken.rule], 1):
        if {*broken.cells} <= {*house}:
            yield _IN_ONE.fill(house=HOUSE_NAMES[broken.rule].fill(number=number)), 1 / 27
    yield _KINDS[broken.rule], 1 / 3
    for words, kinds_of_two in _TWO_KINDS:
        if broken.rule in kinds_of_two:
            yield words, 2 / 3


_IN_ONE = Message("patterns.in-one", "in {house}")
_KINDS: Mapping[str, Message] = {
    "row": Message("patterns.rows", "in rows"),
    "column": Message("patterns.columns", "in columns"),
    "box": Message("patterns.boxes", "in boxes"),
}
_TWO_KINDS = (
    (Message("patterns.rows-columns", "in rows and columns"), ("row", "column")),
    (Message("patterns.rows-boxes", "in rows and boxes"), ("row", "box")),
    (Message("patterns.columns-boxes", "in columns and boxes"), ("column", "box")),
)
