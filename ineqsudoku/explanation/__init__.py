"""How a person solves a puzzle: techniques, steps, hints and difficulty.

`board.py` is the state, `techniques/` finds steps on it, `strategy.py` chooses among them, and
`values.py` has what comes out.
"""
