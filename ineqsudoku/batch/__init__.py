"""Many puzzles: an ordered map over processes, a journal, resuming, and a folder of outputs.

This package needs no command line.  `ordered_map` has `map_ordered`, which takes the executor as
a parameter; `output_folder` writes a file for each source and resumes interrupted runs.
"""
