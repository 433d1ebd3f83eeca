"""Read, solve, check and diagnose inequality sudoku (CQOI2013 新数独).

    import ineqsudoku as iq

    puzzle = iq.read(text)
    result = iq.solve(puzzle)
    print(result.status, result.solutions[0])

`__init__.pyi` lists the public names.  A name is imported when it is first used, so that a command
loads only what it needs.
"""


def _is_program() -> bool:
    """Whether this process runs the command `ineqsudoku` or `python -m ineqsudoku`, and not another
    program that imports the package."""
    import sys

    if sys.argv[:1] == ["-m"]:  # Python has not read the module yet.
        return sys.orig_argv[-len(sys.argv)] == "ineqsudoku"
    return f"/{getattr(sys.modules.get('__main__'), '__file__', '')}".endswith("/ineqsudoku")


def _die_by_ctrl_c() -> None:
    """Let Ctrl-C end the process silently; Python's handler would print a traceback."""
    # `signal` itself takes some ms to import, while this part of it is built in.
    import _signal as signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if _is_program():  # Ctrl-C must be silent before the rest of this module is read.
    _die_by_ctrl_c()

from ineqsudoku import display  # noqa: E402 - after `_die_by_ctrl_c`

__version__ = "0.1.0"


def _module_of_names() -> dict[str, str]:
    """Return the modules of the public names, as the stub of this package imports them."""
    import re

    path = __file__.rpartition("__init__.")[0] + "__init__.pyi"
    stub = __spec__.loader.get_data(path).decode()  # also from a zip file
    imports = re.findall(r"^from (\S+) import \(?\s*(\w+) as", stub, re.MULTILINE)
    return {name: module for module, name in imports}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return ["__version__", *_module_of_names()]
    module = _module_of_names().get(name)
    if not module:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def _render(value: object, form: str) -> str:
    from ineqsudoku.apps.rendering import render

    return render(value, form)


display.register(_render)


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})
