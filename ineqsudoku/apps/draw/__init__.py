"""Puzzles drawn into files, and worksheets, with the levels that `explain` finds."""
