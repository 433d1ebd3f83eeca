#pragma once
#include "files.hpp"

#include <csignal>
#include <exception>
#include <functional>

namespace sudoku {

using Arguments = std::vector<std::string>;

// Delivers texts to a judge.
class Delivery {
public:
    // Without `best_effort`, a text that cannot be written is a judge's error.
    explicit Delivery(bool best_effort) : best_effort_(best_effort) {}

    void to_file(const std::string& path, const std::string& text) const {
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
        if (file) written = std::fclose(file) == 0 && written;
        require(written, path);
    }
    // For a stream from which the judge reads the verdict.
    void to_stream(std::FILE* stream, const std::string& text) const {
        require(write(stream, text), stream == stdout ? "<stdout>" : "<stderr>");
    }
    // For a stream that is read by people.
    static void tell(std::FILE* stream, const std::string& text) { write(stream, text); }

private:
    bool best_effort_;

    static bool write(std::FILE* stream, const std::string& text) {
        return std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
               std::fflush(stream) == 0;
    }
    void require(bool written, const std::string& name) const {
        if (!written && !best_effort_) fail_about(name);
    }
};

inline void expect(bool arguments_are_right, const std::string& usage) {
    if (!arguments_are_right)
        throw JudgeError("expected " + (usage.empty() ? "no arguments" : "the arguments " + usage));
}

// An exit code for each verdict, in their order.
using Codes = std::array<int, 4>;

// Judges, delivers the judgement and returns the exit code.  Whatever fails is a judge's error.
inline int run(int argc, char** argv, const Codes& codes,
               const std::function<Judgement(const Arguments&)>& judge,
               const std::function<void(const Judgement&, const Arguments&, const Delivery&)>& deliver) {
#ifdef SIGPIPE
    // A pipe that nobody reads must not end the program.  QDUOJ kills programs that call signal();
    // there, the streams are files, which have positions.
    if (std::ftell(stdout) < 0 || std::ftell(stderr) < 0) std::signal(SIGPIPE, SIG_IGN);
#endif
    const Arguments arguments(argv + std::min(argc, 1), argv + argc);
    const auto code = [&codes](const Judgement& judgement) {
        return codes[static_cast<std::size_t>(judgement.verdict)];
    };
    Judgement failure{Verdict::judge_error, "", ""};
    try {
        const Judgement judgement = judge(arguments);
        deliver(judgement, arguments, Delivery(false));
        return code(judgement);
    } catch (const JudgeError& error) {
        failure.message = error.what();
        failure.shown = error.for_contestants;
    } catch (const std::exception& error) {
        failure.message = failure.shown = std::string("internal error: ") + error.what();
    }
    for (char& character : failure.shown)
        if (character < ' ' || character > '~') character = '?';
    try {
        deliver(failure, arguments, Delivery(true));
    } catch (const std::exception&) {  // such as arguments that are missing
    }
    return code(failure);
}

inline const char* word_of(Verdict verdict) {
    static const char* const words[] = {"AC", "WA", "PE", "JE"};
    return words[static_cast<std::size_t>(verdict)];
}

// Judges the files with these names; an empty name for no answer file.
inline Judgement judge_files(const std::string& input, const std::string& output,
                             const std::string& answer) {
    const std::vector<Puzzle> puzzles = read_input(input);
    const std::vector<std::string> nothing;
    std::unique_ptr<Words> own = std::make_unique<ListedWords>(nothing);
    if (!answer.empty()) own = std::make_unique<FileWords>(File(answer));
    FileWords words(File(output, true));
    return judge(puzzles, *own, words);
}

}  // namespace sudoku
