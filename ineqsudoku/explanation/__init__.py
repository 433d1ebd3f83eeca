"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` has the state, `techniques/` finds steps on it, `strategy.py` chooses among them, and
`values.py` has the results.  `path.py` orders the steps digit by digit, for `hints.py` and for
display: `walk.py` has the steps in groups, `pictures.py` draws them, and `page.py` makes a page.
"""
