// LemonLime: INPUT OUTPUT ANSWER FULL_SCORE SCORE_FILE MESSAGE_FILE
#include "../delivery.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 0, 0, 1},
        [](const Arguments& given) {
            expect(given.size() == 6, "INPUT OUTPUT ANSWER FULL_SCORE SCORE_FILE MESSAGE_FILE");
            return judge_files(given[0], given[1], given[2]);
        },
        [](const Judgement& judgement, const Arguments& given) {
            if (judgement.verdict == Verdict::judge_error) {
                tell(stderr, judgement.shown + "\n");
                return;
            }
            write_file(given[5], judgement.shown + "\n");
            const bool accepted = judgement.verdict == Verdict::accepted;
            write_file(given[4], (accepted ? given[3] : "0") + "\n");
        });
}
