/* Calls that have led out of containers, one after the other; 66 if one of them works. */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRY(call) \
    if ((call) >= 0) return fprintf(stderr, "%s\n", #call), 66

static char page[4096];

static int nothing(void *unused) {
    return unused != 0;
}

int main(void) {
    static char stack[65536];
    TRY(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1));
    TRY(syscall(SYS_add_key, "user", "x", "y", 1, KEY_SPEC_PROCESS_KEYRING));
    TRY(syscall(SYS_io_uring_setup, 8, page));
    TRY(syscall(SYS_bpf, 0, page, 64));
    TRY(syscall(SYS_userfaultfd, 0));
    TRY(syscall(SYS_perf_event_open, page, 0, -1, -1, 0));
    TRY(syscall(SYS_pidfd_open, 1, 0));
    TRY(syscall(SYS_open_by_handle_at, 3, page, 0));
    TRY(socket(AF_VSOCK, SOCK_STREAM, 0));
    TRY(socket(AF_ALG, SOCK_SEQPACKET, 0));
    TRY(socketpair(AF_INET, SOCK_STREAM, 0, (int *)page));
    TRY(unshare(CLONE_NEWUSER));
    TRY(unshare(CLONE_NEWNS));
    TRY(clone(nothing, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, 0));
    memset(page, 0, sizeof page);
    *(unsigned long *)page = CLONE_NEWUSER;
    TRY(syscall(SYS_clone3, page, 64));
    TRY(setns(open_tree(-1, "", 0), 0));
    TRY(mount("none", "/tmp", "tmpfs", 0, ""));
    TRY(umount2("/build", MNT_DETACH));
    TRY(syscall(SYS_fsopen, "tmpfs", 0));
    TRY(chroot("/tmp"));
    TRY(setuid(0));
    TRY(mknod("/tmp/disk", 060600, 0xfd00));
    TRY(syscall(SYS_init_module, page, 0, ""));
    TRY(syscall(SYS_reboot, 0, 0, 0, 0));
    TRY(syscall(SYS_sethostname, "x", 1));
    TRY(syscall(SYS_syslog, 3, page, sizeof page));
    TRY(syscall(SYS_personality, 0x0400000));
    TRY(syscall(SYS_kcmp, 1, getpid(), 0, 0, 0));
    TRY(syscall(SYS_kcmp, getpid(), getpid(), 1, 0, 0));
    struct sock_filter all = {0x06, 0, 0, 0x7fff0000}; /* that allows all calls */
    TRY(prctl(PR_SET_SECCOMP, 2, &(struct sock_fprog){1, &all}, 0, 0));
    TRY(syscall(SYS_seccomp, 1, 0, &(struct sock_fprog){1, &all}));
    return 0;
}
