"""Reads the places of nodes, texts and edges from an SVG picture made by Graphviz."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from itertools import pairwise

from kpath_jvm.reports.pictures.widths import width_of

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Box:
    """A rectangle, in points."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right
            and self.top < other.bottom and other.top < self.bottom
        )  # fmt: skip

    def has(self, other: "Box") -> bool:
        return (
            self.left <= other.left and other.right <= self.right
            and self.top <= other.top and other.bottom <= self.bottom
        )  # fmt: skip


@dataclass
class Drawn:
    """The contents of a picture.

    ``nodes`` has each node's outline, or None if the node has no outline. ``texts`` has each node's
    texts and their boxes. A box is as wide as a viewer draws the text, not as wide as Graphviz
    assumes. ``frames`` are the outlines of clusters. An edge is a series of points.
    """

    nodes: dict[str, Box | None] = field(default_factory=dict)
    texts: dict[str, list[tuple[str, Box]]] = field(default_factory=dict)
    frames: list[Box] = field(default_factory=list)
    edges: dict[tuple[str, str], list[tuple[float, float]]] = field(default_factory=dict)

    def of_node(self, name: str) -> Box:
        """Returns a node's outline, or, if it has none, the rectangle around the node's texts."""
        return self.nodes[name] or _around([box for _, box in self.texts[name]])

    def problems(self) -> list[str]:
        """Returns a message for each text outside its node's outline, and for each overlap.

        A node can overlap another node, a frame's line or an edge.
        """
        found = []
        names = list(self.nodes)
        for at, one in enumerate(names):
            box = self.nodes[one]
            for text, place in self.texts[one]:
                if box is not None and not box.has(place):
                    found.append(f"{text!r} leaves its box {one}")
            for other in names[at + 1 :]:
                if self.of_node(one).overlaps(self.of_node(other)):
                    found.append(f"{one} lies on {other}")
            for frame in self.frames:
                if frame.overlaps(self.of_node(one)) and not frame.has(self.of_node(one)):
                    found.append(f"{one} lies on a frame")
            for ends, points in self.edges.items():
                if one not in ends and any(
                    self.of_node(one).overlaps(Box(x, y, x, y)) for x, y in points
                ):
                    found.append(f"{ends} runs across {one}")
        return found


def drawn(svg: bytes) -> Drawn:
    """Returns the contents of a picture."""
    found = Drawn()
    for group in ElementTree.fromstring(svg).iter(f"{_SVG}g"):
        kind, title = group.get("class"), group.findtext(f"{_SVG}title", "")
        if kind == "node":
            found.texts[title] = [(one.text or "", _text(one)) for one in group.iter(f"{_SVG}text")]
            found.nodes[title] = _outline(group)
        elif kind == "cluster" and (frame := _outline(group)) is not None:
            found.frames.append(frame)
        elif kind == "edge":
            source, target = title.split("->")
            # An edge's own label counts as a node.
            if texts := [(one.text or "", _text(one)) for one in group.iter(f"{_SVG}text")]:
                found.texts[title], found.nodes[title] = texts, None
            found.edges[source, target] = [
                point for path in group.iter(f"{_SVG}path") for point in _curve(path)
            ]
    return found


def _outline(group: ElementTree.Element) -> Box | None:
    for one in group.iter():
        if one.tag in (f"{_SVG}path", f"{_SVG}polygon") and one.get("stroke") not in (None, "none"):
            points = _points(one.get("d") or one.get("points") or "")
            return _around([Box(x, y, x, y) for x, y in points])
    return None


def _around(boxes: list[Box]) -> Box:
    return Box(
        min(one.left for one in boxes), min(one.top for one in boxes),
        max(one.right for one in boxes), max(one.bottom for one in boxes),
    )  # fmt: skip


def _text(one: ElementTree.Element) -> Box:
    size, x, y = (float(one.get(name, "")) for name in ("font-size", "x", "y"))
    is_code = "Mono" in one.get("font-family", "")
    is_bold = one.get("font-weight") == "bold"
    # width_of rounds up, so the text may be narrower.
    width = (
        width_of((one.text or "").replace("\u00a0", " "), size, is_bold=is_bold, is_code=is_code)
        - 1
    )
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[one.get("text-anchor", "start")] * width
    # The box reaches from the baseline to a little above the x-height.
    return Box(left, y - 0.55 * size, left + width, y)


def _points(text: str) -> list[tuple[float, float]]:
    numbers = [float(one) for one in _NUMBER.findall(text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _curve(path: ElementTree.Element) -> list[tuple[float, float]]:
    given = _points(path.get("d", ""))
    found = []
    for first, last in pairwise(range(0, len(given), 3)):
        a, b, c, d = given[first : last + 1]
        for step in range(21):
            t = step / 20
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            found.append((
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            ))  # fmt: skip
    return found
