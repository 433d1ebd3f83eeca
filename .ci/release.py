"""Build and check all files of a release: `python .ci/release.py FOLDER`.

`nox -s release` installs the tools and calls this.  Nothing is uploaded.  What cannot be done on
this machine is skipped by name; anything else that fails ends the program with 1.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
GLIBC = "2.28"
"""The oldest glibc on which the cross-compiled wheel runs, which is that of manylinux_2_28."""

skipped: list[str] = []


def main() -> None:
    output = Path(sys.argv[1]).absolute()
    output.mkdir(parents=True, exist_ok=True)
    if any(output.iterdir()):
        sys.exit(f"{output} is not empty")
    with TemporaryDirectory(prefix="ineqsudoku-") as folder:
        scratch = Path(folder)
        run("python", "-m", "build", "-q", "--sdist", "--outdir", output, ROOT)
        (sdist,) = output.glob("*.tar.gz")
        native = native_wheel(tree(sdist, scratch / "native"), scratch, output)
        aarch64 = aarch64_wheel(tree(sdist, scratch / "aarch64"), scratch, output)
        pure = pure_wheel(tree(sdist, scratch / "pure"), output)
        audit([*output.iterdir()], [wheel for wheel in (native, aarch64) if wheel])
        environment = try_wheel(native, "compiled: ", scratch / "native-venv")
        try_wheel(pure, "pure Python", scratch / "pure-venv")
        if aarch64:
            try_aarch64_wheel(aarch64, scratch / "emulated")
        bill_of_materials(environment, output)
    checksums(output)
    report(output)


def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """The standard output of a command.  Ends the program if the command fails."""
    words = [str(word) for word in command]
    print("$", *words, flush=True)
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{words[0]} failed with {done.returncode}")
    return done.stdout


def skip(what: str, why: str) -> None:
    skipped.append(f"{what}: {why}")


def tree(sdist: Path, folder: Path) -> Path:
    """The unpacked source distribution; each wheel is built from its own."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def build_wheel(source: Path, folder: Path, env: Mapping[str, str] | None = None) -> Path:
    run("python", "-m", "build", "-q", "-n", "--wheel", "--outdir", folder, source, env=env)
    (wheel,) = folder.glob("*.whl")
    return wheel


# --- wheels -------------------------------------------------------------------------------


def native_wheel(source: Path, scratch: Path, output: Path) -> Path:
    # auditwheel fails on modules that do not name the C library because they call nothing in it.
    raw = build_wheel(source, scratch / "raw", {"LDFLAGS": "-Wl,--no-as-needed"})
    return repaired(raw, output)


def aarch64_wheel(source: Path, scratch: Path, output: Path) -> Path | None:
    if shutil.which("python-zig") is None:
        skip("wheel for aarch64", "no zig here (pip install ziglang)")
        return None
    if platform.machine() != "x86_64" or sysconfig.get_config_var("SIZEOF_LONG") != 8:
        skip("wheel for aarch64", "it is cross-compiled on x86-64 only")
        return None
    headers = foreign_headers(scratch / "headers")
    compiler = f"python-zig cc -target aarch64-linux-gnu.{GLIBC} -fno-sanitize=undefined"
    caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(scratch / "zig"))
    anchor = scratch / "anchor.c"
    anchor.write_text("void free(void *); void (*ineqsudoku_anchor)(void *) = free;\n", "ascii")
    run(*compiler.split(), "-fPIC", "-c", anchor, "-o", scratch / "anchor.o", env=caches)
    settings = {
        **caches,
        "CC": f"{compiler} -isystem {headers}",
        # The linker of zig ignores --no-as-needed; this object needs the C library.
        "LDSHARED": f"{compiler} -shared {scratch / 'anchor.o'}",
        "_PYTHON_HOST_PLATFORM": "linux-aarch64",
    }
    return repaired(build_wheel(source, scratch / "raw-aarch64", settings), output)


def foreign_headers(folder: Path) -> Path:
    """A folder in which Debian's `pyconfig.h` finds that of aarch64.

    It is a copy of that of x86-64, which has the same sizes of types and order of bytes.
    """
    include = Path(sysconfig.get_path("include"))
    place = folder / "aarch64-linux-gnu" / include.name
    place.mkdir(parents=True)
    multiarch = include.parent / "x86_64-linux-gnu" / include.name / "pyconfig.h"
    shutil.copy(multiarch if multiarch.exists() else include / "pyconfig.h", place)
    return folder


def repaired(raw: Path, output: Path) -> Path:
    """The wheel with the tag of the oldest manylinux that it runs on."""
    before = {*output.iterdir()}
    run("auditwheel", "repair", "--wheel-dir", output, raw)
    (wheel,) = {*output.iterdir()} - before
    return wheel


def pure_wheel(source: Path, output: Path) -> Path:
    """For all other systems, so that nobody needs a compiler."""
    settings = source / "pyproject.toml"
    sections = re.split(r"(?m)^(?=\[)", settings.read_text(encoding="utf-8"))
    compiled = ("[[tool.setuptools.ext-modules]]", "[tool.distutils.bdist_wheel]")
    kept = [section for section in sections if not section.startswith(compiled)]
    settings.write_text("".join(kept), encoding="utf-8")
    folder = source.parent / "wheel"
    return Path(shutil.copy(build_wheel(source, folder), output))


# --- checks -------------------------------------------------------------------------------


def audit(files: Sequence[Path], compiled: Sequence[Path]) -> None:
    wheels = [path for path in files if path.suffix == ".whl"]
    run("twine", "check", "--strict", *files)
    run("check-wheel-contents", *wheels)
    run("abi3audit", "--strict", *compiled)
    version = run("python", "-c", "import ineqsudoku; print(ineqsudoku.__version__)").strip()
    wrong = [path.name for path in files if not path.name.startswith(f"ineqsudoku-{version}")]
    if wrong:
        sys.exit(f"not of version {version}: {', '.join(wrong)}")


def try_wheel(wheel: Path, kernel: str, folder: Path) -> Path:
    """Install a wheel, and solve with it away from the source; the folder of its environment."""
    run("python", "-m", "venv", folder)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel)
    solve([python], wheel.name, kernel, folder, {})
    return folder


def solve(
    python: Sequence[str | Path], name: str, kernel: str, folder: Path, env: Mapping[str, str]
) -> None:
    program = [*python, "-m", "ineqsudoku"]
    version = run(*program, "--language", "en", "--version", cwd=folder, env=env)
    if f"kernel: {kernel}" not in version:
        sys.exit(f"{name}: expected the kernel {kernel!r}, found:\n{version}")
    if "内核" not in run(*program, "--language", "zh", "--version", cwd=folder, env=env):
        sys.exit(f"{name}: without Chinese")
    example = ROOT / "examples" / "cqoi2013.in"
    # One job: an emulated Python cannot start the worker processes of work that takes long.
    solved = run(*program, "solve", "--jobs", "1", example, cwd=folder, env=env)
    if solved != example.with_suffix(".out").read_text(encoding="ascii"):
        sys.exit(f"{name}: wrong solution:\n{solved}")


def try_aarch64_wheel(wheel: Path, folder: Path) -> None:
    """Solve with a wheel under an emulator, with a Python of Debian's."""
    needed = ("qemu-aarch64", "apt-get", "dpkg-deb")
    if missing := [program for program in needed if shutil.which(program) is None]:
        skip("run of the wheel for aarch64", f"no {', '.join(missing)} here")
        return
    root = foreign_python(folder / "apt")
    if root is None:
        skip("run of the wheel for aarch64", "apt-get cannot download Debian's Python for arm64")
        return
    (program,) = root.glob("usr/bin/python3.*")
    packages = folder / "packages"
    install = ("pip", "install", "-q", "--target", packages)
    run("python", "-m", *install, "click", "lark", "rich")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    places = {"PYTHONHOME": str(root / "usr"), "PYTHONPATH": str(packages)}
    solve(["qemu-aarch64", "-L", root, program], wheel.name, "compiled: ", folder, places)


def foreign_python(folder: Path) -> Path | None:
    """A folder with Debian's Python for arm64 and what it needs; `None` if it cannot be had.

    apt-get gets folders of its own, so that the system's list of packages stays as it is.
    """
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    settings = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "",
        "Dir::State": folder / "state",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]
    packages = (
        *("libc6", "libexpat1", "zlib1g", "libffi8"),
        *("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib"),
    )
    for command in (["update"], ["download", *packages]):
        done = subprocess.run([*apt, *command], cwd=folder, capture_output=True, check=False)
        if done.returncode:
            return None
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, folder / "root")
    return folder / "root"


def bill_of_materials(environment: Path, output: Path) -> None:
    """What a plain installation consists of, in CycloneDX."""
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools")
    run(
        *("cyclonedx-py", "environment", "--pyproject", ROOT / "pyproject.toml"),
        *("--output-reproducible", "--of", "JSON", "-o", output / "sbom.cdx.json", python),
    )


def checksums(output: Path) -> None:
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(output.iterdir())
    ]
    (output / "SHA256SUMS").write_text("".join(lines), encoding="ascii")


def report(output: Path) -> None:
    print()
    for path in sorted(output.iterdir()):
        print(f"{path.stat().st_size:>9,} {path.name}")
    for line in skipped:
        print(f"skipped: {line}")
    if "unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print("to do: CHANGELOG.md calls a version unreleased")
    if not re.search(r"(?mi)^\"?Repository\"? *=", (ROOT / "pyproject.toml").read_text("utf-8")):
        print("to do: [project.urls] in pyproject.toml names no Repository")


if __name__ == "__main__":
    main()
