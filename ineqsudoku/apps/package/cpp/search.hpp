#pragma once
#include "puzzle.hpp"

#include <cstdint>
#include <tuple>

namespace sudoku {

// One way to fill a box: bit 9 * i + d of `rows` says that the i-th row of the box has the digit
// d + 1, and `columns` says the same of its columns.
struct Arrangement {
    std::uint32_t rows = 0, columns = 0;
};

// A shortest cycle of relations, each cell less than the next; empty without cycles.  Of several
// the one found from the lowest cell.
inline std::vector<int> shortest_cycle(const Puzzle& puzzle) {
    std::array<std::vector<int>, CELLS> greater;
    for (int sign = 0; sign < SIGNS; ++sign)
        greater[static_cast<std::size_t>(puzzle.lesser(sign))].push_back(puzzle.greater(sign));
    std::vector<int> shortest;
    for (int start = 0; start < CELLS; ++start) {
        std::array<int, CELLS> before;
        before.fill(-1);
        std::vector<int> queue{start}, cycle;
        for (std::size_t next = 0; next < queue.size() && cycle.empty(); ++next) {
            const int cell = queue[next];
            for (const int other : greater[static_cast<std::size_t>(cell)]) {
                int& path = before[static_cast<std::size_t>(other)];
                if (other == start) {
                    for (int step = cell; step != start; step = before[static_cast<std::size_t>(step)])
                        cycle.insert(cycle.begin(), step);
                    cycle.insert(cycle.begin(), start);
                    break;
                }
                if (path < 0) {
                    path = cell;
                    queue.push_back(other);
                }
            }
        }
        if (!cycle.empty() && (shortest.empty() || cycle.size() < shortest.size()))
            shortest = cycle;
    }
    return shortest;
}

// All arrangements of a box, which are the linear extensions of its relations.
class Arrangements {
public:
    Arrangements(const Puzzle& puzzle, int box) {
        const int corner = box / 3 * 3 * SIZE + box % 3 * 3;
        const auto place = [&](int cell) {
            const int offset = cell - corner;
            return static_cast<std::size_t>(offset / SIZE * 3 + offset % SIZE);
        };
        for (int sign = 0; sign < SIGNS; ++sign)
            if (box_of(puzzle.lesser(sign)) == box)
                below_[place(puzzle.greater(sign))] |= 1U << place(puzzle.lesser(sign));
        extend({}, 0, 0);
    }
    std::vector<Arrangement> take() { return std::move(found_); }

private:
    std::array<unsigned, SIZE> below_{};
    std::vector<Arrangement> found_;

    void extend(Arrangement arrangement, unsigned filled, unsigned digit) {
        if (digit == SIZE) {
            found_.push_back(arrangement);
            return;
        }
        for (unsigned cell = 0; cell < SIZE; ++cell) {
            if (filled >> cell & 1U || below_[cell] & ~filled) continue;
            Arrangement next = arrangement;
            next.rows |= 1U << (cell / 3 * SIZE + digit);
            next.columns |= 1U << (cell % 3 * SIZE + digit);
            extend(next, filled | 1U << cell, digit + 1);
        }
    }
};

// Counts solutions: nine variables, one a box, whose values are arrangements.
class Search {
public:
    // Stops after `limit` solutions, or after `node_limit` nodes unless that is 0.
    explicit Search(const Puzzle& puzzle, int limit = 2, long node_limit = 0)
        : limit_(limit), node_limit_(node_limit) {
        Tables tables;
        for (int box = 0; box < SIZE; ++box)
            tables[static_cast<std::size_t>(box)] = Arrangements(puzzle, box).take();
        visit(std::move(tables));
    }
    int solutions() const { return solutions_; }
    bool is_complete() const { return node_limit_ == 0 || nodes_ <= node_limit_; }
    // The digits of the first solution, row by row; empty without one.
    const std::string& grid() const { return grid_; }

private:
    using Tables = std::array<std::vector<Arrangement>, SIZE>;
    int limit_, solutions_ = 0;
    long node_limit_, nodes_ = 0;
    std::string grid_;

    void visit(Tables tables) {
        ++nodes_;
        if (!is_complete() || !propagate(tables)) return;
        std::size_t smallest = SIZE;
        for (std::size_t box = 0; box < SIZE; ++box) {
            const std::size_t size = tables[box].size();
            if (size > 1 && (smallest == SIZE || size < tables[smallest].size())) smallest = box;
        }
        if (smallest == SIZE) {
            if (solutions_++ == 0) write(tables);
            return;
        }
        std::uint32_t rows, columns;
        std::tie(rows, columns) = most_even(tables[smallest]);
        for (const bool wanted : {true, false}) {
            Tables next = tables;
            keep_if(next[smallest], [rows, columns, wanted](const Arrangement& one) {
                return ((one.rows & rows) != 0 || (one.columns & columns) != 0) == wanted;
            });
            visit(std::move(next));
            if (solutions_ >= limit_ || !is_complete()) return;
        }
    }

    template <class Condition>
    static bool keep_if(std::vector<Arrangement>& table, Condition condition) {
        std::size_t kept = 0;
        for (const Arrangement& arrangement : table)
            if (condition(arrangement)) table[kept++] = arrangement;
        const bool changed = kept < table.size();
        table.resize(kept);
        return changed;
    }

    // Narrows the tables by what the boxes beside and below each other leave; false if one is empty.
    static bool propagate(Tables& tables) {
        std::array<Arrangement, SIZE> any, all;
        const auto summarise = [&](std::size_t box) {
            any[box] = {};
            all[box] = {~0U, ~0U};
            for (const Arrangement& one : tables[box]) {
                any[box].rows |= one.rows;
                any[box].columns |= one.columns;
                all[box].rows &= one.rows;
                all[box].columns &= one.columns;
            }
        };
        for (std::size_t box = 0; box < SIZE; ++box) {
            if (tables[box].empty()) return false;
            summarise(box);
        }
        std::size_t unchanged = 0;
        for (std::size_t box = 0; unchanged < SIZE; box = (box + 1) % SIZE) {
            const std::size_t band = box / 3 * 3, stack = box % 3;
            const std::size_t beside = band + (stack + 1) % 3, beyond = band + (stack + 2) % 3;
            const std::size_t below = (box + 3) % SIZE, bottom = (box + 6) % SIZE;
            const Arrangement never{all[beside].rows | all[beyond].rows,
                                    all[below].columns | all[bottom].columns};
            const Arrangement must{ALL & ~(any[beside].rows | any[beyond].rows),
                                   ALL & ~(any[below].columns | any[bottom].columns)};
            const bool changed = keep_if(tables[box], [&](const Arrangement& one) {
                return (one.rows & never.rows) == 0 && (one.columns & never.columns) == 0 &&
                       (one.rows & must.rows) == must.rows &&
                       (one.columns & must.columns) == must.columns;
            });
            if (tables[box].empty()) return false;
            if (changed) summarise(box);
            unchanged = changed ? 1 : unchanged + 1;
        }
        return true;
    }
    static constexpr std::uint32_t ALL = (1U << 27) - 1;

    // The fact that comes nearest to halving a table, as one bit of an arrangement.
    static std::pair<std::uint32_t, std::uint32_t> most_even(const std::vector<Arrangement>& table) {
        std::array<std::size_t, 54> counts{};
        for (const Arrangement& one : table)
            for (std::size_t bit = 0; bit < 27; ++bit) {
                counts[bit] += one.rows >> bit & 1U;
                counts[27 + bit] += one.columns >> bit & 1U;
            }
        std::size_t best = 0, best_gap = table.size() + 1;
        for (std::size_t bit = 0; bit < counts.size(); ++bit) {
            const std::size_t twice = 2 * counts[bit];
            const std::size_t gap = twice > table.size() ? twice - table.size() : table.size() - twice;
            if (gap < best_gap) {
                best = bit;
                best_gap = gap;
            }
        }
        return best < 27 ? std::make_pair(1U << best, 0U) : std::make_pair(0U, 1U << (best - 27));
    }

    void write(const Tables& tables) {
        for (int cell = 0; cell < CELLS; ++cell) {
            const Arrangement& one = tables[static_cast<std::size_t>(box_of(cell))].front();
            const std::uint32_t row = one.rows >> (row_of(cell) % 3 * SIZE);
            const std::uint32_t column = one.columns >> (column_of(cell) % 3 * SIZE);
            char digit = '1';
            for (std::uint32_t left = row & column & 511U; (left & 1U) == 0; left >>= 1) ++digit;
            grid_ += digit;
        }
    }
};

// Why a puzzle is not valid, which it is with exactly one solution; empty if it is.
inline std::string objection(const Puzzle& puzzle) {
    const std::vector<int> cycle = shortest_cycle(puzzle);
    if (!cycle.empty()) {
        std::string text = "a cycle: ";
        for (const int cell : cycle) text += label(cell) + " < ";
        return text + label(cycle.front());
    }
    const int solutions = Search(puzzle).solutions();
    if (solutions == 1) return "";
    return solutions == 0 ? "not valid: no solution" : "not valid: 2+ solutions";
}

}  // namespace sudoku
