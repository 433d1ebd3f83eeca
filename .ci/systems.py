"""Runs the README's commands on two minimal systems of Debian: `python .ci/systems.py [SUITE]...`

Each is made with mmdebstrap, by root, and lacks what tests may find on other machines.  Each
command has mount and process namespaces of its own, so nothing outlasts it.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class System(NamedTuple):
    packages: str
    user: str
    terminals: bool
    kernel: str


SYSTEMS = {
    # What the README names, and a plain user; no bubblewrap.
    "bookworm": System("python3-venv,python3-dev,gcc", "someone", True, "compiled: "),
    # The newest Python, and root; no compiler, and no pseudo-terminals, as in some containers.
    "testing": System("python3-venv", "root", False, "pure Python"),
}

TERMINALS = 'mount -t devpts -o newinstance,ptmxmode=666 devpts "$0/dev/pts" || exit'

# The shell stays: as the first process of its namespace, it reaps what others leave behind.
INSIDE = """
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" || exit
"$@"
exit "$?"
"""


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # Removes the tree.
    for suite in sys.argv[1:] or SYSTEMS:
        with TemporaryDirectory(prefix="ineqsudoku-") as folder:
            try_commands(suite, SYSTEMS[suite], Path(folder, suite))


def try_commands(suite: str, system: System, tree: Path) -> None:
    print(f"=== {suite}", flush=True)
    options = [f"--include={system.packages}", *(f"--aptopt={line}" for line in apt_settings())]
    minimal = ["mmdebstrap", "--quiet", "--variant=minbase", *options]
    subprocess.run([*minimal, suite, tree, *mirror()], check=True)
    shutil.copy("/etc/resolv.conf", tree / "etc")
    if certificates := pip_settings().get("PIP_CERT"):
        (copy := tree / certificates.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(certificates, copy)
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").replace("/\n", "\n").split()
    shutil.copytree(ROOT, tree / "checkout", ignore=shutil.ignore_patterns(".git", *ignored))
    if system.user != "root":
        subprocess.run(["chroot", tree, "useradd", "--create-home", system.user], check=True)
        subprocess.run(["chroot", tree, "chown", "-R", f"{system.user}:", "/checkout"], check=True)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in re.findall(r"<!-- ci: \w+ -->\n```sh\n(.*?)\n```", readme, re.DOTALL):
        run(system, tree, command)
    version = ".venv/bin/ineqsudoku --version"
    run(system, tree, f"{version} && {version} | grep -q 'kernel: {system.kernel}'")


def run(system: System, tree: Path, command: str) -> None:
    """Run a shell command in the checkout; it has to end with 0."""
    print(f"$ {command}", flush=True)
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root" if system.user == "root" else f"/home/{system.user}",
        "CI": "true",  # The tests draw the same examples in every run.
        **pip_settings(),
    }
    namespaces = ["--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={tree}/proc"]
    script = (TERMINALS if system.terminals else "") + INSIDE
    chroot = ["chroot", f"--userspec={system.user}:{system.user}", str(tree), "bash", "-c"]
    ran = subprocess.run(
        ["unshare", *namespaces, "sh", "-c", script, tree, *chroot, f"cd /checkout && {command}"],
        env=environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # Otherwise the command keeps this terminal.
        check=False,
    )
    if ran.returncode:
        sys.exit(f"exit code {ran.returncode}: {command}")


# --- as this machine reaches its mirrors --------------------------------------------------


def mirror() -> list[str]:
    """The mirror of Debian in use here; none means the usual one."""
    of_debian = ("Origin: Debian", "Label: Debian")
    return output_of("apt-get", "indextargets", "--format", "$(SITE)", *of_debian).split()[:1]


def apt_settings() -> list[str]:
    """Proxies, and whether mirrors may be old."""
    names = ("Acquire::http", "Acquire::https", "Acquire::Check-Valid-Until", "Acquire::Check-Date")
    return output_of("apt-config", "dump", *names).splitlines()


def pip_settings() -> dict[str, str]:
    """The settings of pip that are no folders of this machine, as variables."""
    listed = output_of(sys.executable, "-m", "pip", "config", "list")
    names = "cert|default-timeout|index-url|proxy|trusted-host"
    found = re.findall(rf"^(?:global|:env:)\.({names})='(.*)'$", listed, re.MULTILINE)
    return {f"PIP_{name.upper().replace('-', '_')}": value for name, value in found}


def output_of(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main()
