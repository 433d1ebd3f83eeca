"""MiniSat 2.2 (Eén and Sörensson, 2003)."""

from peers.sat import measure_with

measure = measure_with("minisat22")
