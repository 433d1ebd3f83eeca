"""Packages: a problem that a judge accepts as it is."""
