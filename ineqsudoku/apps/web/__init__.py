"""The web page and its JSON interface.

    page/ ── request (JSON) ── server.py ── workers.py ── worker.py ── api.py ── answers.py
    page/ with site/api.js ─────────────────── site/python.js (Pyodide) ── api.py ── answers.py

`api.py` and what it imports are pure functions from a request value to an answer value.  They
need neither a server nor an operating system, so they also run in a browser, under Pyodide.
`server.py` carries the same requests over HTTP to worker processes.  `export.py` writes the
static site: the page, with the files of `site/` in place of a server.
"""
