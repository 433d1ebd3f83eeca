"""Outputs for one puzzle, each with its verdict and messages: every checker is held to these.

The puzzle is `puzzles.CONTEST`, which has one solution, `puzzles.CONTEST_ANSWER`.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID

RIGHT = CONTEST_ANSWER.encode()
WORDS = [digit.encode() for digit in CONTEST_GRID.line]
ROWS = [CONTEST_GRID.line[row : row + 9].encode() for row in range(0, 81, 9)]


@dataclass(frozen=True)
class Output:
    """What a program printed, and the judgement of a checker.

    `public` is the message for contestants where it differs from that for judges.
    """

    name: str
    data: bytes
    verdict: str
    message: str = "accepted"
    public: str = ""

    @property
    def for_contestants(self) -> str:
        return self.public or self.message


def put(words: dict[int, bytes]) -> bytes:
    """The right output with other words in some cells."""
    changed = [words.get(cell, word) for cell, word in enumerate(WORDS)]
    return b"".join(b" ".join(changed[row : row + 9]) + b"\n" for row in range(0, 81, 9))


def not_a_digit(place: str, shown: str) -> str:
    return f"{place} is {shown}, not a digit 1-9"


SIGN = "the grid does not satisfy all signs of the puzzle"

ACCEPTED = [
    Output("as published", RIGHT, "AC"),
    Output("no line feed at the end", RIGHT[:-1], "AC"),
    Output("Windows lines", RIGHT.replace(b"\n", b"\r\n"), "AC"),
    Output("tabs", RIGHT.replace(b" ", b"\t"), "AC"),
    Output("a digit on each line", b"\n".join(WORDS), "AC"),
    Output("all on one line", b" ".join(WORDS), "AC"),
    Output("rows of other lengths", RIGHT.replace(b"\n", b" ").replace(b" 1 ", b"\n1\n"), "AC"),
    Output("blank lines", b"\n \n" + RIGHT.replace(b"\n", b" \n\n\t\r\n"), "AC"),
    Output("many blanks", b" \n" * 40_000 + b"\t ".join(WORDS) + b"\n" * 100_000, "AC"),
    Output("a byte-order mark", b"\xef\xbb\xbf" + RIGHT, "AC"),
]

WRONG = [
    Output("zero", put({0: b"0"}), "WA", not_a_digit("r1c1", "0")),
    Output("ten", put({13: b"10"}), "WA", not_a_digit("r2c5", "10")),
    Output("minus one", put({80: b"-1"}), "WA", not_a_digit("r9c9", "-1")),
    Output("the largest integer", put({1: b"2147483647"}), "WA", not_a_digit("r1c2", "2147483647")),
    Output(
        "the smallest integer", put({1: b"-2147483648"}), "WA", not_a_digit("r1c2", "-2147483648")
    ),
    Output("two out of range", put({9: b"0", 10: b"0"}), "WA", not_a_digit("r2c1", "0")),
    Output("twice in a row", put({1: b"5"}), "WA", "row 1 has the digit 5 twice: r1c1, r1c2"),
    Output(
        "three times in a row",
        put({1: b"5", 8: b"5"}),
        "WA",
        "row 1 has the digit 5 three times: r1c1, r1c2, r1c9",
    ),
    Output(
        "rows of two bands exchanged",
        b"\n".join(b" ".join(WORDS[row : row + 9]) for row in (0, 27, 18, 9, 36, 45, 54, 63, 72)),
        "WA",
        "box 1 has the digit 1 twice: r2c3, r3c1",
    ),
    Output(
        "the first row nine times",
        (b" ".join(WORDS[:9]) + b"\n") * 9,
        "WA",
        "column 1 has the digit 5 nine times: " + ", ".join(f"r{row}c1" for row in range(1, 10)),
    ),
    Output(
        "a sign that does not hold",
        RIGHT.translate(bytes.maketrans(b"12", b"21")),
        "WA",
        "r1c7 > r1c8 does not hold: r1c7 is 1, r1c8 is 2",
        SIGN,
    ),
    Output(
        "a sign between rows that does not hold",
        b"\n".join(b" ".join(WORDS[row : row + 9]) for row in (9, 0, 18, 27, 36, 45, 54, 63, 72)),
        "WA",
        "r1c1 > r1c2 does not hold: r1c1 is 2, r1c2 is 4",
        SIGN,
    ),
]

NO_INTEGERS = [
    Output(f"the word {word!r}", put({13: word}), "PE", not_a_digit("r2c5", shown))
    for word, shown in [
        (b"x", "'x'"),
        (b"01", "'01'"),
        (b"00", "'00'"),
        (b"+1", "'+1'"),
        (b"-0", "'-0'"),
        (b"-", "'-'"),
        (b"--1", "'--1'"),
        (b"1.0", "'1.0'"),
        (b"1e0", "'1e0'"),
        (b"0x1", "'0x1'"),
        (b"1,", "'1,'"),
        (b"1;", "'1;'"),
        (b"'", "'''"),
        (b"\\x07", "'\\x07'"),
        (b"2147483648", "'2147483648'"),
        (b"-2147483649", "'-2147483649'"),
        (b"1" + b"0" * 30, "'10000000000000000000...'"),
        (b"9" * 1000, "'99999999999999999999...'"),
        (b"8\x009", "'8\\x009'"),
        (b"8\x0b9", "'8\\x0b9'"),
        (b"8\x0c9", "'8\\x0c9'"),
        (b"8\x1c9", "'8\\x1c9'"),
        (b"8\x859", "'8\\x859'"),
        (b"8\xa09", "'8\\xa09'"),
        (b"\x7f", "'\\x7f'"),
        (b"\xff", "'\\xff'"),
        ("²".encode(), "'\\xc2\\xb2'"),
        ("£".encode(), "'\\xc2\\xa3'"),
        ("·".encode(), "'\\xc2\\xb7'"),
        ("５".encode(), "'\\xef\\xbc\\x95'"),
        ("8\u00a09".encode(), "'8\\xc2\\xa09'"),
        ("8\u30009".encode(), "'8\\xe3\\x80\\x809'"),
        ("8\u20289".encode(), "'8\\xe2\\x80\\xa89'"),
        ("\ufeff8".encode(), "'\\xef\\xbb\\xbf8'"),
        (b"\x1b[31m", "'\\x1b[31m'"),
    ]
]

MALFORMED = [
    Output("nothing", b"", "PE", "expected 81 digits, found none"),
    Output("blanks only", b" \r\n\t\n" * 1000, "PE", "expected 81 digits, found none"),
    Output("a byte-order mark only", b"\xef\xbb\xbf", "PE", "expected 81 digits, found none"),
    Output(
        "two byte-order marks",
        b"\xef\xbb\xbf" * 2 + RIGHT,
        "PE",
        not_a_digit("r1c1", "'\\xef\\xbb\\xbf5'"),
    ),
    Output(
        "a byte-order mark behind a blank",
        b" \xef\xbb\xbf" + RIGHT,
        "PE",
        not_a_digit("r1c1", "'\\xef\\xbb\\xbf5'"),
    ),
    Output("one digit", b"5", "PE", "expected 81 digits, found 1"),
    Output("80 digits", b"\n".join(WORDS[:-1]), "PE", "expected 81 digits, found 80"),
    Output("82 digits", RIGHT + b"1\n", "PE", "expected 81 digits, found more: '1'"),
    Output("the grid twice", RIGHT * 2, "PE", "expected 81 digits, found more: '5'"),
    Output("a word behind the grid", RIGHT + b"ok", "PE", "expected 81 digits, found more: 'ok'"),
    Output("a NUL behind the grid", RIGHT + b"\0", "PE", "expected 81 digits, found more: '\\x00'"),
    Output(
        "a word behind a wrong grid",
        put({0: b"6"}) + b"x" * 30,
        "PE",
        "expected 81 digits, found more: '" + "x" * 20 + "...'",
    ),
    Output("out of range, and too few", put({0: b"10"})[:-2], "PE", "expected 81 digits, found 80"),
    Output("out of range, and a word", put({0: b"10", 1: b"x"}), "PE", not_a_digit("r1c2", "'x'")),
    Output("no solution", b"NO SOLUTION\n", "PE", not_a_digit("r1c1", "'NO'")),
    Output("the puzzle itself", CONTEST.encode(), "PE", not_a_digit("r1c1", "'>'")),
    Output("NULs", b"\0" * 1000, "PE", not_a_digit("r1c1", "'" + "\\x00" * 20 + "...'")),
    Output("a long word", b"7" * 1_000_000, "PE", not_a_digit("r1c1", "'" + "7" * 20 + "...'")),
    Output(
        "commas", b",".join(WORDS) + b"\n", "PE", not_a_digit("r1c1", "'5,3,9,4,6,8,2,1,7,2,...'")
    ),
    Output(
        "wide blanks",
        RIGHT.replace(b" ", "\u3000".encode()),
        "PE",
        not_a_digit("r1c1", "'" + "".join(f"{digit}\\xe3\\x80\\x80" for digit in "53946") + "...'"),
    ),
    Output("form feeds", RIGHT.replace(b"\n", b"\f"), "PE", not_a_digit("r1c9", "'7\\x0c2'")),
]

DENSE = [
    Output("rows without blanks", b"\n".join(ROWS), "AC"),
    Output("one line without blanks", b"".join(ROWS), "AC"),
    Output("some rows without blanks", RIGHT.replace(b" ", b"", 8), "AC"),
    Output(
        "zero in a row without blanks",
        b"\n".join(ROWS).replace(b"5", b"0", 1),
        "WA",
        not_a_digit("r1c1", "0"),
    ),
    Output("a letter in a row", b"\n".join(ROWS)[:-1] + b"x", "PE", not_a_digit("r9c9", "'x'")),
    Output(
        "a row too many",
        b"\n".join([*ROWS, ROWS[0]]),
        "PE",
        "expected 81 digits, found more: '539468217'",
    ),
    Output(
        "80 digits and a row",
        b"\n".join([*WORDS[:-1], b"12345678x"]),
        "PE",
        "expected 81 digits, found more: '12345678x'",
    ),
    Output("a row too few", b"\n".join(ROWS[1:]), "PE", "expected 81 digits, found 72"),
    Output(
        "boxes without blanks",
        b"\n".join(b" ".join(row[i : i + 3] for i in (0, 3, 6)) for row in ROWS),
        "PE",
        "expected 81 digits, found 27",
    ),
]

OUTPUTS = [*ACCEPTED, *WRONG, *NO_INTEGERS, *MALFORMED, *DENSE]
