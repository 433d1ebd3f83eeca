"""Runs the README's commands on minimal Debian systems: `python .ci/systems.py [SUITE]...`

Builds a minimal system of each suite with mmdebstrap and runs the commands in it under several
conditions.  Each command has mount and process namespaces of its own, so nothing outlasts it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]

SUITES = ("bookworm", "testing")

BASE = ("python3", "python3-venv")

USER = "someone"

MEND = re.compile(r"to compile: apt (install .*?) && (.*?)\r?$", re.MULTILINE)
"""What a terminal shows where nothing is compiled: packages to install, and a command."""

# devpts gives the tree terminals, /dev/shm shared memory.  The shell stays: as the first process of
# its namespace, it reaps the processes that others leave behind.
MOUNT = """
mount -t devpts -o newinstance,ptmxmode=666 devpts "$0/dev/pts" &&
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" || exit
"$@"
exit "$?"
"""


def main() -> None:
    if os.geteuid() or not shutil.which("mmdebstrap"):
        sys.exit("this needs root, and mmdebstrap: apt install mmdebstrap")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # Removes the tree.
    for suite in sys.argv[1:] or SUITES:
        with TemporaryDirectory(prefix="ineqsudoku-") as folder:
            try_commands(Tree(suite, Path(folder) / suite))


def try_commands(tree: Tree) -> None:
    """Run both commands of the README under each condition at least once."""
    tree.check_out("/srv/checkout", "root")
    tree.run_both("no gcc, root, LANG=C, no terminal", "/srv/checkout", "root", language="C")

    tree.install("install gcc libc6-dev")
    home = f"/home/{USER}"
    tree.check_out(f"{home}/checkout", USER)
    what = "gcc without headers, a plain user, a terminal"
    shown = tree.run_both(what, f"{home}/checkout", USER, on_terminal=True)

    message = MEND.search(shown)
    assert message, "a terminal shows no line about pure Python"
    packages, command = message.groups()
    tree.install(packages)
    tree.run(command, f"{home}/checkout", USER)
    tree.expect_kernel("compiled: ", f"{home}/checkout", USER)

    tree.check_out(f"{home}/blank é", USER)
    for what in ("gcc and headers, a folder with a blank", "the same folder again"):
        tree.run_both(what, f"{home}/blank é", USER, kernel="compiled: ")


class Tree:
    """A Debian system in a folder."""

    def __init__(self, suite: str, path: Path) -> None:
        self.path = path
        self.suite = suite
        self.environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive",
            "TERM": "xterm",
            **pip_settings(),
        }
        options = [f"--aptopt={line}" for line in apt_settings()]
        include = f"--include={','.join(BASE)}"
        command = ["mmdebstrap", "--variant=minbase", include, *options, suite, str(path)]
        subprocess.run([*command, *mirror()], check=True)
        shutil.copy("/etc/resolv.conf", path / "etc")
        if certificates := self.environment.get("PIP_CERT"):
            copy = self.inside(certificates)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(certificates, copy)
        self.run(f"useradd --create-home {USER} && apt-get -q update")

    def inside(self, path: str) -> Path:
        return self.path / path.lstrip("/")

    def install(self, packages: str) -> None:
        self.run(f"apt-get -q -y --no-install-recommends {packages}")

    def check_out(self, folder: str, user: str) -> None:
        """Copy the files of the working tree that git does not ignore."""
        listed = output_of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():
                copy = self.inside(folder) / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy)
        self.run(f"chown -R {user}:{user} {shlex.quote(folder)}")

    def run_both(
        self, what: str, folder: str, user: str, kernel: str = "pure Python", **settings: Any
    ) -> str:
        """Run both commands; return what they print."""
        print(f"=== {self.suite}: {what}", flush=True)
        shown = ""
        for name in ("solve", "test"):
            shown += self.run(readme_command(name), folder, user, **settings)
            self.expect_kernel(kernel, folder, user)
        if "DEPRECATION" in shown:
            sys.exit("pip warns of a package")
        return shown

    def expect_kernel(self, kernel: str, folder: str, user: str) -> None:
        if f"kernel: {kernel}" not in self.run(".venv/bin/ineqsudoku --version", folder, user):
            sys.exit(f"expected the kernel {kernel!r}")

    def run(
        self,
        command: str,
        folder: str = "/",
        user: str = "root",
        language: str = "C.UTF-8",
        on_terminal: bool = False,
    ) -> str:
        """Run a shell command, which has to end with 0; print and return what it prints."""
        print(f"$ {command}", flush=True)
        inside = f"cd {shlex.quote(folder)} && {command}"
        if on_terminal:
            inside = f"script --quiet --return --command {shlex.quote(inside)} /dev/null"
        tree = str(self.path)
        namespaces = ["--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={tree}/proc"]
        chroot = ["chroot", f"--userspec={user}:{user}", tree, "bash", "-c", inside]
        home = "/root" if user == "root" else f"/home/{user}"
        shown = []
        with subprocess.Popen(
            ["unshare", *namespaces, "sh", "-c", MOUNT, tree, *chroot],
            env={**self.environment, "HOME": home, "LANG": language},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Otherwise the command keeps this terminal.
        ) as process:
            assert process.stdout
            try:
                for line in process.stdout:
                    shown.append(line)
                    print(line, end="", flush=True)
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            sys.exit(f"exit code {process.returncode}: {command}")
        return "".join(shown)


def readme_command(name: str) -> str:
    """The command in the README's code block behind the marker <!-- ci: NAME -->."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(rf"<!-- ci: {name} -->\n```sh\n(.*?)\n```", readme, re.DOTALL)
    return str(command)


# --- as this machine reaches its mirrors --------------------------------------------------


def mirror() -> list[str]:
    """The mirror of Debian in use here; none means the usual one."""
    of_debian = ("Origin: Debian", "Label: Debian")
    return output_of("apt-get", "indextargets", "--format", "$(SITE)", *of_debian).split()[:1]


def apt_settings() -> list[str]:
    """Proxies, and whether mirrors may be old."""
    names = ("Acquire::http", "Acquire::https", "Acquire::Check-Valid-Until")
    return output_of("apt-config", "dump", *names).splitlines()


def pip_settings() -> dict[str, str]:
    """The settings of pip as variables of the environment."""
    listed = output_of(sys.executable, "-m", "pip", "config", "list")
    found = re.findall(r"^(?:global|:env:)\.(.*)='(.*)'$", listed, re.MULTILINE)
    return {f"PIP_{name.upper().replace('-', '_')}": value for name, value in found}


def output_of(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    main()
