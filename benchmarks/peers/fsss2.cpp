/* fsss2 as plain.py calls it, with locked candidates or, with NO_LOCKED_CANDIDATES, without;
   README.md says how to build it.  It looks for up to two solutions, whatever the limit. */

#include <cstddef>
#include <cstdint>

#include "fsss2.h"

int nTrials;
bool do_locked_candidates;

extern "C" void solve_all(const char *puzzles, std::size_t count, std::size_t,
                          std::uint64_t *solutions, std::uint64_t *guesses)
{
#ifndef NO_LOCKED_CANDIDATES
    do_locked_candidates = true;
#endif
    for (std::size_t i = 0; i < count; i++) {
        char digits[81], solution[81];
        for (int cell = 0; cell < 81; cell++) {
            const char given = puzzles[82 * i + cell];
            digits[cell] = given == '.' ? 0 : given - '0';
        }
        nTrials = 0;
        getSingleSolution search{};
        *solutions += search.solve(digits, solution);
        *guesses += nTrials;
    }
}
