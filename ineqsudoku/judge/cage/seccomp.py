"""Which system calls a program in the sandbox may make, as a filter for bubblewrap.

It is a list of what is allowed: whatever a later kernel invents does not exist in the sandbox.
Not on the list, among much else: `ptrace` and all other ways into another process, sockets
(AF_VSOCK knows no network namespaces), `keyctl`, `io_uring`, namespaces and mounts,
and memory that belongs to no process (`memfd_create`, `shmget`), which no limit would see.
"""

from __future__ import annotations

import errno
import os
import socket
from functools import cache
from typing import TYPE_CHECKING

from ineqsudoku.errors import IneqSudokuError

if TYPE_CHECKING:
    import pyseccomp

_ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek
open openat openat2 creat close close_range dup dup2 dup3 pipe pipe2 fcntl ioctl flock
stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2
fsync fdatasync sync_file_range truncate ftruncate fallocate fadvise64 readahead
copy_file_range sendfile splice tee getdents getdents64 getcwd chdir fchdir umask
rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat readlink
readlinkat unlink unlinkat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
utime utimes utimensat futimesat getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
select _newselect pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait
epoll_pwait epoll_pwait2 eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime
timerfd_gettime inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
mmap mmap2 munmap mprotect mremap madvise msync mincore mlock mlock2 munlock brk membarrier
pkey_alloc pkey_free pkey_mprotect
fork vfork execve execveat exit exit_group wait4 waitid waitpid kill tkill tgkill
getpid getppid gettid getpgrp getpgid setpgid getsid setsid getuid geteuid getgid getegid
getresuid getresgid getgroups capget prctl arch_prctl set_tid_address set_robust_list rseq
futex futex_waitv futex_wake futex_wait futex_requeue set_thread_area get_thread_area
sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr
sched_get_priority_max sched_get_priority_min sched_rr_get_interval getcpu getpriority
nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times alarm pause
timer_create timer_settime timer_gettime timer_delete timer_getoverrun setitimer getitimer
rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait
rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack sigreturn restart_syscall
getrlimit ugetrlimit setrlimit getrusage sysinfo uname getrandom
""".split()  # noqa: SIM905 - as a list it would fill screens

_REFUSED = ("socket", "ptrace", "process_vm_readv", "process_vm_writev", "keyctl", "unshare")
"""Not allowed, and a program is told so with EACCES instead of that there is no such call."""

_NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET."""


@cache
def program(socket_pairs: bool = False) -> bytes:
    """The filter as BPF.  With `socket_pairs`, pairs of Unix sockets may be made.

    Raises `IneqSudokuError` when pyseccomp or libseccomp is not there.
    """
    try:
        import pyseccomp
    except ImportError:
        raise IneqSudokuError(
            "the sandbox needs pyseccomp: pip install 'ineqsudoku[grade]'"
        ) from None
    except RuntimeError:
        raise IneqSudokuError("the sandbox needs libseccomp (Debian package libseccomp2)") from None
    filter = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    filter.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    for name in _ALLOWED:
        _add(filter, pyseccomp.ALLOW, name)
    for name in _REFUSED:
        _add(filter, pyseccomp.ERRNO(errno.EACCES), name)
    # A pointer hides the flags of clone3; without it the C library uses clone.
    flags = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _NEW_NAMESPACES, 0)
    filter.add_rule(pyseccomp.ALLOW, "clone", flags)
    if socket_pairs:
        unix = pyseccomp.Arg(0, pyseccomp.EQ, socket.AF_UNIX)
        filter.add_rule(pyseccomp.ALLOW, "socketpair", unix)
    # The limits of another process are its own affair: these would stop the supervisor.
    filter.add_rule(pyseccomp.ALLOW, "prlimit64", pyseccomp.Arg(0, pyseccomp.EQ, 0))
    with os.fdopen(os.memfd_create("filter"), "w+b") as file:
        filter.export_bpf(file)
        file.seek(0)
        return file.read()


def _add(filter: pyseccomp.SyscallFilter, action: int, name: str) -> None:
    """Calls that this kind of machine does not have are left out."""
    import pyseccomp

    try:
        filter.add_rule(action, name)
    except OSError:
        if pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0:
            raise
