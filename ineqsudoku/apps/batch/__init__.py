"""An ordered map of many puzzles, over processes of this machine or a Dask cluster; data frames."""
