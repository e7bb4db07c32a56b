"""A compositor that renders no more of a screen than has changed, and gives pieces instead of terminal codes.

Textual's own renders every widget that touches the rectangle around all changes, from its top to its bottom:
for one key in an input line that is the whole screen. This one goes by bands of rows. It uses private names of
Textual, which `tui.driver.check_textual` checks.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from rich.segment import Segment
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

#: (row, column, segments) of a part of the screen.
Piece = tuple[int, int, Iterable[Segment]]
Span = tuple[int, int, int]


class SessionCompositor(Compositor):
    """The compositor of one screen."""

    def pieces(self, *, full: bool, behind: list[Screen[Any]]) -> Iterator[Piece]:
        """What has changed since the last call, or everything; ``behind`` are the screens seen through this."""
        visible_screen_stack.set(behind)
        screen = self.size.region
        regions = [screen] if full else [region.intersection(screen) for region in self._dirty_regions]
        self._dirty_regions.clear()
        for band in _bands(list(self._regions_to_spans(regions))):
            yield from self._band(band)

    def _band(self, band: list[Span]) -> Iterator[Piece]:
        """The pieces of spans in neighbouring rows."""
        left, right = min(x for _, x, _ in band), max(x for _, _, x in band)
        top, bottom = band[0][0], band[-1][0] + 1
        chops = self._render_chops(Region(left, top, right - left, bottom - top), range(top, bottom).__contains__)
        for y, start, end in band:
            for (x, strip), (_, after) in zip(chops[y].items(), pairwise(self.cuts[y]), strict=True):
                # Beyond the span, what was rendered may lie under something that was not.
                if strip is not None and x < end and after > start:
                    yield y, x, strip

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """The widgets in a rectangle, topmost first, each rendered in its rows only."""
        crop = crop or self.size.region
        rows = Region(0, crop.y, self.size.width, crop.height)
        for widget, (region, clip) in self.visible_widgets.items():
            visible = region.intersection(clip)
            if visible.overlaps(crop):
                visible = visible.intersection(rows)
                yield region, visible, widget.render_lines(visible.translate(-region.offset))


def _bands(spans: list[Span]) -> Iterator[list[Span]]:
    """Spans, which come from top to bottom, in groups without a row missing."""
    band: list[Span] = []
    for span in spans:
        if band and span[0] > band[-1][0] + 1:
            yield band
            band = []
        band.append(span)
    if band:
        yield band
