"""`python -m ineqsudoku` is the program `ineqsudoku`."""

from ineqsudoku.apps.cli.main import main

if __name__ == "__main__":
    main()
