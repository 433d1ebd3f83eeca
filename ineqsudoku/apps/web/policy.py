"""The Content-Security-Policy of the page: nothing but its own files."""

from __future__ import annotations

_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def _policy(sources: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in sources.items())


POLICY = _policy({**_SOURCES, "frame-ancestors": "'none'"})
"""With a server: a header."""

STATIC_POLICY = _policy({**_SOURCES, "script-src": "'self' 'wasm-unsafe-eval'"})
"""Of the static site: an element of the page, where `frame-ancestors` has no effect.

Python is WebAssembly, which browsers compile with 'wasm-unsafe-eval' only.
"""
