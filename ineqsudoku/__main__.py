"""The program: the command `ineqsudoku` and `python -m ineqsudoku`."""

import sys

from ineqsudoku import _die_by_ctrl_c


def main() -> None:
    """Run the command line and exit with its code.

    For an unexpected exception, such as an `ImportError`, the code is 2 (trouble), or with
    `--protocol` the judge's code for an error.  Python's own exit code 1 would mean "no", and a
    wrong answer to most judges.
    """
    # Again, because a zipapp is not recognised there; until `cli.main` has its own handlers.
    _die_by_ctrl_c()

    import gc

    # Start-up creates many objects and frees few: collecting garbage meanwhile would cost 4 ms.
    gc.set_threshold(100_000)

    try:
        from ineqsudoku.apps.cli import main

        main.main()
    except Exception as error:  # Python would exit with the code 1, which means "no".
        if any(argument.partition("=")[0] == "--protocol" for argument in sys.argv):
            _leave(3, f"points FAIL internal error: {error!r}\n")
        from traceback import format_exc

        _leave(2, format_exc())


def _leave(code: int, message: str) -> None:
    """Print a message on standard error and exit.

    Exit code 3 means a judge's error to every judge but UOJ, which looks for `points` without a
    number on standard error.
    """
    try:
        sys.stderr.write(message)
        sys.stderr.flush()
    except Exception:  # The exit code matters more than the message.
        sys.stderr = None  # Else Python fails to flush it at exit.
    sys.exit(code)


if __name__ == "__main__":
    main()
