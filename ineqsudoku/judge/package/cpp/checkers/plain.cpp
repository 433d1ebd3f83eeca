// Called as a checker of testlib; needs no testlib.h.
#include "../testlib_protocol.hpp"

int main(int argc, char** argv) {
    return sudoku::run_testlib_checker(argc, argv,
                                       {"ok", "wrong answer", "wrong output format", "FAIL"});
}
