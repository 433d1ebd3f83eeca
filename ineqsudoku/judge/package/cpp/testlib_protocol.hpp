#pragma once
#include "delivery.hpp"

namespace sudoku {

inline std::string in_xml(const std::string& text) {
    std::string found;
    for (const char character : text) {
        switch (character) {
            case '&': found += "&amp;"; break;
            case '<': found += "&lt;"; break;
            case '>': found += "&gt;"; break;
            case '"': found += "&quot;"; break;
            default: found += character;
        }
    }
    return found;
}

// The arguments without options of testlib that mean nothing here.
inline Arguments without_options(const Arguments& arguments, const Arguments& options) {
    Arguments left;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (std::find(options.begin(), options.end(), arguments[i]) == options.end()) {
            left.push_back(arguments[i]);
            continue;
        }
        const std::string option = arguments[i++];
        if (i == arguments.size() || (option == "--testset" && arguments[i].empty()))
            throw JudgeError("expected a value after " + option);
    }
    return left;
}

// A checker that is called as those of testlib are.  `words` stand before the message.
inline int run_testlib_checker(int argc, char** argv, const std::array<const char*, 4>& words) {
    const auto files_of = [](const Arguments& given) {
        Arguments files = without_options(given, {"--testset", "--group"});
        const bool right = files.size() >= 3 && files.size() <= 5 &&
                           (files.size() < 5 || files[4] == "-appes" || files[4] == "-APPES");
        expect(right, "INPUT OUTPUT ANSWER [REPORT [-appes|-APPES]]");
        return files;
    };
    return run(
        argc, argv, {0, 1, 2, 3},
        [&](const Arguments& given) {
            const Arguments files = files_of(given);
            return judge_files(files[0], files[1], files[2]);
        },
        [&](const Judgement& judgement, const Arguments& given, const Delivery& delivery) {
            const auto number = static_cast<std::size_t>(judgement.verdict);
            static const char* const outcomes[] = {"accepted", "wrong-answer", "presentation-error",
                                                   "fail"};
            Arguments files;
            try {
                files = files_of(given);
            } catch (const JudgeError&) {  // told already: this is the judgement
            }
            if (files.size() == 4 && !files[3].empty()) delivery.to_file(files[3], judgement.shown);
            if (files.size() == 5 && !files[3].empty())
                delivery.to_file(files[3],
                                 "<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"" +
                                     std::string(outcomes[number]) + "\">" +
                                     in_xml(judgement.shown) + "</result>\n");
            delivery.to_stream(stderr, std::string(words[number]) + " " + judgement.shown + "\n");
        });
}

}  // namespace sudoku
