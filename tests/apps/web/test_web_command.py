"""`serve` without its extra."""

from __future__ import annotations

import sys

import pytest
from commands import Command


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_serve_names_what_it_lacks(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    if missing == "starlette":  # It is looked for after uvicorn.
        pytest.importorskip("uvicorn", reason="needs the extra [web]")
    for name in [module for module in sys.modules if module.split(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "ineqsudoku.apps.web.server", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    ran = ineqsudoku("serve", "--no-browser")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"serve needs {missing}; install it with: pip install 'ineqsudoku[web]'\n"


@pytest.mark.parametrize("host", ["", "<broadcast>"])
def test_serve_needs_a_host(ineqsudoku: Command, host: str) -> None:
    """Python would listen on all addresses."""
    pytest.importorskip("uvicorn", reason="needs the extra [web]")
    ran = ineqsudoku("serve", "--no-browser", "--host", host)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].endswith("--host needs an address or a name")
