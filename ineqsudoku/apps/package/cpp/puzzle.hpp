#pragma once
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sudoku {

// A cell is 0-80, row-major.
constexpr int SIZE = 9, CELLS = 81, SIGNS = 108;

constexpr std::size_t LONGEST_INPUT = std::size_t{16} << 20;

inline int row_of(int cell) { return cell / SIZE; }
inline int column_of(int cell) { return cell % SIZE; }
inline int box_of(int cell) { return row_of(cell) / 3 * 3 + column_of(cell) / 3; }

inline std::string label(int cell) {
    return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
}

// The judge's files or the judge's call are wrong.  `what()` may quote the files; contestants may
// see `for_contestants`.
struct JudgeError : std::runtime_error {
    std::string for_contestants;
    explicit JudgeError(const std::string& message) : JudgeError(message, message) {}
    JudgeError(const std::string& message, std::string shown)
        : std::runtime_error(message), for_contestants(std::move(shown)) {}
};

// Two neighbouring cells of a box; `first` is left of or above `second`.
struct Pair {
    int first, second;
    bool is_across() const { return second == first + 1; }
};

// The pairs in the order of their signs in a file.
inline const std::vector<Pair>& pairs() {
    static const std::vector<Pair> all = [] {
        std::vector<Pair> found;
        for (int row = 0; row < SIZE; ++row) {
            for (int column = 0; column < SIZE; ++column)
                if (column % 3 < 2) found.push_back({row * SIZE + column, row * SIZE + column + 1});
            for (int column = 0; row % 3 < 2 && column < SIZE; ++column)
                found.push_back({row * SIZE + column, (row + 1) * SIZE + column});
        }
        return found;
    }();
    return all;
}

inline bool is_sign_of(const Pair& pair, char sign) {
    return pair.is_across() ? sign == '<' || sign == '>' : sign == '^' || sign == 'v';
}

struct Puzzle {
    std::string signs;  // SIGNS of them, in the order of `pairs`
    int line = 1;       // where it starts in its file, from 1

    int lesser(int number) const {
        const Pair& pair = pairs()[static_cast<std::size_t>(number)];
        return is_first_lesser(number) ? pair.first : pair.second;
    }
    int greater(int number) const {
        const Pair& pair = pairs()[static_cast<std::size_t>(number)];
        return is_first_lesser(number) ? pair.second : pair.first;
    }

private:
    bool is_first_lesser(int number) const {
        const char sign = signs[static_cast<std::size_t>(number)];
        return sign == '<' || sign == '^';
    }
};

// The puzzles of an input file, whose blanks mean nothing.  Throws `JudgeError`.
inline std::vector<Puzzle> read_puzzles(const std::string& text) {
    std::vector<Puzzle> puzzles;
    int line = 1, column = 0;
    const auto refuse = [&] {
        const std::string place =
            "line " + std::to_string(line) + ", column " + std::to_string(column);
        throw JudgeError("the input is not a puzzle: " + place);
    };
    for (const char character : text) {
        ++column;
        if (character == '\n') {
            ++line;
            column = 0;
        } else if (character != ' ' && character != '\t' && character != '\r') {
            if (puzzles.empty() || puzzles.back().signs.size() == SIGNS)
                puzzles.push_back({"", line});
            std::string& signs = puzzles.back().signs;
            if (!is_sign_of(pairs()[signs.size()], character)) refuse();
            signs += character;
        }
    }
    if (puzzles.empty() || puzzles.back().signs.size() < SIGNS) refuse();
    return puzzles;
}

}  // namespace sudoku
