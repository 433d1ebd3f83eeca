"""Diagnosis: why a puzzle does not have exactly one solution, and which signs to flip."""
