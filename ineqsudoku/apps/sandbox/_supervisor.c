/* The first process of a sandbox: runs one program, enforces its limits, reports the result.
 *
 *     LOADER SUPERVISOR ORDER             supervises a program
 *     LOADER SUPERVISOR USER COMMAND...   runs a command as another user
 *
 * It is built as a shared object, because that is what the build of a Python package can make, and
 * run by the dynamic loader, which jumps to `supervisor_main`.  It does not use Python.
 *
 * No program in the sandbox can reach the supervisor.  It is process 1 of its process namespace, so
 * signals from there have no effect.  It is not dumpable, so its memory and descriptors are closed
 * to programs of the same user.  It is in a session of its own, and the program does not inherit
 * the descriptor for the result.  When it ends, the kernel ends all processes of the sandbox.
 *
 * `ORDER` is the number of a descriptor with the numbers of `order` below, the folders in memory,
 * separated by colons, and the words of the command; these parts are separated by NUL.  `_order` in
 * execution.py writes it.  The supervisor writes lines to the descriptor `result`:
 *
 * - `ready`: the program's process exists, has its limits, and waits for a byte on `control`;
 * - `done REASON STATUS CPU WALL PEAK`: the reason is `exited`, `stopped` if the other end of
 *   `control` asked for it, or the exceeded limit (`cpu`, `idle`, `wall`, `memory`, `files`).
 *   STATUS is that of waitpid(2) or `-`, times are in seconds, and the peak is in KiB;
 * - `failed TEXT`: the program could not be started.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/kcmp.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The part of an estimated processor time that is charged, and the seconds of it that are not,
 * because an estimate may be too high. */
static const double ESTIMATED = 0.7, SPARED = 0.1;

/* KiB per second that one core can fill with huge pages: bounds the time to the next sample. */
static const long FASTEST = 10L * 1024 * 1024;

/* Limit on files in the sandbox: an empty one takes a KiB that no size limit counts. */
static const long MAX_FILES = 20000;

/* Limit on orphans to reap between two samples, because a program may create them endlessly. */
static const long MAX_ENDS = 1000;

/* The memory that the kernel keeps for each object of a program, in KiB. */
static const long OF_THREAD = 24, OF_FILE = 2, OF_PIPE = 64, OF_SOCKET = 208, MAPPINGS_IN_KIB = 4;

/* Bytes of address space for libraries beyond the memory limit. */
static const long HEADROOM = 32L << 20;

/* Descriptors that a process may have. */
static const long MAX_OPEN = 64;

enum {
    ATTEMPTS = 3,          /* to read the times of all processes before one of them ends */
    PROCESS_TIME = 2,      /* the low bits of a clock that measures all threads of a process */
    MAX_MISSED = 1000,     /* processes that incomplete samples may have overlooked */
    MAX_WAKES = 20,        /* signals that wake the supervisor between two samples */
    MAX_MAPS = 512 * 1024, /* bytes of a list of mappings, some 5000 lines, that are read */
    MAX_ORDER = 16 << 20,
    MAX_SCRATCH = 8,
    MAX_WORDS = 4096
};

/* `grouped_cpu`, `grouped_memory`: cgroups measure and limit these, so /proc need not be read.
 * `memory` is in KiB, `files` in MiB, times are in seconds: `idle` is that in which no thread of
 * the program could run, and `interval` is the time between two samples of the processes, less at
 * first and near the memory limit. */
static struct {
    char **command, *scratch[MAX_SCRATCH + 1];
    int result, control, grouped_cpu, grouped_memory, address_space;
    double cpu, idle, wall, interval;
    long memory, files, processes;
} order;

/* The processor time of a process in one sample, in seconds.  `own` has the precision of the
 * kernel, `whole` is the same in whole ticks.  `children` is the time of children that the process
 * has waited for.  `share` is an estimate of the part of a core that it has at this moment, and
 * `before_sight` of its time before its first sample. */
struct sight {
    long pid;
    unsigned long long start;
    double own, whole, children, share, before_sight;
};

struct sights {
    struct sight *all;
    size_t number;
};

struct object {
    unsigned long long inode;
    long size;
};

struct objects {
    struct object *all;
    size_t number;
};

/* What all processes of the program have used, as /proc shows it: `peak` in KiB, `cpu` in seconds.
 *
 * `cpu` is the time of the living processes and the largest of three figures for the others:
 *
 * - the time that the kernel added to the processes that waited for them, plus, in `lost`, the last
 *   sampled time of each process that nobody waited for, for instance because the parent ignores
 *   SIGCHLD;
 * - `ended`: the last sampled times of all of them;
 * - a part of an estimate, `sampled`, which includes their time before the first sample and after
 *   the last.
 *
 * The first two are never too high.  The estimate matters for programs that lose much time in
 * short-lived processes; for a long-lived process, it hardly exceeds the second figure.
 *
 * `idle` is the time in which no thread could run, sampled at `idle_before` last.
 *
 * `seen` is the last sample, `base` the last complete one, `missed` the last sights of processes
 * that were absent in incomplete samples since. */
static struct {
    long peak;
    double cpu, lost, ended, sampled, base_waited, before, idle, idle_before;
    struct sights seen, base, missed;
    struct objects shared;
} usage;

static char text[MAX_MAPS + 1];

static void fail(const char *what)
{
    dprintf(order.result, "failed %s: %s\n", what, strerror(errno));
    _exit(1);
}

static void *room(void *old, size_t size)
{
    void *found = realloc(old, size ? size : 1);
    if (!found)
        fail("memory");
    return found;
}

/* Read at most `most` bytes into `all`, and a NUL.  Return their number, or -1 after an error. */
static long read_all(int file, char *all, long most)
{
    long size = 0, got = 0;
    while (size < most && (got = read(file, all + size, most - size)) > 0)
        size += got;
    all[size] = 0;
    return size == 0 && got < 0 ? -1 : size;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double waited(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* --- /proc ------------------------------------------------------------------------------------ */

/* The start of a file, in `text`; its length or -1. */
static long content(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    long size = read_all(file, text, MAX_MAPS);
    int error = errno;
    close(file);
    errno = error;
    return size;
}

static long content_of(long pid, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
    return content(path);
}

/* The number in a line of `text`. */
static long number(const char *name)
{
    const char *found = strstr(text, name);
    return found ? atol(found + strlen(name)) : 0;
}

static int has_memory(void)
{
    return strstr(text, "\nRssAnon:") != 0;
}

/* Call `use` for each name in a folder that is a number, until it returns something but 0. */
static long for_numbers(const char *path, long (*use)(long, void *), void *data)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    long found = 0;
    if (!folder)
        return 0;
    while (!found && (entry = readdir(folder)))
        if (isdigit((unsigned char)entry->d_name[0]))
            found = use(atol(entry->d_name), data);
    closedir(folder);
    return found;
}

struct processes {
    long *pids;
    size_t number;
};

static void add(struct processes *all, long pid)
{
    all->pids = room(all->pids, (all->number + 1) * sizeof *all->pids);
    all->pids[all->number++] = pid;
}

static long add_process(long pid, void *data)
{
    if (pid != getpid())
        add(data, pid);
    return 0;
}

/* All processes of the program. */
static struct processes everybody(void)
{
    struct processes all = {0};
    for_numbers("/proc", add_process, &all);
    return all;
}

/* --- processor time -------------------------------------------------------------------------- */

static const struct sight *same(const struct sight *of, struct sights among)
{
    for (size_t n = 0; n < among.number; ++n)
        if (among.all[n].pid == of->pid && among.all[n].start == of->start)
            return among.all + n;
    return 0;
}

/* The last sight of a process before this sample, or 0. */
static const struct sight *earlier(const struct sight *of)
{
    const struct sight *last = same(of, usage.seen);
    return last ? last : same(of, usage.missed);
}

static void add_absent(struct sights *absent, struct sights of, struct sights seen)
{
    for (size_t n = 0; n < of.number; ++n)
        if (!same(of.all + n, seen)) {
            absent->all = room(absent->all, (absent->number + 1) * sizeof *absent->all);
            absent->all[absent->number++] = of.all[n];
        }
}

/* The part of a core that a process of some `age` has had while it could run.  `text` has the
 * figures of the scheduler, which do not include the present wait, or nothing. */
static double share_of(double own, double age)
{
    unsigned long long ran, queued;
    double share = 0.5;
    if (sscanf(text, "%llu %llu", &ran, &queued) == 2)
        share = ran ? (double)ran / (ran + queued) : 0;
    return age > own && own < share * age ? own / age : share;
}

static void add_precise(struct sight *sight, char state, double tick)
{
    struct timespec used, now;
    if (!clock_gettime((clockid_t)(~(unsigned)sight->pid << 3 | PROCESS_TIME), &used)) {
        double own = used.tv_sec + used.tv_nsec / 1e9;
        if (own > sight->own)
            sight->own = own;
    }
    if (state != 'R')
        return;
    if (content_of(sight->pid, "schedstat") < 0)
        text[0] = 0;
    clock_gettime(CLOCK_BOOTTIME, &now);
    /* The age is known up to a tick. */
    double age = now.tv_sec + now.tv_nsec / 1e9 - sight->start * tick - tick;
    sight->share = share_of(sight->own, age);
}

/* Returns whether no process ended meanwhile. */
static int look_at(struct processes all, struct sights *seen)
{
    const double tick = 1.0 / sysconf(_SC_CLK_TCK);
    int complete = 1;
    seen->all = room(seen->all, all.number * sizeof *seen->all);
    seen->number = 0;
    for (size_t i = 0; i < all.number; ++i) {
        struct sight sight = {.pid = all.pids[i]};
        unsigned long long user, system;
        long of_user, of_system;
        char state, *rest;
        if (content_of(sight.pid, "stat") <= 0 || !(rest = strrchr(text, ')')) ||
            sscanf(rest + 1,
                   " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %ld %ld %*d %*d %*d %*d "
                   "%llu",
                   &state, &user, &system, &of_user, &of_system, &sight.start) != 6) {
            complete = 0;
            continue;
        }
        sight.own = sight.whole = (user + system) * tick;
        sight.children = (of_user + of_system) * tick;
        add_precise(&sight, state, tick);
        seen->all[seen->number++] = sight;
    }
    return complete;
}

/* Update `usage.lost`, which compares this look with the last complete one. */
static void find_lost(struct sights seen, double credited, double reaped)
{
    double due = 0, left = usage.base_waited;
    for (size_t n = 0; n < usage.base.number; ++n) {
        const struct sight *before = usage.base.all + n;
        if (same(before, seen))
            left += before->children;
        else
            due += before->whole + before->children;
    }
    if (due > credited - left)
        usage.lost += due - (credited - left);
    usage.base.all = room(usage.base.all, seen.number * sizeof *seen.all);
    if (seen.number)
        memcpy(usage.base.all, seen.all, seen.number * sizeof *seen.all);
    usage.base.number = seen.number;
    usage.base_waited = reaped;
}

static void take_account(struct sights seen, double reaped, int complete)
{
    double time = now(), credited = reaped, living = 0, shares = 0, others, estimate;
    const double cores = sysconf(_SC_NPROCESSORS_ONLN), passed = time - usage.before;
    usage.before = time;
    for (size_t n = 0; n < seen.number; ++n) {
        credited += seen.all[n].children;
        living += seen.all[n].own;
        if (!earlier(seen.all + n))
            shares += seen.all[n].share;
    }
    if (complete)
        find_lost(seen, credited, reaped);
    if (shares < cores)
        shares = cores;
    for (size_t n = 0; n < seen.number; ++n) {
        struct sight *sight = seen.all + n;
        const struct sight *before = earlier(sight);
        sight->before_sight =
            before ? before->before_sight : sight->share * cores / shares * passed - sight->own;
    }
    struct sights absent = {0};
    add_absent(&absent, usage.seen, seen);
    add_absent(&absent, usage.missed, seen);
    double ended = usage.ended, sampled = usage.sampled;
    for (size_t n = 0; n < absent.number; ++n) {
        ended += absent.all[n].own;
        sampled += absent.all[n].own + absent.all[n].before_sight;
    }
    others = credited + usage.lost;
    estimate = ESTIMATED * sampled - SPARED;
    if (ended > others)
        others = ended;
    if (estimate > others)
        others = estimate;
    if (living + others > usage.cpu)
        usage.cpu = living + others;
    /* An incomplete sample may have overlooked them. */
    if (complete || absent.number > MAX_MISSED) {
        usage.ended = ended;
        usage.sampled = sampled;
        absent.number = 0;
    }
    free(usage.missed.all);
    free(usage.seen.all);
    usage.missed = absent;
    usage.seen = seen;
}

static void look_at_time(void)
{
    struct sights seen = {0};
    double children = 0;
    for (int n = 0, complete = 0; n < ATTEMPTS && !complete; ++n) {
        children = waited();
        struct processes all = everybody();
        complete = look_at(all, &seen);
        free(all.pids);
        if (complete || n == ATTEMPTS - 1)
            take_account(seen, children, complete);
    }
}

/* --- idle time -------------------------------------------------------------------------------- */

static long is_runnable(long thread, void *data)
{
    char name[64], state;
    snprintf(name, sizeof name, "task/%ld/stat", thread);
    const char *rest = content_of(*(long *)data, name) > 0 ? strrchr(text, ')') : 0;
    return rest && sscanf(rest + 1, " %c", &state) == 1 && state == 'R';
}

/* Whether any thread of the program runs or waits for a processor. */
static int is_busy(void)
{
    char path[64];
    struct processes all = everybody();
    long busy = 0;
    for (size_t n = 0; n < all.number && !busy; ++n) {
        snprintf(path, sizeof path, "/proc/%ld/task", all.pids[n]);
        busy = for_numbers(path, is_runnable, all.pids + n);
    }
    free(all.pids);
    return busy;
}

/* The seconds in which no thread of the program could run: a busy machine delays a program, but
 * does not make it idle.  A program may have many threads, so it is sampled a hundred times within
 * the limit rather than at every sample of its use.  It is idle if two looks say so: threads that
 * hand work to one another may all wait at the moments at which one look comes to them. */
static double idle_time(void)
{
    double time = now(), passed = time - usage.idle_before;
    if (passed >= order.idle / 100) {
        usage.idle_before = time;
        if (!is_busy() && !is_busy())
            usage.idle += passed;
    }
    return usage.idle;
}

/* --- memory ---------------------------------------------------------------------------------- */

static long status_of_thread(long thread, void *data)
{
    char name[64];
    snprintf(name, sizeof name, "task/%ld/status", thread);
    return content_of(*(long *)data, name) > 0 && has_memory();
}

static int status_of(long pid)
{
    char path[64];
    if (content_of(pid, "status") <= 0)
        return 0;
    if (has_memory())
        return 1;
    snprintf(path, sizeof path, "/proc/%ld/task", pid);
    return for_numbers(path, status_of_thread, &pid) || content_of(pid, "status") > 0;
}

/* 1: `text` has the mappings; 2: they are hidden or too many. */
static long maps_of_thread(long thread, void *data)
{
    char name[64];
    snprintf(name, sizeof name, "task/%ld/maps", thread);
    long size = content_of(*(long *)data, name);
    if (size < 0)
        return errno == EACCES || errno == EPERM ? 2 : 0;
    return size == 0 ? 0 : size < MAX_MAPS ? 1 : 2;
}

static int maps_of(long pid)
{
    char path[64];
    long found = maps_of_thread(pid, &pid);
    if (found)
        return found;
    snprintf(path, sizeof path, "/proc/%ld/task", pid);
    found = for_numbers(path, maps_of_thread, &pid);
    if (!found)
        text[0] = 0;
    return found ? found : 1;
}

/* Add to an object, or remember the larger of two sizes. */
static void remember(struct objects *found, unsigned long long inode, long size, int add)
{
    for (size_t n = 0; n < found->number; ++n)
        if (found->all[n].inode == inode) {
            if (add)
                found->all[n].size += size;
            else if (size > found->all[n].size)
                found->all[n].size = size;
            return;
        }
    found->all = room(found->all, (found->number + 1) * sizeof *found->all);
    found->all[found->number++] = (struct object){inode, size};
}

/* Count the mappings in `text`, and add the objects of shared memory without a file. */
static long mappings(struct objects *shared)
{
    struct objects mine = {0};
    long lines = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        unsigned long long from, to, inode;
        *end = 0;
        ++lines;
        if (strstr(line, "/dev/zero (deleted)") &&
            sscanf(line, "%llx-%llx %*s %*s %*s %llu", &from, &to, &inode) == 3)
            remember(&mine, inode, (to - from) / 1024, 1);
    }
    for (size_t n = 0; n < mine.number; ++n)
        remember(shared, mine.all[n].inode, mine.all[n].size, 0);
    free(mine.all);
    return lines;
}

struct held {
    struct objects *found;
    long pid;
};

static long add_held(long descriptor, void *data)
{
    struct held *held = data;
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", held->pid, descriptor);
    long size = readlink(path, target, sizeof target - 1);
    if (size <= 0)
        return 0;
    target[size] = 0;
    if (!strncmp(target, "pipe:[", 6))
        remember(held->found, atoll(target + 6) * 2, OF_PIPE, 0);
    if (!strncmp(target, "socket:[", 8))
        remember(held->found, atoll(target + 8) * 2 + 1, OF_SOCKET, 0);
    return 0;
}

static void held_by(long pid, struct objects *found)
{
    char path[64];
    struct held held = {found, pid};
    snprintf(path, sizeof path, "/proc/%ld/fd", pid);
    if (access(path, R_OK) && errno == EACCES)
        remember(found, ~(unsigned long long)pid, MAX_OPEN * OF_SOCKET, 0);
    else
        for_numbers(path, add_held, &held);
}

static long sum(struct objects of)
{
    long found = 0;
    for (size_t n = 0; n < of.number; ++n)
        found += of.all[n].size;
    return found;
}

/* The private memory of a process.  A page that several address spaces share counts in parts. */
static long proportional(long pid)
{
    if (content_of(pid, "smaps_rollup") > 0)
        return number("\nPss_Anon:") + number("\nSwapPss:");
    return status_of(pid) ? number("\nRssAnon:") + number("\nVmSwap:") : 0;
}

/* Whether two processes have one address space, as during vfork(2).  Two that have none any more,
 * because their first threads have ended, are the same to kcmp(2). */
static int are_one_space(long one, long other)
{
    return !syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0) && content_of(other, "status") > 0 &&
           has_memory();
}

static int has_space_of_an_earlier(struct processes all, size_t process)
{
    for (size_t n = 0; n < process; ++n)
        if (are_one_space(all.pids[n], all.pids[process]))
            return 1;
    return 0;
}

static long files(void)
{
    long found = 0;
    struct statvfs there;
    for (char **folder = order.scratch; *folder; ++folder)
        if (!statvfs(*folder, &there))
            found += there.f_files - there.f_ffree;
    return found;
}

/* The memory of all processes, of their objects in the kernel, and of the folders in memory.  What
 * processes share, pages or an address space, counts once if `exactly`, which takes longer. */
static long taken(struct processes all, int exactly)
{
    long total = 0;
    struct objects shared = {0}, kernel = {0}, before = usage.shared;
    struct statvfs there;
    for (size_t i = 0; i < all.number; ++i) {
        long pid = all.pids[i];
        int is_counted_already = exactly && has_space_of_an_earlier(all, i);
        if (!status_of(pid) || !has_memory())
            continue;
        total += OF_THREAD * number("\nThreads:");
        held_by(pid, &kernel);
        if (is_counted_already)
            continue;
        long size = number("\nVmSize:"), most = number("\nVmHWM:");
        long private = number("\nRssAnon:") + number("\nVmSwap:");
        total += number("\nVmPTE:");
        if (most > usage.peak)
            usage.peak = most;
        total += maps_of(pid) == 2 ? size : mappings(&shared) / MAPPINGS_IN_KIB;
        total += exactly ? proportional(pid) : private;
    }
    for (size_t n = 0; n < shared.number; ++n)
        for (size_t m = 0; m < before.number; ++m)
            if (before.all[m].inode == shared.all[n].inode &&
                before.all[m].size > shared.all[n].size)
                shared.all[n].size = before.all[m].size;
    free(before.all);
    usage.shared = shared;
    total += sum(shared) + sum(kernel);
    free(kernel.all);
    for (char **folder = order.scratch; *folder; ++folder)
        if (!statvfs(*folder, &there)) {
            total += (there.f_blocks - there.f_bfree) * there.f_frsize / 1024;
            total += (there.f_files - there.f_ffree) * OF_FILE;
        }
    return total;
}

static long look_at_memory(struct processes all)
{
    long total = taken(all, 0);
    long bound = usage.peak < order.memory ? usage.peak : order.memory;
    if (total > bound && all.number > 1)
        total = taken(all, 1);
    if (total > usage.peak)
        usage.peak = total;
    return total;
}

/* --- the program ------------------------------------------------------------------------------ */

static void limit(int name, rlim_t value)
{
    struct rlimit most;
    if (getrlimit(name, &most))
        return;
    if (most.rlim_max < value)
        value = most.rlim_max;
    most.rlim_cur = most.rlim_max = value;
    setrlimit(name, &most);
}

/* Close descriptors from `first` on and below `end`: thousands of calls of close would cost more
 * than a millisecond, because each passes the filter of seccomp. */
static void close_between(unsigned first, unsigned end)
{
    if (first >= end)
        return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, end - 1, 0) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (long each = first; each < end && each < most; ++each)
        close(each);
}

/* Take from the program the calls that the filter allows for the supervisor only: kcmp(2), and
 * prctl(2) to take them.  Returns whether that works. */
static int give_up_calls(void)
{
    const int low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kcmp, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]) + low),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof code / sizeof *code, code};
    return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

static void become(int go, int failed)
{
    static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGINT};
    sigset_t none;
    char word;
    setsid();
    unsigned first = go < failed ? go : failed, second = go < failed ? failed : go;
    close_between(3, first);
    close_between(first + 1, second);
    close_between(second + 1, ~0u);
    rlim_t seconds = (rlim_t)order.cpu + 2;
    limit(RLIMIT_CPU, seconds + 1);
    struct rlimit both = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &both);
    limit(RLIMIT_CORE, 1);
    limit(RLIMIT_NOFILE, MAX_OPEN);
    limit(RLIMIT_FSIZE, (rlim_t)order.files << 20);
    limit(RLIMIT_MEMLOCK, 64 * 1024);
    limit(RLIMIT_NPROC, order.processes);
    limit(RLIMIT_STACK, (rlim_t)order.memory * 1024);
    if (order.address_space)
        limit(RLIMIT_AS, (rlim_t)order.memory * 1024 + HEADROOM);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_SIGPENDING, 256);
    limit(RLIMIT_NICE, 0);
    limit(RLIMIT_RTPRIO, 0);
    for (size_t n = 0; n < sizeof ignored / sizeof *ignored; ++n)
        signal(ignored[n], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    umask(022);
    if (read(go, &word, 1) == 1) {
        close(go);
        if (give_up_calls())
            execvp(order.command[0], order.command);
        dprintf(failed, "%s", strerror(errno));
    }
    _exit(127);
}

/* Kill and reap all processes; orphans become children of this process. */
static void kill_all(void)
{
    static const struct timespec moment = {0, 1000000};
    for (;;) {
        pid_t pid;
        kill(-1, SIGKILL);
        while ((pid = waitpid(-1, 0, WNOHANG)) > 0) {
        }
        if (pid < 0 && errno == ECHILD)
            return;
        nanosleep(&moment, 0);
    }
}

static int has_ended(pid_t program, int *status)
{
    for (long n = 0; n < MAX_ENDS; ++n) {
        int how;
        pid_t pid = waitpid(-1, &how, WNOHANG);
        if (pid == program) {
            *status = how;
            return 1;
        }
        if (pid <= 0)
            return 0;
    }
    return 0;
}

static struct timespec span(double seconds)
{
    if (seconds < 0)
        seconds = 0;
    return (struct timespec){(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
}

/* Wait for some seconds, but not beyond the end of the program.  Returns whether it has ended.  The
 * death of an orphan does not end the wait, nor does a signal that the program sends: else the
 * program would choose the moments at which it is looked at. */
static int ends_within(double seconds, pid_t program, int *status)
{
    double end = now() + seconds;
    sigset_t child;
    struct timespec rest;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (int n = 0; n < MAX_WAKES; ++n) {
        if (has_ended(program, status))
            return 1;
        rest = span(end - now());
        if (sigtimedwait(&child, 0, &rest) < 0 && errno == EAGAIN)
            return has_ended(program, status);
    }
    rest = span(end - now());
    nanosleep(&rest, 0);
    return has_ended(program, status);
}

/* Whether the other end asks for an end or is gone. */
static int is_asked_to_end(void)
{
    char word;
    return !(read(order.control, &word, 1) < 0 && errno == EAGAIN);
}

static const char *watched(pid_t program, double begin, int *status)
{
    double interval = 0.001, pause = 0;
    const double fastest = FASTEST * sysconf(_SC_NPROCESSORS_ONLN);
    while (!ends_within(pause, program, status)) {
        long left = order.memory;
        unsigned char random = 128;
        if (!order.grouped_cpu)
            look_at_time();
        if (!order.grouped_memory) {
            struct processes all = everybody();
            left -= look_at_memory(all);
            free(all.pids);
        }
        if (is_asked_to_end())
            return "stopped";
        if (usage.cpu > order.cpu)
            return "cpu";
        if (idle_time() > order.idle)
            return "idle";
        if (now() - begin > order.wall)
            return "wall";
        if (left < 0)
            return "memory";
        if (*order.scratch && files() > MAX_FILES)
            return "files";
        interval = 2 * interval < order.interval ? 2 * interval : order.interval;
        if (getrandom(&random, 1, GRND_NONBLOCK) != 1)
            random = 128;
        double soon = 0.002 + left / fastest;
        pause = interval * (0.5 + random / 255.0);
        if (soon < pause)
            pause = soon;
    }
    return "exited";
}

static void supervise(void)
{
    int started[2], waiting[2], status = -1;
    char failure[1000], word = 0;
    struct rusage used;
    if (pipe2(started, O_CLOEXEC) || pipe2(waiting, O_CLOEXEC))
        fail("pipe");
    pid_t program = fork();
    if (program < 0)
        fail("fork");
    if (program == 0) {
        close(waiting[1]);
        become(waiting[0], started[1]);
    }
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
        fail("dumpable");
    close(started[1]);
    close(waiting[0]);
    dprintf(order.result, "ready\n");
    if (read(order.control, &word, 1) == 1 && word == 'g')
        if (write(waiting[1], "g", 1) != 1)
            fail("go");
    close(waiting[1]);
    ssize_t size = read(started[0], failure, sizeof failure);
    close(started[0]);
    if (size > 0) {
        kill_all();
        dprintf(order.result, "failed %.*s\n", (int)size, failure);
        return;
    }
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int standard = 0; standard < 3; ++standard)
        dup2(nothing, standard);
    fcntl(order.control, F_SETFL, O_NONBLOCK);
    double begin = usage.before = usage.idle_before = now();
    const char *reason = watched(program, begin, &status);
    double wall = now() - begin;
    kill_all();
    look_at_time();
    getrusage(RUSAGE_CHILDREN, &used);
    long peak = used.ru_maxrss > usage.peak ? used.ru_maxrss : usage.peak;
    char how[16] = "-";
    if (status >= 0)
        snprintf(how, sizeof how, "%d", status);
    dprintf(order.result, "done %s %s %.6f %.6f %ld\n", reason, how, usage.cpu, wall, peak);
}

/* --- the order -------------------------------------------------------------------------------- */

static void read_order(int file)
{
    char *all = room(0, MAX_ORDER + 1);
    char *end = all + read_all(file, all, MAX_ORDER), *folders = all + strlen(all) + 1;
    if (folders >= end ||
        sscanf(all, "%d %d %d %d %d %lf %lf %lf %lf %ld %ld %ld", &order.result, &order.control,
               &order.grouped_cpu, &order.grouped_memory, &order.address_space, &order.cpu,
               &order.idle, &order.wall, &order.interval, &order.memory, &order.files,
               &order.processes) != 12)
        _exit(2);
    char *word = folders + strlen(folders) + 1;
    for (size_t n = 0; n < MAX_SCRATCH && folders && *folders; ++n)
        order.scratch[n] = strsep(&folders, ":");
    size_t words = 0;
    for (; word <= end; word += strlen(word) + 1) {
        order.command = room(order.command, (words + 2) * sizeof *order.command);
        order.command[words++] = word;
        order.command[words] = 0;
    }
    if (!words)
        _exit(2);
}

/* --- another user ----------------------------------------------------------------------------- */

static void drop_privileges(unsigned user)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int each = 0; prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0; ++each)
        continue;
    if (setgroups(0, 0) || setresgid(user, user, user) || setresuid(user, user, user) ||
        syscall(SYS_capset, &header, none) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
        perror("cannot become another user");
        _exit(126);
    }
}

/* Run a command as a user.  This is what setpriv(1) does, but its start takes a millisecond
 * longer. */
static void run_as_user(const char *user, char **command)
{
    drop_privileges((unsigned)strtoul(user, 0, 10));
    execv(command[0], command);
    perror(command[0]);
    _exit(126);
}

/* --- the start -------------------------------------------------------------------------------- */

/* The arguments of this process with the loader as the first one; 0 if there are too many.  The
 * dynamic loader does not pass them to `supervisor_main`, so they are read from /proc. */
static char **arguments(void)
{
    static char *words[MAX_WORDS + 1];
    char *all = room(0, MAX_ORDER + 1);
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    long number = 0, size = read_all(file, all, MAX_ORDER);
    close(file);
    for (char *word = all; word < all + size && number < MAX_WORDS; word += strlen(word) + 1)
        words[number++] = word;
    return number < MAX_WORDS ? words : 0;
}

static void supervise_order(int descriptor)
{
    sigset_t child;
    read_order(descriptor);
    signal(SIGINT, SIG_IGN);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, 0);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        fail("prctl");
    supervise();
}

#ifdef __x86_64__
__attribute__((force_align_arg_pointer))
#endif
__attribute__((noreturn, visibility("default"))) void
supervisor_main(void)
{
    char **words = arguments();
    if (!words || !words[0] || !words[1] || !words[2])
        _exit(126);
    if (words[3])
        run_as_user(words[2], words + 3);
    supervise_order(atoi(words[2]));
    _exit(0);
}
