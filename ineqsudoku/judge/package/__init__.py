"""Packages: a problem with tests, judges, solutions and statements that a judge accepts as is.

    tests ─ given_tests.py ─┐
    seed ── new_tests.py ───┴─ arrangement.py ─ proof.py ─ rendering.py ─ writing.py
                                        Problem                  files

`builder.py` has `build_package`.  `targets/` has a table for each target, `cpp/` the judges,
which `assembly.py` joins into one file each, and `solutions/` and `statement/` the rest of a
problem.  `verification.py` runs the judges' own tools.
"""
