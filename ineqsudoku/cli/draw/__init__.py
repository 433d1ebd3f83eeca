"""`ineqsudoku draw`: draw pictures and print worksheets."""
