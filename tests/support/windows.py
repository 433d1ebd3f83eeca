"""Runs `ineqsudoku` without the modules and names that Python has on POSIX systems only.

`python tests/support/windows.py ARGUMENTS` shows that nothing of them is needed on Windows, as far
as this can be seen elsewhere: the standard library and psutil were imported before and keep them.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from importlib import import_module

os.supports_dir_fd.clear()  # Before `shutil` is imported, which looks once how it removes folders.

for _name in ("asyncio", "multiprocessing.pool", "psutil", "shutil", "subprocess", "tempfile"):
    import_module(_name)

MODULES = ("fcntl", "grp", "pty", "pwd", "pyseccomp", "resource", "termios", "tty")
"""What cannot be imported."""

NAMES = {
    os: (
        "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK chown fchmod fchown fork geteuid "
        "getloadavg getpgid getpriority getuid killpg memfd_create mkfifo nice pipe2 posix_spawn "
        "sched_getaffinity sched_setaffinity setsid sysconf uname wait3 wait4 waitid"
    ),
    signal: "SIGALRM SIGCHLD SIGHUP SIGPIPE SIGSTOP SIGUSR1 pthread_sigmask setitimer",
    socket: "AF_UNIX",
}
"""What modules do not have."""


def hide() -> None:
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in NAMES.items():
        for name in names.split():
            delattr(module, name)


if __name__ == "__main__":
    hide()
    from ineqsudoku.apps.cli.main import main

    main()
