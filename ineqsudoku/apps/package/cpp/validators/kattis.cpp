// Kattis, ICPC package format, DOMjudge: the input is read from standard input.
#include "../delivery.hpp"
#include "../official.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {42, 43, 43, 1},
        [](const Arguments&) {
            std::size_t number = 0;
            const std::string text = File(stdin, "<stdin>").read_all(LONGEST_INPUT);
            const std::string reason = objection(text, number);
            if (!reason.empty()) return Judgement{Verdict::wrong_answer, reason, reason};
            return Judgement{Verdict::accepted, praise(number), praise(number)};
        },
        [](const Judgement& judgement, const Arguments&) {
            const bool failed = judgement.verdict == Verdict::judge_error;
            tell(failed ? stderr : stdout, judgement.message + "\n");
        });
}
