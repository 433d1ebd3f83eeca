"""SVG."""

from __future__ import annotations

import re
from itertools import product

import pytest
from boards import HOSTILE, SVG, any_pictures, chevrons, root_of
from effort import examples
from hypothesis import given
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.pictures.board import scene
from ineqsudoku.apps.pictures.model import Picture, Role, pictures_of_two
from ineqsudoku.apps.pictures.scene import Box, Circle, Placed, Scene, Strokes
from ineqsudoku.apps.pictures.style import style
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.geometry import CELLS, PAIRS, is_across
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import Puzzle, Relation

PUZZLE = iq.read(CONTEST)


@examples(100, quick=8)
@given(any_pictures())
def test_an_svg_is_well_formed_and_has_a_chevron_for_each_sign(picture: Picture) -> None:
    root = root_of(draw_svg(picture))
    assert root.tag == f"{SVG}svg"
    assert len(chevrons(root)) == len(picture.puzzle.relations)
    shown = [text.text for text in root.iter(f"{SVG}text") if text.get("class") in DIGITS]
    assert shown == list(filter(None, map(picture.text, CELLS)))


DIGITS = ("digit", "given", "letter")


def points(path: str) -> list[tuple[float, float]]:
    """The points of a path of straight lines."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("lesser_first", [True, False])
@pytest.mark.parametrize("pair", [(0, 1), (0, 9), (2, 3), (18, 27)])
def test_a_chevron_points_at_the_lesser_cell(pair: tuple[int, int], lesser_first: bool) -> None:
    relation = Relation(*(pair if lesser_first else pair[::-1]))
    (chevron,) = chevrons(root_of(draw_svg(Picture(Puzzle.from_relations([relation])))))
    (ax, ay), (x, y), (bx, by) = points(chevron.get("d", ""))
    if is_across(pair):
        assert ax == bx
        assert (x < ax) == lesser_first
    else:
        assert ay == by
        assert (y < ay) == lesser_first


def test_a_picture_fetches_nothing_and_runs_nothing() -> None:
    svg = draw_svg(Picture(PUZZLE, digits=CONTEST_GRID.line, title="a title"))
    root = root_of(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg", "title", "desc", "style", "g", "rect", "path", "text",
    }  # fmt: skip
    names = {name for element in root.iter() for name in element.keys()}  # noqa: SIM118 - an element iterates over its children
    assert not [name for name in names if "href" in name or name.startswith("on") or name == "id"]
    assert "url(" not in svg
    assert "@import" not in svg
    assert svg.count("http") == 1


def test_a_picture_speaks_to_those_who_cannot_see_it() -> None:
    sign = PUZZLE.relations[0]
    picture = Picture(
        PUZZLE,
        title="Monday",
        caption="One of them.",
        sign_roles={sign: Role.REPAIR},
        cell_roles={10: Role.WRONG},
    )
    root = root_of(draw_svg(picture))
    assert root.get("role") == "img"
    assert [element.tag for element in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Monday"
    assert root.findtext(f"{SVG}desc") == (
        "A board of 9×9: 108 signs, 0 givens. Marked as wrong: r2c2."
        f" Marked as repair: {sign.printed}. One of them."
    )


def test_a_picture_is_described_in_the_current_language() -> None:
    sign = PUZZLE.relations[0]
    picture = Picture(
        PUZZLE,
        digits=CONTEST_GRID.line,
        cell_roles=dict(enumerate(Role)),
        sign_roles={sign: Role.REPAIR},
    )
    with use_language("zh"):
        root = root_of(draw_svg(*pictures_of_two(PUZZLE, CONTEST_GRID, CONTEST_GRID), picture))
    assert root.get("lang") == "zh"
    texts = [root.findtext(f"{SVG}{name}") or "" for name in ("title", "desc")]
    assert texts[0] == "一个解；另一个解"
    assert texts[1].startswith("9×9 盘面：108 个不等号，0 个已知数字。数字：")
    assert f"可修正：r1c2、{sign.printed}。" in texts[1]
    assert not re.search("[A-Za-z]", re.sub(r"r\dc\d|[<>^v]", "", "".join(texts)))


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile_titles_are_harmless(title: str) -> None:
    root = root_of(draw_svg(Picture(PUZZLE, title=title, caption=title)))
    assert not list(root.iter(f"{SVG}script"))
    assert len(chevrons(root)) == 108
    written = [text for text in root.iter(f"{SVG}text") if text.get("class") == "title"]
    assert len(written) <= 3
    assert not set("".join(root.itertext())) & set("\x00\x1b\u202e\u2066")


@pytest.mark.parametrize(
    ("letter", "shown"),
    [("a", "a"), ("10", "10"), ("<b>", "<b>"), ("overflow", "ov…"), ("\x1b[2\ud800", "[2")],
)
def test_untrusted_letters_are_harmless(letter: str, shown: str) -> None:
    root = root_of(draw_svg(Picture(PUZZLE, letters={0: letter, 1: "\x00"})))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == [shown]


def test_boards_stand_side_by_side() -> None:
    one = root_of(draw_svg(Picture(PUZZLE)))
    two = root_of(draw_svg(Picture(PUZZLE), Picture(PUZZLE)))
    assert float(two.get("width", "")) > 2 * float(one.get("width", ""))
    assert len(chevrons(two)) == 216


def test_scale_changes_the_size_and_nothing_else() -> None:
    one, three = draw_svg(Picture(PUZZLE)), draw_svg(Picture(PUZZLE), scale=3)
    first, second = root_of(one), root_of(three)
    assert float(second.get("width", "")) == 3 * float(first.get("width", ""))
    assert first.get("viewBox") == second.get("viewBox")
    assert one.partition("<title>")[2] == three.partition("<title>")[2]


def test_dark_mode_has_a_colour_for_every_kind() -> None:
    sheet = root_of(draw_svg(Picture(PUZZLE))).findtext(f"{SVG}style")
    assert sheet
    light, _, dark = sheet.partition("@media screen and (prefers-color-scheme:dark)")
    selectors = re.findall(r"(\.ineqsudoku \.[\w.]+)\{", light)
    assert selectors == re.findall(r"(\.ineqsudoku \.[\w.]+)\{", dark)
    assert "fill:#ffffff" in light
    assert "#ffffff" not in dark
    # A page has other elements, which the sheet must leave alone.
    assert all(rule.startswith(".ineqsudoku") for rule in re.findall(r"([^{}]+)\{", light))


def shapes(scene: Scene) -> list[tuple[object, ...]]:
    """The forms of all items, without their colours and places."""
    result: list[tuple[object, ...]] = []
    for item in scene.items:
        if isinstance(item, Placed):
            result += shapes(item.scene)
        else:
            look = style(item.kind)._replace(stroke=None, fill=None)
            drawn = item.lines if isinstance(item, Strokes) else type(item)
            if isinstance(item, Box | Circle | Strokes):
                result.append((drawn, item[3:] if isinstance(item, Circle | Box) else (), look))
    return result


@pytest.mark.parametrize("what", ["cell", "sign", "candidate"])
def test_roles_differ_by_shape_besides_colour(what: str) -> None:
    sign = PUZZLE.relations[0]

    def drawn(role: Role) -> list[tuple[object, ...]]:
        pictures = {
            "cell": Picture(PUZZLE, cell_roles={0: role}),
            "sign": Picture(PUZZLE, sign_roles={sign: role}),
            "candidate": Picture(PUZZLE, candidates={0: 511}, candidate_roles={(0, 5): role}),
        }
        return shapes(scene(pictures[what]))

    roles = {*Role} - ({Role.FAILS} if what == "sign" else set())
    alike = {
        frozenset({one, other})
        for one, other in product(roles, roles)
        if one != other and drawn(one) == drawn(other)
    }
    # A candidate is so small that only what is removed or not, a premise or not, shows.
    if what != "candidate":
        assert alike == set()
    for role, others in ((Role.REMOVED, {Role.WRONG}), (Role.PREMISE, set())):
        partners = {other for pair in alike if role in pair for other in pair} - {role}
        assert partners <= others


def test_the_line_between_two_cells_is_open_where_a_sign_stands() -> None:
    def lines(relations: list[Relation]) -> int:
        puzzle = Puzzle.from_relations(relations)
        placed = next(item for item in scene(Picture(puzzle)).items if isinstance(item, Placed))
        strokes = [item for item in placed.scene.items if isinstance(item, Strokes)]
        return sum(len(item.lines) for item in strokes if item.kind in ("line", "border"))

    none = lines([])
    assert none == len(PAIRS)
    assert lines([Relation(0, 1)]) == none + 1
    assert lines([Relation(0, 1), Relation(1, 2)]) == none + 2
