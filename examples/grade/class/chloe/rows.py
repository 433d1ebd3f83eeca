"""The contest's own method, cell by cell."""

import sys

signs = iter("".join(sys.stdin.read().split()))
before = {}
for row in range(9):
    for column in range(9):
        if column % 3 != 2:
            before.setdefault((row, column + 1), []).append((row, column, next(signs) == "<"))
    if row % 3 != 2:
        for column in range(9):
            before.setdefault((row + 1, column), []).append((row, column, next(signs) == "^"))

grid = [[0] * 9 for _ in range(9)]
used = [set() for _ in range(27)]


def fill(cell):
    if cell == 81:
        return True
    row, column = divmod(cell, 9)
    groups = used[row], used[9 + column], used[18 + row // 3 * 3 + column // 3]
    low, high = 1, 9
    for r, c, less in before.get((row, column), ()):
        if less:
            low = max(low, grid[r][c] + 1)
        else:
            high = min(high, grid[r][c] - 1)
    for digit in range(low, high + 1):
        if any(digit in group for group in groups):
            continue
        grid[row][column] = digit
        for group in groups:
            group.add(digit)
        if fill(cell + 1):
            return True
        for group in groups:
            group.remove(digit)
    return False


if fill(0):
    for line in grid:
        print(*line)
