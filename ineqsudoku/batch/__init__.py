"""Many puzzles: an ordered parallel map, a journal to resume from, and a folder of outputs.

This package does not depend on the command line.  `ordered_map` has `map_ordered`, which takes the
executor as a parameter; `output_folder` writes a file for each source and resumes interrupted runs.
"""
