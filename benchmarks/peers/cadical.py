"""CaDiCaL 1.5.3 (Biere et al., 2020)."""

from peers.sat import measure_with

measure = measure_with("cadical153")
