"""The commands in groups, and the line about each in the help of the program.

They stand here so that this help does not import the commands.
"""

from ineqsudoku.apps.cli.help_pages import text
from ineqsudoku.messages import Message

GROUPS = {
    Message("group.solve", "Solve puzzles"): {
        "solve": "Print the solutions of puzzles.",
        "explain": "Solve a puzzle as a person would, and rate it.",
        "hint": "Give the next step for a partly filled grid.",
        "serve": "Open the page to enter, play and judge puzzles.",
    },
    Message("group.judge", "Judge puzzles and programs"): {
        "validate": "Report what is wrong with layouts.",
        "check": "Judge a printed grid.",
        "grade": "Run programs on tests and judge them.",
    },
    Message("group.make", "Make puzzles, pictures and packages"): {
        "generate": "Make new puzzles.",
        "convert": "Write puzzles in another format.",
        "draw": "Draw puzzles as SVG, PNG or PDF, or print worksheets.",
        "package": "Make a problem package for a judge.",
    },
    Message("group.shell", "Get help and set up the shell"): {
        "help": "Show the help of a command, or the environment variables.",
        "completion": "Install completion for bash, zsh and fish, and man pages.",
    },
}

SUMMARIES = {
    name: text(f"help {name}", summary)
    for summaries in GROUPS.values()
    for name, summary in summaries.items()
}
