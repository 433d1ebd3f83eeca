"""The languages that puzzles are written in, as Lark grammars: `ineqsudoku.grammar`.

A grammar is for all sizes of its format.  `$size` stands for the rows of a puzzle, `$cells` for
its cells, `$size-1` for one less, `$symbols` for the digits or letters and `$empty` for what an
empty cell is written as, both to stand between brackets, and `$unknown` for an empty cell where
`.` is an absent sign; `ineqsudoku.formats.grammar` fills them in.

`lines` is the start rule for a text; it takes a line for a token and is fast.  For each kind of
lines there is a rule that takes a sign or a cell for a token: it shows where exactly a line goes
wrong.  Both accept the same lines; `tests/core/formats/test_grammars.py` holds them to it.
"""
