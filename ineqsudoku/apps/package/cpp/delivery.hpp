#pragma once
#include "files.hpp"

#include <csignal>
#include <exception>
#include <functional>

namespace sudoku {

using Arguments = std::vector<std::string>;

// Throws `JudgeError`.
inline void write_file(const std::string& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (file) written = std::fclose(file) == 0 && written;
    if (!written) fail_about(path);
}

// For a stream that is read by people.
inline void tell(std::FILE* stream, const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

inline void expect(bool arguments_are_right, const std::string& usage) {
    if (!arguments_are_right) throw JudgeError("expected the arguments " + usage);
}

// An exit code for each verdict, in their order.
using Codes = std::array<int, 4>;

// Judges, delivers the judgement and returns the exit code.  Whatever fails is a judge's error.
inline int run(int argc, char** argv, const Codes& codes,
               const std::function<Judgement(const Arguments&)>& judge,
               const std::function<void(const Judgement&, const Arguments&)>& deliver) {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);  // A pipe that nobody reads must not end the program.
#endif
    const Arguments arguments(argv + std::min(argc, 1), argv + argc);
    const auto code = [&codes](const Judgement& judgement) {
        return codes[static_cast<std::size_t>(judgement.verdict)];
    };
    Judgement failure{Verdict::judge_error, "", ""};
    try {
        const Judgement judgement = judge(arguments);
        deliver(judgement, arguments);
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
        deliver(failure, arguments);
    } catch (const std::exception&) {  // such as a folder that is missing
    }
    return code(failure);
}

inline const char* word_of(Verdict verdict) {
    static const char* const words[] = {"AC", "WA", "PE", "JE"};
    return words[static_cast<std::size_t>(verdict)];
}

// Judges the files with these names.
inline Judgement judge_files(const std::string& input, const std::string& output,
                             const std::string& answer) {
    const std::vector<Puzzle> puzzles = read_input(input);
    FileWords own{File(answer)};
    FileWords words(File(output, true));
    return judge(puzzles, own, words);
}

}  // namespace sudoku
