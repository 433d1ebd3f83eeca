"""Many puzzles: an ordered parallel map, and a folder of outputs with the state of the run.

This package does not depend on the command line.  `ordered_map` has `map_ordered`, which takes the
executor as a parameter; `output_folder` writes a file per source and resumes interrupted runs.
"""
