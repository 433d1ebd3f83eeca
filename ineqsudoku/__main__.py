"""The program: the command `ineqsudoku` and `python -m ineqsudoku`."""

import signal


def main() -> None:
    """Run the program; until it handles signals, Ctrl-C ends it without Python's traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    from ineqsudoku.apps.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
