// SYZOJ: no arguments, but the files `input`, `user_out` and `answer`, which may be missing; the
// score goes to standard output.
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 0, 0, 1},
        [](const Arguments& given) {
            expect(given.empty(), "");
            std::FILE* const answer = std::fopen("answer", "rb");
            if (answer) std::fclose(answer);
            return judge_files("input", "user_out", answer || errno != ENOENT ? "answer" : "");
        },
        [](const Judgement& judgement, const Arguments&, const Delivery& delivery) {
            Delivery::tell(stderr, judgement.shown + "\n");
            if (judgement.verdict == Verdict::judge_error) return;
            delivery.to_stream(stdout, judgement.verdict == Verdict::accepted ? "100\n" : "0\n");
        });
}
