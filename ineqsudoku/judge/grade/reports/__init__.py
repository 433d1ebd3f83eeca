"""The reports on a grade: its results, and one module for each kind of report on them."""
