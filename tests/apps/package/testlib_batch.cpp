// Calls PROGRAM, a checker or validator with testlib.h, once for each record, for tests.
//
// Standard input holds records `KIND SIZE\n` and SIZE bytes.  Kinds: `p` the input file and `a` the
// answer file for the outputs `o` that follow; `i` an input to validate.  The files are made in the
// current folder.  Prints a line for each `o` and `i`: the exit code, a tab, and what the program
// has written to standard error.
#pragma GCC diagnostic ignored "-Wreturn-type"  // `quitf` never returns
#define main program_main
#include PROGRAM
#undef main

#include <sys/wait.h>
#include <unistd.h>

static void put(const char* name, const std::string& data) {
    std::FILE* const file = std::fopen(name, "wb");
    std::fwrite(data.data(), 1, data.size(), file);
    std::fclose(file);
}

static std::string told() {
    std::string text(1 << 16, '\0');
    std::FILE* const file = std::fopen("err", "rb");
    text.resize(std::fread(&text[0], 1, text.size(), file));
    std::fclose(file);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

static int code_of(char kind) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        char program[] = "program", input[] = "in", output[] = "out", answer[] = "ans";
        char* arguments[] = {program, input, output, answer, nullptr};
        if (!std::freopen("err", "wb", stderr) || !std::freopen("out", "rb", stdin)) _exit(99);
        std::exit(program_main(kind == 'o' ? 4 : 1, arguments));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main() {
    std::string records(std::istreambuf_iterator<char>(std::cin), {});
    for (std::size_t place = 0; place < records.size();) {
        const char kind = records[place];
        const std::size_t end = records.find('\n', place);
        const std::size_t size = std::stoul(records.substr(place + 2, end - place - 2));
        const std::string data = records.substr(end + 1, size);
        place = end + 1 + size;
        put(kind == 'p' ? "in" : kind == 'a' ? "ans" : "out", data);
        if (kind == 'o' || kind == 'i') std::cout << code_of(kind) << '\t' << told() << '\n';
    }
    std::cout.flush();
    _exit(0);  // testlib refuses a program that ends without a verdict.
}
