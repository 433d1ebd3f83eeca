"""`ineqsudoku validate`: report what is wrong with layouts."""
