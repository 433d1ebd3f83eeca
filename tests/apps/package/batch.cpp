// Judges many outputs and validates many inputs in one process, for tests.
//
// Standard input holds records `KIND SIZE\n` and SIZE bytes.  Kinds: `p` the input file and `a` the
// answer file for the outputs `o` that follow; `i` an input file to validate.
#include "judgement.hpp"
#include "files.hpp"
#include "official.hpp"

#include <iostream>

using namespace sudoku;

static std::FILE* opened(std::string& data) {
    return data.empty() ? std::fopen("/dev/null", "rb") : fmemopen(&data[0], data.size(), "rb");
}

static void write(const char* verdict, const std::string& message, const std::string& shown) {
    std::cout << verdict << '\t' << message << '\t' << shown << '\n';
}

int main() {
    static const char* const verdicts[] = {"AC", "WA", "PE", "JE"};
    std::vector<Puzzle> puzzles;
    std::string answer;
    char kind;
    std::size_t size;
    while (std::cin >> kind >> size) {
        std::cin.get();
        std::string data(size, '\0');
        std::cin.read(&data[0], static_cast<std::streamsize>(size));
        if (kind == 'p') puzzles = read_puzzles(data);
        if (kind == 'a') answer = data;
        if (kind == 'i') {
            std::size_t number = 0;
            const std::string reason = objection(data, number);
            write(reason.empty() ? "AC" : "WA", reason, reason.empty() ? praise(number) : reason);
        }
        if (kind != 'o') continue;
        std::FILE* const own = opened(answer);
        std::FILE* const output = opened(data);
        try {
            FileWords expected{File(own, "answer")}, words{File(output, "output")};
            const Judgement found = judge(puzzles, expected, words);
            write(verdicts[static_cast<std::size_t>(found.verdict)], found.message, found.shown);
        } catch (const JudgeError& error) {
            write("JE", error.what(), error.for_contestants);
        }
        std::fclose(own);
        std::fclose(output);
    }
}
