"""Problem packages with tests, checkers, solutions and statements, in the formats of judges.

    tests ─┐
    seed ──┴─ drafts.py ─ proof.py ─ files.py
                   Problem       files

`builder.py` has `PackageOptions` and `build_package`.  `targets/` has a table per target.  `cpp/`
has the checkers, validators and generators, which `files.py` joins into single files.
`solutions/` and `statement.py` have the rest of a problem.  `verification.py` runs the tools of the
judges.
"""
