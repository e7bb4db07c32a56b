"""The marks that widgets draw: the full set, and an ASCII set for the thin profile and for terminals that
draw East Asian ambiguous characters two cells wide. Every mark is one cell wide."""

from attrs import frozen


@frozen
class Marks:
    """One set of marks, each a single character of one cell."""

    ellipsis: str
    more_left: str
    more_right: str
    more_above: str
    more_below: str
    pointer: str
    prompt: str
    speaker: str
    own: str
    named: str
    system: str
    welcome: str
    news: str
    death: str
    win: str
    alert: str
    gallery: str
    stored: str
    warning: str


FULL = Marks(
    ellipsis="…",
    more_left="‹",
    more_right="›",
    more_above="▲",
    more_below="▼",
    pointer="▸",
    prompt="›",
    speaker="│",
    own="┃",
    named="@",
    system="·",
    welcome="~",
    news="=",
    death="†",
    win="★",
    alert="!",
    gallery="┊",
    stored="✓",
    warning="!",
)

SAFE = Marks(
    ellipsis="~",
    more_left="<",
    more_right=">",
    more_above="^",
    more_below="v",
    pointer=">",
    prompt=">",
    speaker="|",
    own="#",
    named="@",
    system=".",
    welcome="~",
    news="=",
    death="+",
    win="*",
    alert="!",
    gallery=":",
    stored="+",
    warning="!",
)
