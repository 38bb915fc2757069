"""Checks that the texts of charts are large enough, stay within the figure, and don't overlap."""

from collections.abc import Iterator
from itertools import combinations

from matplotlib.figure import Figure
from matplotlib.text import Text

from kpath_jvm.evaluation.figures import style


def check_texts(figure: Figure) -> None:
    """Checks that no text is smaller than 7 points, overlaps another text, or leaves the figure."""
    with style.styled():
        figure.draw_without_rendering()
    texts = [text for text in visible_texts(figure) if text.get_text().strip()]
    assert texts
    boxes = []
    for text in texts:
        assert text.get_fontsize() >= style.FONT_SIZE, text
        box = text.get_window_extent()
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= figure.bbox.x1 + 1, text
        assert box.y1 <= figure.bbox.y1 + 1, text
        # The boxes of slanted labels may overlap although the letters don't.
        if text.get_rotation() in (0, 90):
            boxes.append((text, box))
    for (one, a), (other, b) in combinations(boxes, 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert wide < 2 or high < 2, (one.get_text(), other.get_text())


def visible_texts(figure: Figure) -> Iterator[Text]:
    """Yields the drawn texts, without the labels of hidden ticks."""
    unseen = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not axes.axison or not low <= tick.get_loc() <= high:
                    unseen |= {tick.label1, tick.label2}
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        if text.get_visible() and text not in unseen:
            yield text
