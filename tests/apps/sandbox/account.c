/* Calls parts of the supervisor that need no process; reads commands, prints figures. */
#include "_supervisor.c"

static void look(void)
{
    double waited, passed;
    int complete;
    struct sights seen = {0};
    scanf("%lf %lf %d %zu", &waited, &passed, &complete, &seen.number);
    seen.all = room(0, seen.number * sizeof *seen.all);
    for (size_t n = 0; n < seen.number; ++n) {
        seen.all[n] = (struct sight){0};
        scanf("%ld %lf %lf %lf", &seen.all[n].pid, &seen.all[n].own, &seen.all[n].children,
              &seen.all[n].share);
        seen.all[n].whole = seen.all[n].own;
    }
    usage.before = now() - passed;
    take_account(seen, waited, complete);
    printf("%f %f\n", usage.cpu, usage.lost);
}

static void share(void)
{
    double own, age;
    scanf("%lf %lf\n", &own, &age);
    if (!fgets(text, sizeof text, stdin))
        text[0] = 0;
    printf("%f\n", share_of(own, age));
}

/* The number of mappings, and the size of each shared object after the inodes and sizes given. */
static void shared(void)
{
    struct objects found = {0};
    char size[64], inode[64];
    for (int more = scanf("%63s", inode); more == 1 && strcmp(inode, "maps"); more = scanf("%63s", inode)) {
        scanf("%63s", size);
        remember(&found, strtoull(inode, 0, 10), atol(size), 0);
    }
    getchar();
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    printf("%ld", mappings(&found));
    for (size_t n = 0; n < found.number; ++n)
        printf(" %llu:%ld", found.all[n].inode, found.all[n].size);
    printf("\n");
}

/* Whether a wait ends by itself, and whether that is before its time, when a child ends that is the
 * program or is not. */
static void wait_until(void)
{
    int is_program, status;
    sigset_t child;
    scanf("%d", &is_program);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, 0);
    double seconds = is_program ? 1000 : 0.1, begin = now();
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    int has_ended = ends_within(seconds, is_program ? pid : getpid(), &status);
    printf("%d %d\n", has_ended, now() < begin + seconds);
}

int main(void)
{
    char command[16];
    while (scanf("%15s", command) == 1) {
        if (!strcmp(command, "look"))
            look();
        if (!strcmp(command, "share"))
            share();
        if (!strcmp(command, "shared"))
            shared();
        if (!strcmp(command, "wait"))
            wait_until();
    }
}
