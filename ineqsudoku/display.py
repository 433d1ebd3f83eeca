"""How values show themselves: as text for `print`, as SVG or HTML in notebooks.

Values do not import their renderer, because the renderer imports the values.  Instead, the package
registers one function that renders all of them, and `Puzzle.__str__`, for instance, calls `render`.
"""

from collections.abc import Callable
from typing import Literal

Form = Literal["text", "svg", "html"]
Renderer = Callable[[object, Form], str]

_registered: list[Renderer] = []
"""The renderer; the package registers it before any value is made."""


def register(renderer: Renderer) -> None:
    """Register the function that renders all values, instead of the one registered before."""
    _registered[:] = [renderer]


def render(value: object, form: Form) -> str:
    """Return a form of a value, by the function that is registered."""
    (renderer,) = _registered
    return renderer(value, form)
