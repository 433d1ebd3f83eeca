// A validator with testlib.h.
#include "../official.hpp"
#include "../testlib_words.hpp"

int main(int argc, char** argv) {
    registerValidation(argc, argv);
    std::size_t number = 0;
    const std::string reason = sudoku::objection(sudoku::rest_of(inf), number);
    if (!reason.empty()) quitf(_fail, "%s", reason.c_str());
    inf.readEof();
    return 0;
}
