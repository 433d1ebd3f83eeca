"""`ineqsudoku solve`: print the solutions of puzzles; without options it does not load click."""
