"""Dancing links in C++, `dlx.cpp`, for givens only."""

from __future__ import annotations

from functools import partial

from peers import compiled

answer = partial(compiled.answer, "dlx")
measure = partial(compiled.solved, "dlx")
