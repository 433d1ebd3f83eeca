"""`ineqsudoku validate`."""
