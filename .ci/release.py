"""Build and check all files of a release: `python .ci/release.py FOLDER`.

`nox -s release` installs the tools and calls this.  Nothing is uploaded.  What fails ends the
program with 1.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]


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
        pure = pure_wheel(tree(sdist, scratch / "pure"), output)
        audit([*output.iterdir()], native)
        environment = try_wheel(native, "compiled: ", scratch / "native-venv")
        try_wheel(pure, "pure Python", scratch / "pure-venv")
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
    """The wheel of this machine, with the tag of the oldest manylinux that it runs on."""
    # auditwheel fails on modules that do not name the C library because they call nothing in it.
    raw = build_wheel(source, scratch / "raw", {"LDFLAGS": "-Wl,--no-as-needed"})
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


def audit(files: Sequence[Path], compiled: Path) -> None:
    wheels = [path for path in files if path.suffix == ".whl"]
    run("twine", "check", "--strict", *files)
    run("check-wheel-contents", *wheels)
    run("abi3audit", "--strict", compiled)
    version = run("python", "-c", "import ineqsudoku; print(ineqsudoku.__version__)").strip()
    wrong = [path.name for path in files if not path.name.startswith(f"ineqsudoku-{version}")]
    if wrong:
        sys.exit(f"not of version {version}: {', '.join(wrong)}")


def try_wheel(wheel: Path, kernel: str, folder: Path) -> Path:
    """Install a wheel, and solve with it away from the source; the folder of its environment."""
    run("python", "-m", "venv", folder)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel)
    program = [python, "-m", "ineqsudoku"]
    version = run(*program, "--language", "en", "--version", cwd=folder)
    if f"kernel: {kernel}" not in version:
        sys.exit(f"{wheel.name}: expected the kernel {kernel!r}, found:\n{version}")
    if "内核" not in run(*program, "--language", "zh", "--version", cwd=folder):
        sys.exit(f"{wheel.name}: without Chinese")
    example = ROOT / "examples" / "cqoi2013.in"
    solved = run(*program, "solve", example, cwd=folder)
    if solved != example.with_suffix(".out").read_text(encoding="ascii"):
        sys.exit(f"{wheel.name}: wrong solution:\n{solved}")
    return folder


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
    if "unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print("to do: CHANGELOG.md calls a version unreleased")
    if not re.search(r"(?mi)^\"?Repository\"? *=", (ROOT / "pyproject.toml").read_text("utf-8")):
        print("to do: [project.urls] in pyproject.toml names no Repository")


if __name__ == "__main__":
    main()
