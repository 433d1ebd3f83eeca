"""Judging answers: what a grid breaks, and what to tell whom."""
