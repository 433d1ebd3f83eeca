// A checker with testlib.h.
#include "../testlib_words.hpp"

int main(int argc, char** argv) {
    using namespace sudoku;
    registerTestlibCmd(argc, argv);
    try {
        StreamWords answer(ans), output(ouf);
        const Judgement judgement = judge(read_puzzles(rest_of(inf)), answer, output);
        const TResult results[] = {_ok, _wa, _pe};
        quitf(results[static_cast<int>(judgement.verdict)], "%s", judgement.shown.c_str());
    } catch (const JudgeError& error) {
        quitf(_fail, "%s", error.for_contestants.c_str());
    }
}
