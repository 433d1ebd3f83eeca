"""The sandbox for untrusted programs, which limits their view of the machine.

A program sees /usr, read-only, the files of /etc that compilers and Java need, its own /proc and
/dev, itself at /build, and small /tmp and /dev/shm, which vanish.  There is no network and no other
process.
"""

from __future__ import annotations

import glob
import os
import shutil
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ineqsudoku.apps.sandbox.cgroups import Parents, describe_group
from ineqsudoku.apps.sandbox.files import natural
from ineqsudoku.apps.sandbox.program import Program
from ineqsudoku.apps.sandbox.supervisor import loader
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

_PATH = "/usr/local/bin:/usr/bin:/bin"
BUILD = "/build"
"""The folder of a program in the sandbox."""

SUPERVISOR = "/supervisor"
"""The path of the supervisor in the sandbox."""

INTERVAL = 0.02
"""Seconds between two samples of a program's use of resources."""

_TOP = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
_ETC_PATTERNS = ("/etc/java-*",)
_USER = "1000"
"""The user that every program sees itself as."""


class SupervisorFiles(NamedTuple):
    """Descriptors that are handed on to a sandbox: of the seccomp filter, of the order for the
    supervisor, and of the supervisor itself."""

    filter: int
    order: int
    supervisor: int


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """A sandbox by bubblewrap.

    `folders` are shown to programs as well, read-only.  `groups` are the parents of the cgroups of
    runs, if there are any.  `scratch`: the folders in memory that programs
    can write to.
    """

    folders: tuple[str, ...] = ()
    groups: Parents = ()
    isolates = True
    scratch = ("/tmp", "/dev/shm")

    @property
    def described(self) -> Message:
        """A short description for reports."""
        return Message("sandbox.bubblewrap", "bubblewrap; {limits}", limits=_limits(self.groups))

    def build(self, folder: Path) -> str:
        """Return the path of a program's folder, as the program sees it."""
        return BUILD

    def has(self, tool: str) -> bool:
        """Whether programs can execute a tool."""
        path = shutil.which(tool, path=search_path())
        return path is not None and self.shows(os.path.realpath(path))

    def shows(self, path: str) -> bool:
        """Whether programs can read a path of this machine."""
        shown = ("/usr", *_TOP, *_ETC, *self.folders)
        return any(path == top or path.startswith(f"{top}/") for top in shown)

    def arguments(self, program: Program, user: int | None, passed: SupervisorFiles) -> list[str]:
        """Return the command that runs the supervisor as a user; `None` is the user of this
        process."""
        size = str(program.limits.files * 1024 * 1024)
        build = ["--ro-bind", str(program.build), BUILD] if program.build else []
        # The user changes before bubblewrap starts, because root's bubblewrap lifts the limit on
        # processes.  Every user can read the supervisor at this path.
        own = f"/proc/self/fd/{passed.supervisor}"
        return [
            *([] if user is None else [loader(), own, str(user)]),
            _bubblewrap(),
            *("--unshare-all", "--unshare-user", "--disable-userns", "--as-pid-1"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
            *("--uid", _USER, "--gid", _USER, "--hostname", "sandbox"),
            "--clearenv",
            *(word for path in program.sees for word in ("--ro-bind-try", path, path)),
            *_system(),
            *(word for folder in self.folders for word in ("--ro-bind", folder, folder)),
            *build,
            *_hiding_mounts(self.folders),
            # A copy, because other users cannot open the original.
            *("--perms", "0555", "--ro-bind-data", str(passed.supervisor), SUPERVISOR),
            # Other programs change its contents.  sysinfo(2) still shows some of them, because the
            # C library and the Java machine need that call.
            *("--proc", "/proc", "--dev-bind", "/dev/null", "/proc/meminfo"),
            *("--remount-ro", "/proc", *_devices()),
            *("--size", size, "--tmpfs", "/dev/shm", "--size", size, "--tmpfs", "/tmp"),
            # Bubblewrap's own / and /dev are tmpfs without a size.
            *("--remount-ro", "/dev", "--remount-ro", "/"),
            *("--setenv", "PATH", search_path(), "--setenv", "HOME", "/tmp"),
            *("--setenv", "LANG", "C.UTF-8", "--chdir", "/tmp"),
            *("--seccomp", str(passed.filter)),
            "--",
            *(loader(), SUPERVISOR, str(passed.order)),
        ]


def sees_shell(program: Program) -> bool:
    """Whether a program in bubblewrap sees the shell that `system` and `popen` start."""
    shell = os.path.realpath("/bin/sh")
    return any(shell.startswith(f"{top}/") for top in program.sees)


@cache
def search_path() -> str:
    """Return the value of PATH: the usual folders, then toolchains that have no links there, the
    newest first."""
    patterns = ("/usr/local/go/bin", "/usr/lib/go-*/bin", "/usr/lib/rust-*/bin")
    others = (sorted(glob.glob(pattern), key=natural, reverse=True) for pattern in patterns)
    return ":".join([_PATH, *chain.from_iterable(others)])


def _limits(groups: Parents) -> Message:
    """Return a description of the limits on memory and processor time."""
    samples = Message(
        "sandbox.samples", "samples of /proc every {interval} ms", interval=f"{1000 * INTERVAL:.0f}"
    )
    return Message(
        "sandbox.limits",
        "memory limited by {memory}, CPU time by {time}",
        memory=describe_group(groups, "memory") or samples,
        time=describe_group(groups, "time") or samples,
    )


@cache
def _hiding_mounts(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Return empty mounts over installed copies of this package, which could solve the tests."""
    tops = ("/usr/lib*", "/usr/local/lib*", *(glob.escape(folder) for folder in folders))
    copies = {str(Path(__file__).resolve().parents[3])}
    for top in tops:
        for place in ("dist-packages", "site-packages"):
            for pattern in (f"{top}/*/{place}", f"{top}/*/*/{place}", f"{top}/{place}"):
                copies |= {os.path.realpath(path) for path in glob.glob(f"{pattern}/ineqsudoku")}
    shown = ("/usr/", *(f"{folder}/" for folder in folders))
    words: list[str] = []
    for path in sorted(copies):
        if path.startswith(shown) and os.path.isdir(path):
            words += ["--tmpfs", path, "--remount-ro", path]
    return tuple(words)


@cache
def _devices() -> tuple[str, ...]:
    """Return a /dev without pseudoterminals, which are a scarce resource of the machine."""
    words = ["--tmpfs", "/dev"]
    for name in ("null", "zero", "full", "random", "urandom"):
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return (*words, "--symlink", "/proc/self/fd", "/dev/fd")


@cache
def _bubblewrap() -> str:
    path = shutil.which("bwrap", path=f"{_PATH}:/usr/sbin:/sbin")
    if path is None:
        raise IneqSudokuError(
            Message("sandbox.no-bwrap", "the sandbox needs bwrap (Debian package bubblewrap)")
        )
    return path


@cache
def _system() -> tuple[str, ...]:
    """Return the folders and links outside /usr that programs need."""
    words: list[str] = []
    for top in _TOP:
        if os.path.islink(top):
            words += ["--symlink", os.readlink(top), top]
        elif os.path.isdir(top):
            words += ["--ro-bind", top, top]
    for path in (*_ETC, *(path for pattern in _ETC_PATTERNS for path in glob.glob(pattern))):
        words += ["--ro-bind-try", path, path]
    return tuple(words)
