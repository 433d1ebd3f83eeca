#pragma once
#include "judgement.hpp"
#include "testlib.h"

namespace sudoku {

// The words of a stream of testlib.
class StreamWords final : public Words {
public:
    explicit StreamWords(InStream& stream) : stream_(stream) {}
    bool next(std::string& word) override {
        if (stream_.seekEof()) return false;
        word.clear();
        while (!stream_.eof() && !is_blank(stream_.curChar()) && word.size() <= longest)
            word += stream_.nextChar();
        return true;
    }

private:
    InStream& stream_;
};

// The rest of a stream of testlib, byte by byte.
inline std::string rest_of(InStream& stream) {
    std::string text;
    while (!stream.eof()) text += stream.readChar();
    return text;
}

}  // namespace sudoku
