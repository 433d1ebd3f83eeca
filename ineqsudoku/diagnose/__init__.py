"""Why a puzzle has not exactly one solution, and what to mend."""
