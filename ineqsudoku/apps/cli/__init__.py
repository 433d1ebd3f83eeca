"""The command `ineqsudoku`: one module or package a command, loaded when it is called.

Results go to standard output, everything else to standard error.  Exit codes are those of grep:
0 yes, 1 no, 2 trouble.  SIGINT (Ctrl-C), SIGTERM and SIGHUP end the program, which then dies by
the signal: a shell reports 130, 143 or 129.  If the reader of standard output is gone, the
program dies by SIGPIPE (141), like `cat`.
"""

COMPLETION = "_INEQSUDOKU_COMPLETE"
"""The environment variable with which a shell asks for its completion script, or for completions.

It stands here because the program looks for it before it decides whether to load click.
"""
