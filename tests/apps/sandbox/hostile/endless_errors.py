# Writes to standard error without end.
import os

while True:
    os.write(2, b"error\n" * 1000)
