"""The sandbox for untrusted programs; only `judging`, which gives verdicts, knows about puzzles.

`machine` finds a sandbox that works here, and `execution` runs one `program` in it:

    execution  ->  sandbox (bubblewrap, with the filter of seccomp)  ->  supervisor  ->  program
                   with a user and, if possible, a cgroup of its own
"""
