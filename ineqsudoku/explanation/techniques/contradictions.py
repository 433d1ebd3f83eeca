"""The last resort: assume a candidate and draw consequences up to a contradiction.

Consequences come from singles and from single signs.  Unlike a link of a chain, a consequence may
have several premises.  All candidates are followed in parallel, and those with the earliest
contradictions are the steps.  Berthier (2012) calls this T&E, Sudoku Explainer (Juillerat, 2006)
nishio and dynamic forcing chains.  If no single assumption leads to a contradiction, assumptions
are nested, starting with the cells that have the fewest candidates.

Ratings: from 8.0, as in Sudoku Explainer, with 0.1 for levels as for links of chains; 10.0 and
11.0 for two and three nested assumptions.

Limits: a search with nested assumptions makes up to `ASSUMPTIONS` of them, up to `DEPTH` at a
time.  On boards larger than 9×9, the number is divided by the square of the growth in cells,
because each takes longer.  Beyond the limits, an explanation is not complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import Proof
from ineqsudoku.explanation.rating import with_length
from ineqsudoku.explanation.supposition import Budget, End, Supposition, refuted
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.explanation.words import number

NAME, NESTED = "contradiction", "nested contradictions"

DEPTH = 3
ASSUMPTIONS = 20_000


def find(board: Board) -> Iterator[Step]:
    followed = [
        Supposition(board, board.candidates, board.cells_with, (cell, digit))
        for cell, digit in board.wrong()
    ]
    level = 0
    while followed:
        level += 1
        ended = [supposed.assumed for supposed in followed if supposed.advance()]
        if ended:
            for assumed in ended:
                yield _step(board, assumed, level)
            return
        followed = [supposed for supposed in followed if not supposed.is_at_rest]


def find_nested(board: Board) -> Iterator[Step]:
    budget = Budget(_bound(len(board.candidates)))
    candidates, cells_with = board.candidates, board.cells_with
    by_number = sorted(board.wrong(), key=lambda pair: candidates[pair[0]].bit_count())
    for depth in range(2, DEPTH + 1):
        for _, of_number in groupby(by_number, lambda pair: candidates[pair[0]].bit_count()):
            found = False
            for assumed in of_number:
                proof = refuted(board, candidates, cells_with, assumed, depth, budget)
                if proof:
                    found = True
                    yield _nested_step(board, assumed, proof, depth)
            if found:
                return


def _bound(cells: int) -> int:
    """Return the most assumptions of a search on a board with `cells` cells."""
    return min(ASSUMPTIONS, ASSUMPTIONS * 81**2 // cells**2)


def _step(board: Board, assumed: Candidate, level: int) -> Step:
    supposed = Supposition(board, board.candidates, board.cells_with, assumed, recorded=True)
    end = supposed.until_end()
    assert end
    proof = supposed.proof(end)
    words, (cell, digit) = board.houses.words, assumed
    chain = _chain(board, assumed, proof)
    consequences = _consequences(board, assumed, proof)
    then = f"Then {', '.join(consequences)}. But then" if consequences else "Then"
    text = (
        f"Suppose {words.cell[cell]} is {words.digit[digit]}. {then} {_ended(board, end)}. "
        f"Hence {words.cell[cell]} is not {words.digit[digit]}."
    )
    rating = with_length(8.0, level)
    return Step(NAME, (), (assumed,), proof.premises(board), rating, text, chain)


def _chain(board: Board, assumed: Candidate, proof: Proof) -> tuple[tuple[int, int], ...]:
    """Return the candidates that each deduction leaves its cell."""
    left = {assumed[0]: masks.bit(assumed[1])}
    chain = list(left.items())
    for deduction in proof.deductions:
        cell = deduction.cell
        left[cell] = left.get(cell, board.candidates[cell]) & ~deduction.removed
        chain.append((cell, left[cell]))
    return tuple(chain)


def _consequences(board: Board, assumed: Candidate, proof: Proof) -> list[str]:
    """Return a clause for each deduction: what its cell holds, and the house or sign behind it."""
    words = board.houses.words
    left = {assumed[0]: masks.bit(assumed[1])}
    consequences = []
    for deduction in proof.deductions:
        cell = deduction.cell
        before = left.get(cell, board.candidates[cell])
        left[cell] = before & ~deduction.removed
        now = (
            words.held(left[cell], board.candidates[cell])
            if left[cell]
            else words.removed(before & deduction.removed)
        )
        reason = words.reason(deduction.houses, deduction.relations)
        consequences.append(f"{words.cell[cell]} is {now} ({reason})")
    return consequences


def _ended(board: Board, end: End) -> str:
    words = board.houses.words
    (cell, mask), *_ = end.excluded.items()
    if end.house is None:
        return f"{words.cell[cell]} has no candidate left"
    return f"{words.house[end.house]} has no cell left for {words.digit[masks.least(mask)]}"


def _nested_step(board: Board, assumed: Candidate, proof: Proof, depth: int) -> Step:
    words, (cell, digit) = board.houses.words, assumed
    text = (
        f"Suppose {words.cell[cell]} is {words.digit[digit]}. With {number(depth - 1)} more "
        f"assumption{'s' * (depth > 2)} at a time, this leads to a contradiction. "
        f"Hence {words.cell[cell]} is not {words.digit[digit]}."
    )
    chain = _chain(board, assumed, proof)
    premises = proof.premises(board)
    return Step(NESTED, (), (assumed,), premises, float(8 + depth), text, chain)
