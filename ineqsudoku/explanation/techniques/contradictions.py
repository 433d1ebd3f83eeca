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
because they take longer.  Beyond the limits, an explanation is not complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import Proof
from ineqsudoku.explanation.supposition import Budget, End, Supposition, refuted
from ineqsudoku.explanation.values import Candidate, Details, Link, Step, with_length
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
            has_step = False
            for assumed in of_number:
                proof = refuted(board, candidates, cells_with, assumed, depth, budget)
                if proof:
                    has_step = True
                    yield _nested_step(board, assumed, proof, depth)
            if has_step:
                return


def _bound(cells: int) -> int:
    """Return the most assumptions of a search on a board with `cells` cells."""
    return min(ASSUMPTIONS, ASSUMPTIONS * 81**2 // cells**2)


def _step(board: Board, assumed: Candidate, level: int) -> Step:
    supposed = Supposition(board, board.candidates, board.cells_with, assumed, recorded=True)
    end = supposed.until_end()
    assert end
    proof = supposed.proof(end)
    words, (cell, digit) = board.words, assumed
    links = tuple(_links(board, assumed, proof))
    then = f"Then {', '.join(map(words.link, links))}. But then" if links else "Then"
    text = (
        f"Suppose {words.cell[cell]} is {words.digit[digit]}. {then} {_ended(board, end)}. "
        f"Hence {words.cell[cell]} is not {words.digit[digit]}."
    )
    rating = with_length(8.0, level)
    details = Details(links=links, unplaced=end.unplaced)
    premises = proof.premises(board)
    return Step(NAME, (), (assumed,), premises, rating, text, _chain(assumed, links), details)


def _links(board: Board, assumed: Candidate, proof: Proof) -> Iterator[Link]:
    """Yield the consequences of the deductions."""
    left = {assumed[0]: masks.bit(assumed[1])}
    for deduction in proof.deductions:
        cell = deduction.cell
        before = left.get(cell, board.candidates[cell])
        held = left[cell] = before & ~deduction.removed
        gone = board.candidates[cell] & ~held if held else before
        yield Link(cell, held, gone, deduction.houses, deduction.relations)


def _chain(assumed: Candidate, links: Iterable[Link]) -> tuple[tuple[int, int], ...]:
    """Return the assumption and the candidates that the links leave their cells."""
    cell, digit = assumed
    return ((cell, masks.bit(digit)), *((link.cell, link.held) for link in links))


def _ended(board: Board, end: End) -> str:
    words = board.words
    if end.unplaced is None:
        (cell,) = end.excluded
        return f"{words.cell[cell]} has no candidate left"
    house, digit = end.unplaced
    return f"{words.house[house]} has no cell left for {words.digit[digit]}"


def _nested_step(board: Board, assumed: Candidate, proof: Proof, depth: int) -> Step:
    words, (cell, digit) = board.words, assumed
    text = (
        f"Suppose {words.cell[cell]} is {words.digit[digit]}. With {number(depth - 1)} more "
        f"assumption{'s' * (depth > 2)} at a time, this leads to a contradiction. "
        f"Hence {words.cell[cell]} is not {words.digit[digit]}."
    )
    chain = _chain(assumed, _links(board, assumed, proof))
    premises, details = proof.premises(board), Details(count=depth - 1)
    return Step(NESTED, (), (assumed,), premises, float(8 + depth), text, chain, details)
