"""The formats of puzzles as Lark grammars, installed as `ineqsudoku.grammar`.

In every grammar, the start rule `puzzle` takes a line for a token, which is fast.  For each kind of
line there is another start rule, which takes a sign or a cell for a token and so shows where a line
goes wrong.  Both accept the same lines; `tests/core/formats/test_grammars.py` holds them to it.
"""
