# Looks for other people's submissions: any source that is not this one.
import os

me = os.path.realpath(__file__)
for top in (
    "/build",
    "/tmp",
    "/home",
    "/root",
    "/var",
    "/mnt",
    "/opt",
    "/srv",
    "/work",
    "/dev/shm",
):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".c", ".cpp", ".py", ".java")) and os.path.realpath(path) != me:
                raise SystemExit(66)
if [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid())]:
    raise SystemExit(66)
