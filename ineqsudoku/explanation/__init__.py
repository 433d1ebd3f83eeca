"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` is the state, `techniques/` finds steps on it, `strategy.py` chooses among them, and
`values.py` has what comes out.  `path.py` goes digit after digit, for `hints.py` and for what is
shown: `walk.py` has the steps in groups, `pictures.py` draws them, `page.py` is their HTML.
"""
