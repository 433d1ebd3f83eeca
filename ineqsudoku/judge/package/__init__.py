"""Problem packages with tests, checkers, solutions and statements, in the formats of judges.

    tests ─┐
    seed ──┴─ drafts.py ─ proof.py ─ rendering.py ─ writing.py
                   Problem               files

`builder.py` has `build_package`.  `targets/` has a table per target.  `cpp/` has the
checkers, validators and generators, which `rendering.py` joins into single files.  `solutions/`
and `statement/` have the rest of a problem.  `verification.py` runs the tools of the judges.
"""
