// Problems in FPS XML.  HUSTOJ: INPUT ANSWER OUTPUT; the exit code is the verdict.  QDUOJ: INPUT
// OUTPUT, there is no answer file; every exit code but 0 and 1 is a judge's error.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    const bool is_qduoj = argc == 3;
    return run(
        argc, argv, is_qduoj ? Codes{0, 1, 1, 255} : Codes{0, 1, 2, 3},
        [&](const Arguments& given) {
            expect(is_qduoj || given.size() == 3, "INPUT [ANSWER] OUTPUT");
            return judge_files(given[0], given.back(), is_qduoj ? "" : given[1]);
        },
        [&](const Judgement& judgement, const Arguments&, const Delivery&) {
            Delivery::tell(is_qduoj ? stdout : stderr, judgement.shown + "\n");
        });
}
