"""`ineqsudoku explain`: solve a puzzle as a person would, and rate it."""
