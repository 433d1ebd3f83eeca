"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` has the state, and `techniques/` finds steps on it.  `strategy.py` takes them in rounds,
which rate a puzzle; `path.py` takes from the rounds what a person needs, `merging.py` writes it as
a person would, and `explanation.py` has the result.  `hints.py` shows the next step in stages, for
which `clues.py` has the texts, `pictures.py` draws steps, and `refutation.py` proves that there is
no solution.
"""

from ineqsudoku.apps.explain.clues import Stage as Stage
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.hints import Hint, Progress, hint
from ineqsudoku.apps.explain.many import explain_many
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.strategy import explain
from ineqsudoku.apps.explain.values import Premises as Premises

__all__ = [
    "Explanation",
    "Hint",
    "Progress",
    "Step",
    "explain",
    "explain_many",
    "hint",
]
