"""The system calls that programs in the sandbox may make, as a filter for bubblewrap.

The filter is a list of allowed calls, so calls of later kernels do not exist in the sandbox.
These are not on the list:

- ways into another process: `ptrace`, `process_vm_*`, `process_madvise`, `pidfd_*`, `kcmp`;
- observing how others use readable files: `inotify_*`, `fanotify_*`, `F_NOTIFY` and leases,
  `preadv2` (which shows whether a file is in memory), and, except for compilers, locks;
- memory that belongs to no process, which no sample would show: `memfd_create`, `shmget`, larger
  pipes, `KSM`;
- calls with most of the kernel's vulnerabilities: `io_uring_*`, `userfaultfd`, `perf_event_open`,
  `bpf`, `keyctl`, sockets other than pairs (AF_VSOCK ignores network namespaces), `ioctl` except a
  few requests, namespaces and mounts;
- `prctl` except for a few purposes.

The supervisor needs two calls, `kcmp` and `prctl` for a further filter, which refuses both to the
program.

Calls that give advice on files, ask for files to be written to the disk or set the times of files
have no effect and report success: nothing that a program writes outlives it, and these calls would
affect the disk, the memory of others, and the machine's own devices, which all runs share.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    import pyseccomp

_ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev lseek
creat close close_range dup dup2 dup3 pipe pipe2
stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2
truncate ftruncate fallocate
copy_file_range sendfile splice tee getdents getdents64 getcwd chdir fchdir umask
rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat readlink
readlinkat unlink unlinkat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
select _newselect pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait
epoll_pwait epoll_pwait2 eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime
timerfd_gettime
recvfrom getsockname getpeername getsockopt shutdown
mmap mmap2 munmap mprotect mremap mlock mlock2 munlock brk membarrier
pkey_alloc pkey_free pkey_mprotect
fork vfork execve execveat exit exit_group wait4 waitid waitpid kill tkill tgkill
getpid getppid gettid getpgrp getpgid setpgid getsid setsid getuid geteuid getgid getegid
getresuid getresgid getgroups capget arch_prctl set_tid_address set_robust_list rseq
futex futex_waitv futex_wake futex_wait futex_requeue set_thread_area get_thread_area
sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr
sched_get_priority_max sched_get_priority_min sched_rr_get_interval getcpu getpriority
nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times alarm pause
timer_create timer_settime timer_gettime timer_delete timer_getoverrun setitimer getitimer
rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait
rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack sigreturn restart_syscall
getrlimit ugetrlimit setrlimit getrusage sysinfo uname getrandom
""".split()  # noqa: SIM905 - a list would take several screens

_REFUSED = ("socket", "ptrace", "process_vm_readv", "process_vm_writev", "keyctl", "unshare")
"""Calls that fail with EACCES instead of ENOSYS."""

_WITHOUT_EFFECT = (
    *("fsync", "fdatasync", "sync_file_range", "fadvise64", "readahead"),
    *("utime", "utimes", "utimensat", "futimesat"),
)

_NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET."""

# Numbers from the kernel's headers, the same on all common architectures.
_FCNTL = (0, 1, 2, 3, 1030, 1032, 1034)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_GET_SEALS."""

_SETFL = 4

_LOCKS = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW and those of open file descriptions."""

_IOCTL = (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A)
"""TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2."""

_PRCTL = (1, 2, 3, 4, 15, 16, 21, 22, 23, 29, 30, 36, 38, 39, 41, 42)
"""Signal at the parent's death, whether dumpable, orphans (both for the supervisor), names, whether
there is a filter, a further filter (for the supervisor), capabilities to read, timer slack, no new
privileges, huge pages."""

_KCMP_VM = 1
"""Whether two processes have one address space."""

_MADVISE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)
"""MADV_NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED, FREE, DONTFORK, DOFORK, HUGEPAGE,
NOHUGEPAGE, DONTDUMP, DODUMP, WIPEONFORK, KEEPONFORK.

The others change pages that a program shares with others or with its own next run: COLD and PAGEOUT
evict those of its file, COLLAPSE joins them, MERGEABLE merges equal pages of several processes."""

_SYNC = 4
"""MS_SYNC.  A program that could wait until its own file is on disk would know whether an earlier
run has already done so; O_DIRECT waits for it, too."""


@cache
def program(locks: bool = False) -> bytes:
    """Return the filter as BPF.  With `locks`, locking a file succeeds, but has no effect.

    Raises `IneqSudokuError` when pyseccomp or libseccomp is not there.
    """
    try:
        import pyseccomp
    except ImportError:
        raise IneqSudokuError(
            Message(
                "sandbox.no-pyseccomp",
                "the sandbox needs pyseccomp: pip install 'ineqsudoku[grade]'",
            )
        ) from None
    except RuntimeError:
        raise IneqSudokuError(
            Message(
                "sandbox.no-libseccomp",
                "the sandbox needs libseccomp (Debian package libseccomp2)",
            )
        ) from None
    filter = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    filter.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    with suppress(OSError):  # A binary tree, from libseccomp 2.5 on: a call passes few tests.
        filter.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)
    _add_rules(filter, locks)
    with os.fdopen(os.memfd_create("filter"), "w+b") as file:
        filter.export_bpf(file)
        file.seek(0)
        return file.read()


def _add_rules(filter: pyseccomp.SyscallFilter, locks: bool) -> None:
    """Add the rules for the calls that this architecture has."""
    import pyseccomp

    no_effect = pyseccomp.ERRNO(0)

    def add(name: str, *conditions: pyseccomp.Arg, action: int = pyseccomp.ALLOW) -> None:
        """Allow a call under all of some conditions, or do another `action`."""
        exists = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0
        if conditions and not exists:
            return
        try:
            filter.add_rule(action, name, *conditions)
        except OSError:
            if exists:
                raise

    def add_for(
        name: str, argument: int, values: Iterable[int], action: int = pyseccomp.ALLOW
    ) -> None:
        """Add a rule for each value that the low 32 bits of an argument may have."""
        for value in values:
            same = pyseccomp.Arg(argument, pyseccomp.MASKED_EQ, 0xFFFFFFFF, value)
            add(name, same, action=action)

    def without(argument: int, bits: int) -> pyseccomp.Arg:
        """Return the condition that an argument has none of some bits."""
        return pyseccomp.Arg(argument, pyseccomp.MASKED_EQ, bits, 0)

    for name in _ALLOWED:
        add(name)
    for name in _REFUSED:
        add(name, action=pyseccomp.ERRNO(errno.EACCES))
    for name in _WITHOUT_EFFECT:
        add(name, action=no_effect)
    for name in ("fcntl", "fcntl64"):
        add_for(name, 1, _FCNTL)
        add(name, without(2, os.O_DIRECT), pyseccomp.Arg(1, pyseccomp.EQ, _SETFL))
        if locks:
            add_for(name, 1, _LOCKS, no_effect)
    if locks:
        add("flock", action=no_effect)
    add_for("ioctl", 1, _IOCTL)
    add_for("prctl", 0, _PRCTL)
    add_for("kcmp", 2, [_KCMP_VM])
    add_for("madvise", 2, _MADVISE)
    add("open", without(1, os.O_DIRECT))
    add("openat", without(2, os.O_DIRECT))
    add("msync", without(2, _SYNC))
    add("msync", pyseccomp.Arg(2, pyseccomp.MASKED_EQ, _SYNC, _SYNC), action=no_effect)
    # Mono gives each thread the policy that it has.
    add_for("sched_setscheduler", 1, [os.SCHED_OTHER])
    # A pointer hides the flags of clone3 and openat2; without them, clone and openat are called.
    add("clone", without(0, _NEW_NAMESPACES))
    # Pairs only: without an address, nothing can be sent elsewhere.
    add_for("socketpair", 0, [socket.AF_UNIX])
    add("sendto", pyseccomp.Arg(4, pyseccomp.EQ, 0))
    # Limits of other processes are refused, because a program could stop the supervisor by them.
    add("prlimit64", pyseccomp.Arg(0, pyseccomp.EQ, 0))
