"""Problem packages with tests, checkers, solutions and statements, in the formats of judges.

    options.py ─ drafts.py ─ problem.py ─ proof.py ─ readme.py ─ files.py ─ output.py
                   tests       Problem     verdicts    page        files

`builder.py` calls these in turn.  `limits.py` knows what a judge refuses.  `statement.py` has the
statement, `own_words.py` what setters write instead, and `markdown.py` makes HTML and LaTeX of it.
`examples.py` makes examples for validators.  `targets/` has a table per target.  `cpp/` has the
checkers, validators and generators, which `files.py` joins into single files.  `solutions.toml`
lists the programs in `solutions/`.
"""

from ineqsudoku.apps.package.builder import Package, build_package
from ineqsudoku.apps.package.options import PackageOptions

__all__ = [
    "Package",
    "PackageOptions",
    "build_package",
]
