"""Exact cover with dancing links: choose options so that every item is in exactly one.

Method and terms are Knuth's ("Dancing links", 2000; The Art of Computer Programming 4B,
7.2.2.1, 2022).  Nothing here is specific to sudoku.

A *spot* is one item of one option.  The spots of an item form a circle through the item's
head; spots 0 … items-1 are the heads:

    head  <->  spot  <->  spot  <->  …  <->  head

A spot removed from its circle keeps its own two links, which point to its place.  So spots can
be put back in the reverse order of their removal: the links dance.

Knuth also links the heads of the uncovered items and follows these links to find the item with
the fewest options.  Here `min` does that over all sizes, because a single call that runs in C is
faster than a loop in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ineqsudoku.search.enumeration import Nodes

COVERED = 1 << 30
"""Added to the size of a covered item, so that it is never the smallest."""

OtherSpots = tuple[tuple[int, int], ...]
"""The other spots of a spot's option, with their items."""


class ExactCover:
    """An exact cover problem, which is linked once and can be searched any number of times.

    The items are 0 … `items` - 1.  An option is a tuple of at least one item, all distinct; its
    number is its index in `options`.
    """

    __slots__ = ("_down", "_option_of", "_others", "_sizes", "_up", "options")

    def __init__(self, items: int, options: Sequence[tuple[int, ...]]) -> None:
        self.options = tuple(options)
        self._up = list(range(items))
        self._down = list(range(items))
        self._sizes = [0] * items
        self._others: list[OtherSpots] = [()] * items
        self._option_of = [-1] * items
        for number, option in enumerate(self.options):
            self._link(number, option)

    def solutions(self, chosen: Iterable[int], nodes: Nodes) -> Iterator[tuple[int, ...]]:
        """Yield each solution as option numbers: `chosen` first, then the options that the search
        chose.

        There is no solution if two options of `chosen` share an item.  The search branches on the
        first item with the fewest options, and tries these in order.  A node is an option that the
        search chooses.

        Raises `LimitReached`.
        """
        start = tuple(dict.fromkeys(chosen))
        links = _Links(self._up.copy(), self._down.copy(), self._sizes.copy(), self._others)
        for number in start:
            for item in self.options[number]:
                if links.is_covered(item):
                    return
                links.cover(item)
        for spots in _search(links, nodes):
            yield start + tuple(self._option_of[spot] for spot in spots)

    def _link(self, number: int, option: tuple[int, ...]) -> None:
        """Add the option's spots at the ends of its items' circles."""
        spots = tuple(enumerate(option, len(self._up)))
        for spot, item in spots:
            last = self._up[item]
            self._up.append(last)
            self._down.append(item)
            self._down[last] = self._up[item] = spot
            self._sizes[item] += 1
            self._others.append(tuple(other for other in spots if other[0] != spot))
            self._option_of.append(number)


class _Links:
    """The circles of one search, `up` and `down` by spot, and the `sizes` of its items."""

    __slots__ = ("down", "others", "sizes", "up")

    def __init__(
        self, up: list[int], down: list[int], sizes: list[int], others: list[OtherSpots]
    ) -> None:
        self.up = up
        self.down = down
        self.sizes = sizes
        self.others = others

    def smallest(self) -> int | None:
        """Return the first uncovered item with the fewest options; `None` when all are covered."""
        size = min(self.sizes, default=COVERED)
        return self.sizes.index(size) if size < COVERED else None

    def is_covered(self, item: int) -> bool:
        return self.sizes[item] >= COVERED

    def cover(self, item: int) -> None:
        """Remove the item's options from the circles of their other items."""
        up, down, sizes, others = self.up, self.down, self.sizes, self.others
        sizes[item] += COVERED
        spot = down[item]
        while spot != item:
            for other, its_item in others[spot]:
                above = up[other]
                below = down[other]
                down[above] = below
                up[below] = above
                sizes[its_item] -= 1
            spot = down[spot]

    def uncover(self, item: int) -> None:
        """Undo `cover`.

        In a circle, the spot removed last is put back first.  The spots of one option are in
        different circles, so their order does not matter.
        """
        up, down, sizes, others = self.up, self.down, self.sizes, self.others
        spot = up[item]
        while spot != item:
            for other, its_item in others[spot]:
                down[up[other]] = up[down[other]] = other
                sizes[its_item] += 1
            spot = up[spot]
        sizes[item] -= COVERED

    def choose(self, spot: int) -> None:
        """Cover the other items of the spot's option."""
        for _, item in self.others[spot]:
            self.cover(item)

    def give_back(self, spot: int) -> None:
        """Undo `choose`."""
        for _, item in reversed(self.others[spot]):
            self.uncover(item)


def _search(links: _Links, nodes: Nodes) -> Iterator[list[int]]:
    """Yield the chosen spots, one per item branched on: Algorithm X without recursion.

    Right after branching, the item's head takes the place of a chosen spot, because it precedes
    the first spot in the circle.
    """
    items: list[int] = []
    spots: list[int] = []
    while True:
        item = links.smallest()
        if item is None:
            yield spots
        else:
            links.cover(item)
            items.append(item)
            spots.append(item)
        if not _next_choice(links, items, spots):
            return
        nodes.use()
        links.choose(spots[-1])


def _next_choice(links: _Links, items: list[int], spots: list[int]) -> bool:
    """Advance to the next spot of the last item that has one; `False` if no item has."""
    while items:
        item, spot = items[-1], spots[-1]
        if spot != item:
            links.give_back(spot)
        spots[-1] = links.down[spot]
        if spots[-1] != item:
            return True
        links.uncover(item)
        items.pop()
        spots.pop()
    return False
