"""The program: its commands by name, options that they share, standard streams, output files.

Results go to standard output, everything else to standard error.  Exit codes are those of grep:
0 yes, 1 no, 2 trouble.
"""
