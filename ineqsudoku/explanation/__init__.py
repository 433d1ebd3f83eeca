"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` has the state, `techniques/` finds steps on it, `strategy.py` chooses and orders them,
and `values.py` has the results.  `hints.py` shows the next step, `pictures.py` draws steps, and
`page.py` makes a page.
"""
