"""Programs as contestants write them: plain searches in several orders, in C++ and in Python."""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.apps.generate.targets import TARGETS, Kind

_READ = """\
void read(int cell, int next) {
    char sign;
    std::scanf(" %c", &sign);
    bool is_less = sign == '<' || sign == '^';
    less_of[is_less ? cell : next][is_less ? next : cell] = 1;
}
int main() {
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) if (c % 3 != 2) read(9 * r + c, 9 * r + c + 1);
        for (int c = 0; c < 9 && r % 3 != 2; c++) read(9 * r + c, 9 * r + c + 9);
    }"""
"""The first half of a program in C++: reads the contest's format into `less_of`."""

_CPP = """
#include <cstdio>
#include <initializer_list>
int order[81] = {ORDER}, less_of[81][81], low[81], high[81], digit[81];
int rows[9], columns[9], boxes[9];
int candidates(int cell) {
    int r = cell / 9, c = cell % 9, mask = 0;
    int used = rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3];
    for (int d = low[cell]; d <= high[cell]; d++) {
        bool fits = !(used >> d & 1);
        for (int step : {-9, -1, 1, 9}) {
            int other = cell + step;
            if (other < 0 || other > 80 || !digit[other]) continue;
            if (less_of[cell][other] && d >= digit[other]) fits = false;
            if (less_of[other][cell] && d <= digit[other]) fits = false;
        }
        if (fits) mask |= 1 << d;
    }
    return mask;
}
bool fill(int filled) {
    if (filled == 81) return true;
    int cell = order[filled], mask = candidates(cell);
    if (FEWEST)
        for (int other = 0, fewest = 10; other < 81; other++) {
            if (digit[other]) continue;
            int its = candidates(other);
            if (__builtin_popcount(its) < fewest) {
                fewest = __builtin_popcount(its);
                mask = its;
                cell = other;
            }
        }
    int r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
    for (int i = 1; i <= 9; i++) {
        int d = DOWN ? 10 - i : i, bit = 1 << d;
        if (!(mask & bit)) continue;
        digit[cell] = d, rows[r] |= bit, columns[c] |= bit, boxes[b] |= bit;
        if (fill(filled + 1)) return true;
        digit[cell] = 0, rows[r] ^= bit, columns[c] ^= bit, boxes[b] ^= bit;
    }
    return false;
}
READ
    static int lesser[81][81];
    for (int i = 0; i < 81; i++) for (int j = 0; j < 81; j++) lesser[i][j] = less_of[i][j];
    for (int k = 0; k < 81; k++) for (int i = 0; i < 81; i++) for (int j = 0; j < 81; j++)
        lesser[i][j] |= lesser[i][k] & lesser[k][j];
    for (int i = 0; i < 81; i++) {
        low[i] = 1, high[i] = 9;
        for (int j = 0; j < 81 && BOUNDS; j++) low[i] += lesser[j][i], high[i] -= lesser[i][j];
    }
    fill(0);
    for (int i = 0; i < 81; i++) std::printf("%d%c", digit[i], i % 9 == 8 ? '\\n' : ' ');
}
"""

_PYTHON = """
import sys
order = [ORDER]
signs = "".join(sys.stdin.read().split())
less_of, at = set(), 0
for r in range(9):
    for step, cs in ((1, (0, 1, 3, 4, 6, 7)), (9, range(9) if r % 3 != 2 else ())):
        for c in cs:
            pair = 9 * r + c, 9 * r + c + step
            less_of.add(pair if signs[at] in "<^" else pair[::-1])
            at += 1
near = [[(b, a == i) for a, b in less_of if a == i] + [(a, False) for a, b in less_of if b == i]
        for i in range(81)]
lesser = set(less_of)
while True:
    more = {(a, d) for a, b in lesser for c, d in less_of if b == c} - lesser
    if not more:
        break
    lesser |= more
low = [1 + BOUNDS * sum(b == i for a, b in lesser) for i in range(81)]
high = [9 - BOUNDS * sum(a == i for a, b in lesser) for i in range(81)]
digit = [0] * 81
rows, columns, boxes = [0] * 9, [0] * 9, [0] * 9
def candidates(cell):
    r, c = divmod(cell, 9)
    used = rows[r] | columns[c] | boxes[r // 3 * 3 + c // 3]
    least, most = low[cell], high[cell]
    for other, is_less in near[cell]:
        if d := digit[other]:
            if is_less:
                most = min(most, d - 1)
            else:
                least = max(least, d + 1)
    return [d for d in range(least, most + 1) if not used >> d & 1]
def fill(filled):
    if filled == 81:
        return True
    if FEWEST:
        empty = [(candidates(cell), cell) for cell in range(81) if not digit[cell]]
        its, cell = min(empty, key=lambda pair: len(pair[0]))
    else:
        cell = order[filled]
        its = candidates(cell)
    r, c = divmod(cell, 9)
    b = r // 3 * 3 + c // 3
    for d in its[::-1] if DOWN else its:
        digit[cell] = d
        rows[r] |= 1 << d; columns[c] |= 1 << d; boxes[b] |= 1 << d
        if fill(filled + 1):
            return True
        digit[cell] = 0
        rows[r] ^= 1 << d; columns[c] ^= 1 << d; boxes[b] ^= 1 << d
    return False
fill(0)
for r in range(9):
    print(*digit[9 * r:9 * r + 9])
"""


def contestant(target: str, language: str) -> str:
    """Return a program in `cpp` or `py` that searches as a target does, `FIXED` or `FEWEST`."""
    searches = TARGETS[target]
    assert searches.kind in (Kind.FIXED, Kind.FEWEST)
    return program(
        searches.order,
        language,
        is_descending=searches.is_descending,
        has_bounds=searches.has_bounds,
        fewest=searches.kind is Kind.FEWEST,
    )


def program(
    order: Iterable[int],
    language: str,
    *,
    is_descending: bool = False,
    has_bounds: bool = False,
    fewest: bool = False,
) -> str:
    """Return a program that fills the cells in an order, or the cell with the fewest digits."""
    words = {
        "READ": _READ,
        "ORDER": ", ".join(map(str, order)),
        "FEWEST": str(int(fewest)),
        "DOWN": str(int(is_descending)),
        "BOUNDS": str(int(has_bounds)),
    }
    text = {"cpp": _CPP, "py": _PYTHON}[language]
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def dancing_links() -> str:
    """Return Knuth's algorithm X with dancing links, which tests signs when it takes an option."""
    return _DLX.replace("READ", _READ)


_DLX = """
#include <cstdio>
#include <initializer_list>
int L[4000], R[4000], U[4000], D[4000], head[4000], size[325], digit[81], less_of[81][81];
int option_of(int spot) { return (spot - 325) / 4; }
void cover(int h) {
    R[L[h]] = R[h], L[R[h]] = L[h];
    for (int i = D[h]; i != h; i = D[i])
        for (int k = 0, j = i; k < 3; k++) {
            j = (j - 325) % 4 == 3 ? j - 3 : j + 1;
            D[U[j]] = D[j], U[D[j]] = U[j], size[head[j]]--;
        }
}
void uncover(int h) {
    for (int i = U[h]; i != h; i = U[i])
        for (int k = 0, j = i; k < 3; k++) {
            j = (j - 325) % 4 == 0 ? j + 3 : j - 1;
            size[head[j]]++, D[U[j]] = U[D[j]] = j;
        }
    R[L[h]] = L[R[h]] = h;
}
bool fits(int cell, int d) {
    for (int step : {-9, -1, 1, 9}) {
        int other = cell + step;
        if (other < 0 || other > 80 || !digit[other]) continue;
        if (less_of[cell][other] && d >= digit[other]) return false;
        if (less_of[other][cell] && d <= digit[other]) return false;
    }
    return true;
}
bool search() {
    if (R[0] == 0) return true;
    int h = R[0];
    for (int i = R[0]; i; i = R[i]) if (size[i] < size[h]) h = i;
    if (!size[h]) return false;
    cover(h);
    for (int i = D[h]; i != h; i = D[i]) {
        int cell = option_of(i) / 9, d = option_of(i) % 9 + 1;
        if (!fits(cell, d)) continue;
        digit[cell] = d;
        for (int k = 0, j = i; k < 3; k++)
            j = (j - 325) % 4 == 3 ? j - 3 : j + 1, cover(head[j]);
        if (search()) return true;
        for (int k = 0, j = i; k < 3; k++)
            j = (j - 325) % 4 == 0 ? j + 3 : j - 1, uncover(head[j]);
        digit[cell] = 0;
    }
    uncover(h);
    return false;
}
READ
    for (int h = 0; h < 325; h++)
        L[h] = h ? h - 1 : 324, R[h] = h < 324 ? h + 1 : 0, U[h] = D[h] = head[h] = h;
    for (int option = 0; option < 729; option++) {
        int cell = option / 9, d = option % 9, r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
        int items[4] = {cell, 81 + 9 * r + d, 162 + 9 * c + d, 243 + 9 * b + d};
        for (int i = 0; i < 4; i++) {
            int h = items[i] + 1, spot = 325 + 4 * option + i;
            head[spot] = h, U[spot] = U[h], D[spot] = h, D[U[h]] = spot, U[h] = spot, size[h]++;
        }
    }
    search();
    for (int i = 0; i < 81; i++) std::printf("%d%c", digit[i], i % 9 == 8 ? '\\n' : ' ');
}
"""
