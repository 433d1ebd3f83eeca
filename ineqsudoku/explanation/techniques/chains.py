"""Alternating chains: a candidate from which a chain of links leads to its own exclusion.

*Simple colouring* follows one digit through houses with two cells left for it.  An *X-chain* may
also pass between two cells that see one another.  Both are described in Sudopedia (2006).  An
*alternating chain* also changes the digit within cells, and its links may be signs: a < b links
a ≥ k with b > k.  Without signs, such chains are the alternating inference chains of plain sudoku;
Berthier (2012) has chains with inequalities in futoshiki.  Only the shortest chains of a board are
its steps.

Ratings: 6.0 for simple colouring, the simplest chain; as in Sudoku Explainer (Juillerat, 2006),
6.5 for X-chains and 7.0 for mixed chains, and more for longer chains.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import traced
from ineqsudoku.explanation.links import Chain, DigitLinks, Links, deductions
from ineqsudoku.explanation.values import Candidate, Details, Link, Step, with_length

COLOURING, X_CHAIN, CHAIN = "simple colouring", "X-chain", "alternating chain"


def simple_colouring(board: Board) -> Iterator[Step]:
    return _of_digits(board, COLOURING, 6.0, strong=True)


def x_chains(board: Board) -> Iterator[Step]:
    return _of_digits(board, X_CHAIN, 6.5, strong=False)


def alternating_chains(board: Board) -> Iterator[Step]:
    for start, chain in Links(board).shortest():
        yield _step(board, CHAIN, start, chain, 7.0)


def _of_digits(board: Board, name: str, rating: float, strong: bool) -> Iterator[Step]:
    """Yield the shortest chains of all digits as steps."""
    chains: list[tuple[Candidate, Chain]] = []
    for digit in range(1, len(board.cells_with)):
        left = board.cells_with[digit] & board.unsolved
        if board.barren.get((name, digit)) == left:
            continue
        of_digit = DigitLinks(board, digit, strong).shortest()
        chains += of_digit
        if not of_digit:
            board.barren[name, digit] = left
    shortest = min((len(chain) for _, chain in chains), default=0)
    for start, chain in chains:
        if len(chain) == shortest:
            yield _step(board, name, start, chain, rating)


def _step(board: Board, name: str, start: Candidate, chain: Chain, rating: float) -> Step:
    words, (cell, digit) = board.words, start
    made = tuple(deductions(board, chain))
    proof = traced(board.houses, board.candidates, start, made, {cell: masks.bit(digit)})
    held = [(mask, board.candidates[other] & ~mask) for other, mask in chain[1:-1]]
    held.append((0, masks.bit(digit)))
    links = tuple(
        Link(one.cell, left, gone, one.houses, one.relations)
        for one, (left, gone) in zip(made, held, strict=True)
    )
    then = ", so ".join(map(words.link, links))
    wrong = f"{words.cell[cell]} is not {words.digit[digit]}"
    text = f"If {words.cell[cell]} is {words.digit[digit]}, then {then}. Hence {wrong}."
    premises = proof.premises(board)
    length = with_length(rating, len(chain) - 1)
    details = Details(links=links)
    return Step(name, (), (start,), premises, length, text, tuple(chain), details)
