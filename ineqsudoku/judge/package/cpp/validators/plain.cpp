// Called as a validator of testlib; needs no testlib.h.
#include "../official.hpp"
#include "../testlib_protocol.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    return run(
        argc, argv, {0, 3, 3, 3},
        [](const Arguments& given) {
            without_options(given, {"--testset", "--group", "--testCase", "--testCaseFileName",
                                    "--testOverviewLogFileName", "--testMarkupFileName"});
            std::size_t number = 0;
            const std::string text = File(stdin, "<stdin>").read_all(LONGEST_INPUT);
            const std::string reason = objection(text, number);
            if (reason.empty()) return Judgement{};
            return Judgement{Verdict::presentation_error, reason, reason};
        },
        [](const Judgement& judgement, const Arguments&, const Delivery&) {
            if (judgement.verdict != Verdict::accepted)
                Delivery::tell(stderr, "FAIL " + judgement.shown + "\n");
        });
}
