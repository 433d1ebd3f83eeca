"""The languages that puzzles are written in, as Lark grammars: `ineqsudoku.grammar`.

Each grammar has start rules in pairs: one takes a line (or a puzzle) for a token and is
fast, the other takes a sign (or a digit) for a token and tells exactly where a text goes
wrong.  Both accept the same texts; `tests/test_grammars.py` holds them to it.
"""
