"""Where programs run that nobody trusts, and what they cost; nothing here knows a puzzle.

`choice` gives a cage that works on this machine, `execution` runs one `program` in it:

    execution  ->  sandbox (bubblewrap, with the filter of seccomp)  ->  supervisor  ->  program
                   as one of users, in one of cgroups where there are any

`scratch` is the folder for what is compiled.
"""
