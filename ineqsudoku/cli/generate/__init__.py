"""`ineqsudoku generate`: make new puzzles."""
