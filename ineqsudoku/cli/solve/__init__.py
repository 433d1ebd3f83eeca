"""`ineqsudoku solve`; without options it runs without click, see `run`."""
