"""Grading: submissions are compiled, run on test cases in a sandbox, and given verdicts."""
