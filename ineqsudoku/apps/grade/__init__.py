"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""
