"""Nine variables, one a box; the values of a box are the ways to fill it that its signs allow."""

import sys

# Bit 9 * i + d of a value: row i of the box has digit d; from bit 27 on, columns.
LOW = (1 << 27) - 1
HIGH = LOW << 27


def fillings(below):
    """All orders of the cells of a box in which every cell comes after its lesser cells."""
    found = []

    def extend(filled, digit, bits):
        if digit == 9:
            found.append(bits)
            return
        for cell in range(9):
            if not filled >> cell & 1 and not below[cell] & ~filled:
                more = 1 << cell // 3 * 9 + digit | 1 << 27 + cell % 3 * 9 + digit
                extend(filled | 1 << cell, digit + 1, bits | more)

    extend(0, 0, 0)
    return found


def in_any_and_all(table):
    in_any, in_all = 0, -1
    for bits in table:
        in_any |= bits
        in_all &= bits
    return in_any, in_all


def narrow(boxes):
    known = [in_any_and_all(table) for table in boxes]
    box = same = 0
    while same < 9:
        band, stack = box // 3 * 3, box % 3
        beside = known[band + (stack + 1) % 3], known[band + (stack + 2) % 3]
        beneath = known[(box + 3) % 9], known[(box + 6) % 9]
        never = (beside[0][1] | beside[1][1]) & LOW | (beneath[0][1] | beneath[1][1]) & HIGH
        must = ~(beside[0][0] | beside[1][0]) & LOW | ~(beneath[0][0] | beneath[1][0]) & HIGH
        kept = [bits for bits in boxes[box] if not bits & never and bits & must == must]
        if not kept:
            return False
        same = same + 1 if len(kept) == len(boxes[box]) else 1
        boxes[box] = kept
        known[box] = in_any_and_all(kept)
        box = (box + 1) % 9
    return True


def solve(boxes):
    if not narrow(boxes):
        return None
    undecided = [box for box in range(9) if len(boxes[box]) > 1]
    if not undecided:
        return boxes
    best = min(undecided, key=lambda box: len(boxes[box]))
    for bits in boxes[best]:
        solution = solve([[bits] if box == best else boxes[box] for box in range(9)])
        if solution:
            return solution
    return None


def main():
    signs = iter("".join(sys.stdin.read().split()))
    below = [[0] * 9 for _ in range(9)]

    def relate(first, second, is_less):
        lesser, greater = (first, second) if is_less else (second, first)
        (r, c), (x, y) = lesser, greater
        below[r // 3 * 3 + c // 3][x % 3 * 3 + y % 3] |= 1 << r % 3 * 3 + c % 3

    for row in range(9):
        for column in range(9):
            if column % 3 != 2:
                relate((row, column), (row, column + 1), next(signs) == "<")
        if row % 3 != 2:
            for column in range(9):
                relate((row, column), (row + 1, column), next(signs) == "^")
    boxes = solve([fillings(each) for each in below])
    for row in range(9):
        digits = []
        for column in range(9):
            (bits,) = boxes[row // 3 * 3 + column // 3]
            shared = bits >> row % 3 * 9 & bits >> 27 + column % 3 * 9 & 511
            digits.append(shared.bit_length())
        print(*digits)


main()
