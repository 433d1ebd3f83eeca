"""Judging: the checker, the protocols of judges, grading in a sandbox, and problem packages."""
