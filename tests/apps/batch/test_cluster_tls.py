"""A Dask cluster that only talks to those who have a certificate."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clusters import PUZZLES, nodes
from commands import PROGRAM
from interruptions import needs_proc
from sandboxes import needs

import ineqsudoku as iq

pytest.importorskip("distributed", reason="needs the extra [cluster]")

pytestmark = [
    pytest.mark.cluster,
    needs_proc,
    needs("openssl"),
]


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two authorities; the first one has signed the certificate `node`, the second `stranger`."""
    folder = tmp_path_factory.mktemp("certificates")
    key = ("-newkey", "rsa:2048", "-nodes")
    for authority, name in (("ca", "node"), ("other-ca", "stranger")):
        own = (
            "-keyout",
            f"{authority}.key",
            "-out",
            f"{authority}.pem",
            "-subj",
            f"/CN={authority}",
        )
        openssl(folder, "req", "-x509", *key, "-days", "2", *own)
        own = ("-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl(folder, "req", *key, *own)
        signed = ("-CA", f"{authority}.pem", "-CAkey", f"{authority}.key", "-CAcreateserial")
        files = ("-in", f"{name}.csr", "-out", f"{name}.pem")
        openssl(folder, "x509", "-req", *files, *signed, "-days", "2")
    return folder


def variables(certificates: Path, authority: str, name: str, *roles: str) -> dict[str, str]:
    """The variables with which Dask uses a certificate."""
    prefix = "DASK_DISTRIBUTED__COMM__TLS__"
    variables = {f"{prefix}CA_FILE": str(certificates / f"{authority}.pem")}
    for role in roles:
        variables[f"{prefix}{role}__CERT"] = str(certificates / f"{name}.pem")
        variables[f"{prefix}{role}__KEY"] = str(certificates / f"{name}.key")
    return variables


@pytest.fixture(scope="module")
def address(certificates: Path) -> Iterator[str]:
    """The address of a scheduler with a worker."""
    settings = variables(certificates, "ca", "node", "SCHEDULER", "WORKER")
    with nodes(0, DASK_DISTRIBUTED__COMM__DEFAULT_SCHEME="tls", **settings) as some:
        some.add_worker()
        yield some.address


def solve(
    certificates: Path, address: str, authority: str, name: str, role: str = "CLIENT"
) -> subprocess.CompletedProcess[str]:
    path = certificates / "puzzles.txt"
    path.write_text("".join(f"{puzzle.signs}\n" for puzzle in PUZZLES))
    return subprocess.run(
        [*PROGRAM, "solve", "--cluster", address, str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, **variables(certificates, authority, name, role)},
        timeout=600,
    )


def test_certificates_of_the_environment_are_used(certificates: Path, address: str) -> None:
    assert address.startswith("tls://")
    ran = solve(certificates, address, "ca", "node")
    assert (ran.returncode, ran.stderr) == (0, "")
    expected = [result.solutions[0].line for result in iq.solve_many(PUZZLES)]
    assert ran.stdout.splitlines() == expected


@pytest.mark.parametrize(
    ("authority", "name", "role"),
    [
        ("other-ca", "node", "CLIENT"),
        ("other-ca", "stranger", "CLIENT"),
        ("ca", "stranger", "CLIENT"),
        ("ca", "missing", "CLIENT"),
        ("missing", "node", "CLIENT"),
        ("ca", "other-ca", "WORKER"),
    ],
)
def test_other_certificates_are_refused(
    certificates: Path, address: str, authority: str, name: str, role: str
) -> None:
    ran = solve(certificates, address, authority, name, role)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith(f"the scheduler {address} cannot be reached: ")
    assert "check the certificates of distributed.comm.tls" in ran.stderr
