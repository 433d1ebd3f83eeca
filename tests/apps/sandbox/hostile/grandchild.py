# Ends at once, but leaves a grandchild behind in a session of its own.
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "98765"])
    os._exit(0)
time.sleep(0.05)
