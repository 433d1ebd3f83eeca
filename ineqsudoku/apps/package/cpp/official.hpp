#pragma once
#include "search.hpp"

namespace sudoku {

// How a published sample writes an across line, with a hyphen for each sign, and whether its input
// may hold several puzzles.
struct Style {
    const char* across;
    bool several;
};

constexpr Style STYLES[] = {
    {"- - - - - -", false},     // Luogu P4573
    {" - -  - -  - - ", false}, // BZOJ 3109
    {" - -  - -  - -", false},  // BZOJ 3109 without trailing blanks
    {" - -   - -   - - ", false}, // NKOJ 2194
    {" - -   - -   - -", false},  // NKOJ 2194 without trailing blanks
    {"-- -- --", true},           // UVa 11570
};

// What messages may expect, in their order.
constexpr const char* EXPECTED[] = {"'<'",     "'>'", "'^'", "'v'", "a blank",
                                    "the end of the line", "the end of the file"};
constexpr unsigned ACROSS = 3, DOWN = 12, BLANK = 16, LINE_END = 32, FILE_END = 64;

// The text of a puzzle: what may stand at each place, as bits for EXPECTED.
inline std::vector<unsigned> template_of(const Style& style) {
    std::vector<unsigned> slots;
    for (int line = 0; line < 15; ++line) {
        const bool across = line % 5 % 2 == 0;
        for (const char* slot = across ? style.across : "| | | | | | | | |"; *slot; ++slot)
            slots.push_back(*slot == '-' ? ACROSS : *slot == '|' ? DOWN : BLANK);
        slots.push_back(LINE_END);
    }
    return slots;
}

inline unsigned slot_of(char character) {
    switch (character) {
        case '<': return 1;
        case '>': return 2;
        case '^': return 4;
        case 'v': return 8;
        case ' ': return BLANK;
        case '\n': return LINE_END;
        default: return 0;
    }
}

// Where a text leaves a style, and what the style has there: nothing at the end of a right text.
struct Agreement {
    std::size_t index;
    unsigned expected;
};

inline Agreement agreement(const std::string& text, const Style& style) {
    const std::vector<unsigned> slots = template_of(style);
    for (std::size_t index = 0;; ++index) {
        const bool between = index % slots.size() == 0;
        const bool may_end = between && index > 0;
        if (may_end && index == text.size()) return {index, 0};
        if (may_end && !style.several) return {index, FILE_END};
        const unsigned allowed = slots[index % slots.size()];
        if (index == text.size() || !(slot_of(text[index]) & allowed))
            return {index, allowed | (may_end ? FILE_END : 0)};
    }
}

// The UTF-8 character at a place; -1 if there is none.
inline long character_at(const std::string& text, std::size_t index) {
    const auto byte = [&](std::size_t place) -> unsigned {
        return place < text.size() ? static_cast<unsigned char>(text[place]) : 0U;
    };
    const unsigned first = byte(index);
    const unsigned size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (size == 1) return static_cast<long>(first);
    if (first < 0xc2 || first > 0xf4) return -1;
    unsigned long value = first & (0xffU >> (size + 1));
    for (unsigned i = 1; i < size; ++i) {
        if ((byte(index + i) & 0xc0U) != 0x80U) return -1;
        value = value << 6 | (byte(index + i) & 0x3fU);
    }
    const bool too_small = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return too_small || surrogate || value > 0x10ffff ? -1 : static_cast<long>(value);
}

inline std::string named(const std::string& text, std::size_t index) {
    if (index == text.size()) return "the end of the file";
    const long character = character_at(text, index);
    std::string hex;
    const char* const digits = character < 0 ? "0123456789abcdef" : "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(text[index]);
    unsigned long left = character < 0 ? byte : static_cast<unsigned long>(character);
    for (std::size_t size = character < 0 ? 2 : 4; left || hex.size() < size; left >>= 4)
        hex.insert(hex.begin(), digits[left & 15]);
    switch (character) {
        case '\n': return "the end of the line";
        case '\r': return "a carriage return";
        case '\t': return "a tab";
        case ' ': return "a blank";
        case 0xfeff: return "a byte-order mark";
        case -1: return "byte 0x" + hex;
        default: break;
    }
    if (character > 0x20 && character < 0x7f) return std::string("'") + text[index] + "'";
    return "the character U+" + hex;
}

// Why a file is not the official text of valid puzzles; empty if it is.  `number` is set to the
// number of puzzles read.
inline std::string objection(const std::string& text, std::size_t& number) {
    number = 0;
    if (text.size() > LONGEST_INPUT)
        return "line 1, column 1: expected a text of at most 16 MiB, found a longer text";
    Agreement longest{0, 0};
    for (const Style& style : STYLES) {
        const Agreement found = agreement(text, style);
        if (found.expected == 0) {
            const std::vector<Puzzle> puzzles = read_puzzles(text);
            for (const Puzzle& puzzle : puzzles) {
                ++number;
                const std::string reason = objection(puzzle);
                if (reason.empty()) continue;
                return (puzzles.size() > 1 ? "puzzle " + std::to_string(number) + ": " : "") + reason;
            }
            return "";
        }
        if (found.index > longest.index) longest = found;
        else if (found.index == longest.index) longest.expected |= found.expected;
    }
    std::size_t line = 1, column = 1;
    for (std::size_t index = 0; index < longest.index; ++index) {
        line += text[index] == '\n';
        column = text[index] == '\n' ? 1 : column + 1;
    }
    std::vector<std::string> names;
    for (unsigned bit = 0; bit < 7; ++bit)
        if (longest.expected >> bit & 1U) names.push_back(EXPECTED[bit]);
    std::string expected = names.back();
    for (std::size_t i = names.size() - 1; i-- > 0;)
        expected = names[i] + (i + 2 == names.size() ? " or " : ", ") + expected;
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": expected " +
           expected + ", found " + named(text, longest.index);
}

inline std::string praise(std::size_t number) {
    if (number == 1) return "valid: one solution";
    return "valid: " + std::to_string(number) + " puzzles, one solution each";
}

}  // namespace sudoku
