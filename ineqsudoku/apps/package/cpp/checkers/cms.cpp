// CMS: INPUT ANSWER OUTPUT [batch|outputonly]; the score goes to standard output.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 0, 0, 1},
        [](const Arguments& given) {
            const bool right =
                given.size() == 3 ||
                (given.size() == 4 && (given[3] == "batch" || given[3] == "outputonly"));
            expect(right, "INPUT ANSWER OUTPUT [batch|outputonly]");
            return judge_files(given[0], given[2], given[1]);
        },
        [](const Judgement& judgement, const Arguments&, const Delivery& delivery) {
            Delivery::tell(stderr, judgement.shown + "\n");
            if (judgement.verdict == Verdict::judge_error) return;
            delivery.to_stream(stdout, judgement.verdict == Verdict::accepted ? "1.0\n" : "0.0\n");
        });
}
