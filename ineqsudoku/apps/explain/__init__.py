"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` has the state, and `techniques/` finds steps on it.  `strategy.py` takes them in rounds,
which rate a puzzle; `path.py` takes from the rounds what a person needs, `merging.py` writes it as
a person would, and `explanation.py` has the result.  `hints.py` shows the next step, `pictures.py`
draws steps, `page.py` makes a page, and `refutation.py` proves that there is no solution.
"""
