// Kattis, ICPC package format, DOMjudge: INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {42, 43, 43, 1},
        [](const Arguments& given) {
            expect(given.size() >= 3, "INPUT ANSWER FEEDBACK_DIR [FLAG]...");
            const std::vector<Puzzle> puzzles = read_input(given[0]);
            FileWords answer{File(given[1])};
            FileWords output{File(stdin, "<stdin>")};
            return judge(puzzles, answer, output);
        },
        [](const Judgement& judgement, const Arguments& given) {
            const bool failed = judgement.verdict == Verdict::judge_error;
            if (failed) tell(stderr, judgement.message + "\n");
            if (given.size() < 3) return;
            const std::string folder = given[2] + "/";
            if (failed) write_file(folder + "judgeerror.txt", judgement.message + "\n");
            write_file(folder + "judgemessage.txt",
                       word_of(judgement.verdict) + (": " + judgement.message) + "\n");
            if (!failed) write_file(folder + "teammessage.txt", judgement.shown + "\n");
        });
}
