#pragma once
#include "search.hpp"

#include <algorithm>
#include <cctype>

namespace sudoku {

enum class Verdict { accepted, wrong_answer, presentation_error, judge_error };

// `message` is for judges; `shown` is for contestants and says nothing about the judge's files.
struct Judgement {
    Verdict verdict = Verdict::accepted;
    std::string message = "accepted", shown = "accepted";
};

// Where the words of an output come from.  Blanks are those of testlib.
class Words {
public:
    Words() = default;
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;
    virtual ~Words() = default;
    // Reads the next word; a word of more than `longest()` bytes may be cut, but not to
    // `longest()` bytes or fewer.  Throws `OutputTooLong`.
    virtual bool next(std::string& word) = 0;
    std::size_t longest = CELLS;
};

struct OutputTooLong {};

inline bool is_blank(char character) {
    return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

// The words of a list.
class ListedWords final : public Words {
public:
    explicit ListedWords(const std::vector<std::string>& words) : words_(words) {}
    bool next(std::string& word) override {
        if (place_ == words_.size()) return false;
        word = words_[place_++];
        return true;
    }

private:
    const std::vector<std::string>& words_;
    std::size_t place_ = 0;
};

// A word in single quotes, cut to 20 bytes; what is no printable ASCII becomes \xNN.
inline std::string quoted(const std::string& word) {
    static const char* const digits = "0123456789abcdef";
    constexpr std::size_t most = 20;
    std::string text = "'";
    for (const char character : word.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte >= 0x20 && byte <= 0x7e)
            text += character;
        else
            text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
    return text + (word.size() > most ? "...'" : "'");
}

// Whether testlib's `readInt` reads a word: 32 bits, no `+`, no leading zeros.
inline bool is_integer(const std::string& word) {
    const std::size_t start = word[0] == '-' ? 1 : 0;
    if (word == "0") return true;
    if (word.size() == start || word.size() > start + 10 || word[start] == '0') return false;
    long long value = 0;
    for (std::size_t index = start; index < word.size(); ++index) {
        if (word[index] < '0' || word[index] > '9') return false;
        value = value * 10 + (word[index] - '0');
    }
    return value <= 2147483647LL + (start == 1 ? 1 : 0);
}

// What was printed for one puzzle: a grid, or why there is none.
struct Answer {
    std::string digits;
    std::string fault;
    bool is_shape_fault = false;
};

// Whether a word is read character by character: a row or a grid that is printed without blanks.
inline bool is_dense(const std::string& word) {
    return (word.size() == SIZE || word.size() == CELLS) &&
           std::all_of(word.begin(), word.end(),
                       [](char byte) { return std::isalnum(static_cast<unsigned char>(byte)); });
}

inline Answer excess(const std::string& word) {
    return {"", "expected 81 digits, found more: " + quoted(word), true};
}

inline Answer read_grid(Words& words) {
    Answer answer;
    std::string word;
    while (answer.digits.size() < CELLS) {
        if (!words.next(word)) {
            const std::string found =
                answer.digits.empty() ? "none" : std::to_string(answer.digits.size());
            return {"", "expected 81 digits, found " + found, true};
        }
        const std::size_t step = is_dense(word) ? 1 : word.size();
        if (answer.digits.size() + word.size() / step > CELLS) return excess(word);
        for (std::size_t start = 0; start < word.size(); start += step) {
            const std::string part = word.substr(start, step);
            if (part.size() != 1 || part[0] < '1' || part[0] > '9') {
                const bool readable = is_integer(part);
                const std::string fault = label(static_cast<int>(answer.digits.size())) + " is " +
                                          (readable ? part : quoted(part)) + ", not a digit 1-9";
                if (!readable) return {"", fault, true};
                if (answer.fault.empty()) answer.fault = fault;
            }
            answer.digits += part[0];
        }
    }
    return answer;
}

// One grid for each puzzle; a fault of the shape is always the last, and nothing behind it is read.
inline std::vector<Answer> read_grids(std::size_t number, Words& words) {
    std::vector<Answer> answers;
    try {
        do answers.push_back(read_grid(words));
        while (!answers.back().is_shape_fault && answers.size() < number);
        std::string word;
        if (!answers.back().is_shape_fault && words.next(word))
            answers.back() = excess(word);
    } catch (const OutputTooLong&) {
        answers.resize(std::min(answers.size(), number - 1));
        answers.push_back({"", "the output is longer than 128 MiB", true});
    }
    return answers;
}

// The first digit that a house has more than once.
template <class InHouse>
std::string repeated(const char* house, int number, const std::string& digits, InHouse is_in_house) {
    static const char* const times[] = {"twice",     "three times", "four times", "five times",
                                        "six times", "seven times", "eight times", "nine times"};
    for (char digit = '1'; digit <= '9'; ++digit) {
        std::string cells;
        int count = 0;
        for (int cell = 0; cell < CELLS; ++cell) {
            if (digits[static_cast<std::size_t>(cell)] != digit || !is_in_house(cell)) continue;
            cells += (count++ ? ", " : "") + label(cell);
        }
        if (count > 1)
            return std::string(house) + " " + std::to_string(number + 1) + " has the digit " + digit +
                   " " + times[count - 2] + ": " + cells;
    }
    return "";
}

// The first rule that a grid breaks, rows first, then columns, boxes and signs.
inline Judgement judge_grid(const Puzzle& puzzle, const Answer& answer) {
    if (!answer.fault.empty())
        return {answer.is_shape_fault ? Verdict::presentation_error : Verdict::wrong_answer,
                answer.fault, answer.fault};
    const auto wrong = [](const std::string& reason) {
        return Judgement{Verdict::wrong_answer, reason, reason};
    };
    const std::string& digits = answer.digits;
    std::string reason;
    for (int i = 0; i < SIZE && reason.empty(); ++i)
        reason = repeated("row", i, digits, [i](int cell) { return row_of(cell) == i; });
    for (int i = 0; i < SIZE && reason.empty(); ++i)
        reason = repeated("column", i, digits, [i](int cell) { return column_of(cell) == i; });
    for (int i = 0; i < SIZE && reason.empty(); ++i)
        reason = repeated("box", i, digits, [i](int cell) { return box_of(cell) == i; });
    if (!reason.empty()) return wrong(reason);
    for (int sign = 0; sign < SIGNS; ++sign) {
        const auto digit = [&](int cell) { return digits[static_cast<std::size_t>(cell)]; };
        if (digit(puzzle.lesser(sign)) < digit(puzzle.greater(sign))) continue;
        const int first = pairs()[static_cast<std::size_t>(sign)].first;
        const int second = pairs()[static_cast<std::size_t>(sign)].second;
        return {Verdict::wrong_answer,
                label(first) + " " + puzzle.signs[static_cast<std::size_t>(sign)] + " " +
                    label(second) + " does not hold: " + label(first) + " is " + digit(first) + ", " +
                    label(second) + " is " + digit(second),
                "the grid does not satisfy all signs of the puzzle"};
    }
    return {};
}

// Judges an output by the puzzles alone.
inline Judgement judge_grids(const std::vector<Puzzle>& puzzles, Words& output) {
    const std::vector<Answer> answers = read_grids(puzzles.size(), output);
    // The shape first, as for a checker that reads everything before it compares.
    const std::size_t start = answers.back().is_shape_fault ? answers.size() - 1 : 0;
    for (std::size_t number = start; number < answers.size(); ++number) {
        Judgement found = judge_grid(puzzles[number], answers[number]);
        if (found.verdict == Verdict::accepted) continue;
        if (puzzles.size() > 1) {
            const std::string which = "puzzle " + std::to_string(number + 1);
            found.message =
                which + " (line " + std::to_string(puzzles[number].line) + "): " + found.message;
            found.shown = which + ": " + found.shown;
        }
        return found;
    }
    return {};
}

// Judges an output.  The judge's own answer has to be right itself unless it is blank; outputs are
// compared with it only where a puzzle has no solution.  Throws `JudgeError`.
inline Judgement judge(const std::vector<Puzzle>& puzzles, Words& answer, Words& output) {
    constexpr long node_limit = 200'000;
    std::vector<std::string> own;
    answer.longest = LONGEST_INPUT;
    for (std::string word; answer.next(word);) own.push_back(word);
    if (own.empty()) return judge_grids(puzzles, output);
    ListedWords listed(own);
    const Judgement of_answer = judge_grids(puzzles, listed);
    if (of_answer.verdict == Verdict::accepted) return judge_grids(puzzles, output);
    const bool solvable = std::all_of(puzzles.begin(), puzzles.end(), [](const Puzzle& puzzle) {
        const Search search(puzzle, 1, node_limit);
        return search.solutions() > 0 || !search.is_complete();
    });
    if (solvable)
        throw JudgeError("the judge's own answer is wrong: " + of_answer.message,
                         "the judge's own answer is wrong: `ineqsudoku check INPUT ANSWER` says why");
    for (const std::string& word : own) output.longest = std::max(output.longest, word.size());
    bool same = true;
    try {
        std::string word;
        for (const std::string& expected : own) same = same && output.next(word) && word == expected;
        same = same && !output.next(word);
    } catch (const OutputTooLong&) {
        same = false;
    }
    if (same) return {};
    return {Verdict::wrong_answer,
            "the puzzle has no solution, and the output differs from the answer file",
            "this is not the expected output"};
}

}  // namespace sudoku
