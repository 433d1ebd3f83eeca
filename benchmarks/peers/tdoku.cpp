/* tdoku as plain.py calls it; README.md says how to build it. */

#include <cstddef>
#include <cstdint>

extern "C" std::size_t TdokuSolverDpllTriadSimd(const char *puzzle, std::size_t limit,
                                                std::uint32_t configuration, char *solution,
                                                std::size_t *guesses);

extern "C" void solve_all(const char *puzzles, std::size_t count, std::size_t limit,
                          std::uint64_t *solutions, std::uint64_t *guesses)
{
    for (std::size_t i = 0; i < count; i++) {
        char solution[81];
        std::size_t its_guesses = 0;
        *solutions += TdokuSolverDpllTriadSimd(puzzles + 82 * i, limit, 0, solution, &its_guesses);
        *guesses += its_guesses;
    }
}
