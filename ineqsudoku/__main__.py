"""`python -m ineqsudoku` is the command `ineqsudoku`."""

from ineqsudoku.cli import main

main()
