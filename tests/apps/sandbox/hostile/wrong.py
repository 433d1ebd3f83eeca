# A grid, but not a right one.
for _ in range(9):
    print(*range(1, 10))
