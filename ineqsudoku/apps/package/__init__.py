"""Problem packages with tests, checkers, solutions and statements, in the formats of judges.

    options.py ─ drafts.py ─ problem.py ─ proof.py ─ files.py ─ readme.py ─ output.py
      targets      tests       Problem     verdicts    files      page

`builder.py` calls these in turn.  `limits.py` knows what a judge refuses.  `statement.py` has the
statement, of which `markdown.py` makes HTML and LaTeX.
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
