"""Fills each box by its own signs and forgets rows and columns."""

import sys

signs = iter("".join(sys.stdin.read().split()))
greater = {(row, column): [] for row in range(9) for column in range(9)}
for row in range(9):
    for column in range(9):
        if column % 3 != 2:
            first, second = (row, column), (row, column + 1)
            lesser = first if next(signs) == "<" else second
            greater[lesser].append(second if lesser == first else first)
    if row % 3 != 2:
        for column in range(9):
            first, second = (row, column), (row + 1, column)
            lesser = first if next(signs) == "^" else second
            greater[lesser].append(second if lesser == first else first)


def height(cell):
    """How many cells must be greater, one above the other."""
    return max((1 + height(other) for other in greater[cell]), default=0)


grid = [[0] * 9 for _ in range(9)]
for top in (0, 3, 6):
    for left in (0, 3, 6):
        box = [(top + i, left + j) for i in range(3) for j in range(3)]
        for digit, (row, column) in enumerate(sorted(box, key=height, reverse=True), 1):
            grid[row][column] = digit
for line in grid:
    print(*line)
