"""`ineqsudoku draw`: pictures and worksheets."""
