"""The program: the command `ineqsudoku` and `python -m ineqsudoku`."""

import signal


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Ctrl-C ends the program silently while it loads; Python's handler would print a traceback.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    from ineqsudoku import cli

    cli.main()


if __name__ == "__main__":
    main()
