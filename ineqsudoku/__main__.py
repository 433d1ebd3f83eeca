"""The program: the command `ineqsudoku` and `python -m ineqsudoku`."""

import sys

from ineqsudoku import _die_by_ctrl_c


def main() -> None:
    """Run the command line and exit with its code.

    For an unexpected exception, such as an `ImportError`, the code is 2 (trouble).
    """
    # Again, because a zipapp is not recognised there; until `cli.main` has its own handlers.
    _die_by_ctrl_c()

    import gc

    # Start-up creates many objects and frees few: collecting garbage meanwhile would cost 4 ms.
    gc.set_threshold(100_000)

    try:
        from ineqsudoku.apps.cli import main

        main.main()
    except Exception:  # Python would exit with the code 1, which means "no".
        from traceback import format_exc

        _leave_in_trouble(format_exc())


def _leave_in_trouble(message: str) -> None:
    """Print a message on standard error and exit."""
    try:
        sys.stderr.write(message)
        sys.stderr.flush()
    except Exception:  # The exit code matters more than the message.
        sys.stderr = None  # Else Python fails to flush it at exit.
    sys.exit(2)


if __name__ == "__main__":
    main()
