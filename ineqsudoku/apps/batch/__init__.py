"""Many puzzles: an ordered map over processes of this machine or a Dask cluster, and what commands
and functions for many puzzles share."""
