#pragma once
#include "judgement.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace sudoku {

[[noreturn]] inline void fail_about(const std::string& name) {
    throw JudgeError(name + ": " + std::strerror(errno));
}

// A file that is read piece by piece; a missing one counts as empty if it `may_be_missing`.
class File {
public:
    explicit File(const std::string& path, bool may_be_missing = false)
        : name_(path), file_(std::fopen(path.c_str(), "rb")) {
        if (!file_ && !(may_be_missing && errno == ENOENT)) fail_about(path);
        owned_.reset(file_);
    }
    // An open stream, which stays open.
    File(std::FILE* stream, const char* name) : name_(name), file_(stream) {}

    // Reads at most `size` bytes; 0 at the end.  Throws `JudgeError`.
    std::size_t read(char* buffer, std::size_t size) {
        if (!file_) return 0;
        errno = 0;
        const std::size_t found = std::fread(buffer, 1, size, file_);
        if (found == 0 && std::ferror(file_)) fail_about(name_);
        return found;
    }

    std::string read_all(std::size_t limit) {
        std::string text, piece(1U << 16, '\0');
        while (const std::size_t found = read(&piece[0], piece.size())) {
            text.append(piece, 0, found);
            if (text.size() > limit) break;
        }
        return text;
    }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string name_;
    std::FILE* file_;
    std::unique_ptr<std::FILE, Close> owned_;
};

// The words of a file; a byte-order mark at its start is skipped.
class FileWords final : public Words {
public:
    explicit FileWords(File file) : file_(std::move(file)) {
        refill();
        static const char mark[] = "\xef\xbb\xbf";
        if (end_ >= 3 && std::memcmp(buffer_.data(), mark, 3) == 0) place_ = 3;
    }
    bool next(std::string& word) override {
        word.clear();
        do {
            while (place_ < end_ && is_blank(buffer_[place_])) ++place_;
        } while (place_ == end_ && refill());
        if (place_ == end_) return false;
        do {
            const std::size_t start = place_;
            while (place_ < end_ && !is_blank(buffer_[place_])) ++place_;
            word.append(buffer_, start, place_ - start);
        } while (place_ == end_ && word.size() <= longest && refill());
        return true;
    }

private:
    static constexpr std::size_t LIMIT = std::size_t{128} << 20;
    File file_;
    std::string buffer_ = std::string(1U << 16, '\0');
    std::size_t place_ = 0, end_ = 0, total_ = 0;

    bool refill() {
        place_ = 0;
        end_ = file_.read(&buffer_[0], buffer_.size());
        total_ += end_;
        if (total_ > LIMIT) throw OutputTooLong{};
        return end_ > 0;
    }
};

inline std::vector<Puzzle> read_input(const std::string& path) {
    const std::string text = File(path).read_all(LONGEST_INPUT);
    if (text.size() > LONGEST_INPUT) throw JudgeError("the input is longer than 16 MiB");
    return read_puzzles(text);
}

}  // namespace sudoku
