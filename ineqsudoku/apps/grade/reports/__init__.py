"""The reports on a grade: its results, and one module per kind of report on them."""
