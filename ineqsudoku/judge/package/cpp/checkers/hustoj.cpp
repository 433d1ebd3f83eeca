// HUSTOJ: INPUT ANSWER OUTPUT; the exit code is the verdict.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 1, 2, 3},
        [](const Arguments& given) {
            expect(given.size() == 3, "INPUT ANSWER OUTPUT");
            return judge_files(given[0], given[2], given[1]);
        },
        [](const Judgement& judgement, const Arguments&, const Delivery&) {
            Delivery::tell(stderr, judgement.shown + "\n");
        });
}
