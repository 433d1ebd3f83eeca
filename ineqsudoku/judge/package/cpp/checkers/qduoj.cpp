// QDUOJ: INPUT OUTPUT; there is no answer file.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 1, 1, 255},
        [](const Arguments& given) {
            expect(given.size() == 2, "INPUT OUTPUT");
            return judge_files(given[0], given[1], "");
        },
        [](const Judgement& judgement, const Arguments&, const Delivery&) {
            Delivery::tell(stdout, judgement.shown + "\n");
        });
}
