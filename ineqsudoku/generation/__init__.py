"""New puzzles: random grids, canonical forms, and puzzles that are proven to be what was wished.

`sequence.py` has `generate`.  A puzzle depends on the seed and its index alone: each index has
random numbers of its own (`randomness.py`), and budgets count steps, not seconds.
"""
