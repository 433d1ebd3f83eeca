// DMOJ: called as a checker of testlib, INPUT OUTPUT ANSWER; needs no testlib.h.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 1, 2, 3},
        [](const Arguments& given) {
            expect(given.size() == 3, "INPUT OUTPUT ANSWER");
            return judge_files(given[0], given[1], given[2]);
        },
        [](const Judgement& judgement, const Arguments&) {
            static const char* const words[] = {"ok", "wrong answer", "wrong output format", "FAIL"};
            const std::string word = words[static_cast<std::size_t>(judgement.verdict)];
            tell(stderr, word + " " + judgement.shown + "\n");
        });
}
