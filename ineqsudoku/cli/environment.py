"""Environment variables, as the help of commands shows them."""

from __future__ import annotations

KERNEL = "INEQSUDOKU_KERNEL"
NO_COLOR = "NO_COLOR"
PAGER = "PAGER"
STATE = "XDG_STATE_HOME"
DATA = "XDG_DATA_HOME"
CACHE = "XDG_CACHE_HOME"
COMPLETION = "_INEQSUDOKU_COMPLETE"

VARIABLES = {
    KERNEL: "How engines run: python, or portable, avx2 or avx512 of the compiled forms.  "
    "[default: the fastest form that was compiled and runs here]",
    NO_COLOR: "Unless it is empty, the terminal shows no colours.  [default: empty]",
    PAGER: "The program that shows long texts on a terminal.  [default: less]",
    STATE: "grade keeps its runs in the folder ineqsudoku below this one.  "
    "[default: ~/.local/state]",
    CACHE: "grade builds its supervisor in the folder ineqsudoku-supervisor below this one, if the "
    "installation has none.  [default: ~/.cache]",
    DATA: "completion writes below this folder.  [default: ~/.local/share]",
    COMPLETION: "bash_source, zsh_source or fish_source: print a script by which this shell "
    "completes commands and options.  [default: empty]",
}
"""The purposes of the variables, and their defaults."""
