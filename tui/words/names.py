"""Names of players: one canonical form, and what may not be a name (cases A6 and A7).

Two names are the same when their `canon` is the same, and look alike when their `skeleton` is.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

import regex
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

from engine.table.seats import BOT_NAMES
from tui.words.catalogue import LANGS, words_of
from tui.words.clean import scrub
from tui.words.width import cells

# A seat row of the 80-column table leaves 16 cells for a name: 16 Latin letters or 8 kanji.
MAX_CELLS = 16
# Names that would speak for the house, for everybody, or for nobody, and those of the bots.
RESERVED = frozenset(
    {
        *("admin", "administrator", "root", "server", "system", "sysop", "operator", "moderator", "mod"),
        *("naisho", "house", "host", "author", "guest", "bot", "spectator", "watcher", "dealer"),
        *map(str.casefold, BOT_NAMES),
        *("nobody", "none", "null", "everyone", "everybody", "all", "you", "me"),
        *("管理者", "管理人", "運営", "サーバー", "サーバ", "システム", "内緒", "ないしょ", "家", "主催者", "ホスト"),
        *("作家", "ゲスト", "ボット", "観客", "観戦者", "親", "全員", "みんな", "皆", "誰も", "あなた", "お知らせ"),
    }
)

# Latin with the accents of Europe and Vietnam, without the phonetic letters that only serve to look like others.
_LETTERS = regex.compile(
    r"[[0-9A-Za-z_\-\p{Hiragana}\p{Katakana}\p{Han}ー]"
    r"[\p{Latin}&&[\u00c0-\u017f\u0218-\u021b\u1e00-\u1eff]]]+",
    regex.V1,
)
_ANY_LETTER = regex.compile(r"[\p{L}\p{N}]")
_INVISIBLE = regex.compile(r"\p{DI}")
_SEPARATORS = regex.compile(r"[_\-]+")
_LATIN = regex.compile(r"\p{Latin}")
_WORDY = r"[\p{Latin}\p{Nd}]"
# Twins in a terminal's type that Unicode's list of confusables leaves out.
_MORE_TWINS = (("り", "リ"), ("チ", "千"), ("セ", "七"))


def display(name: str) -> str:
    """The form in which a name is shown: compatibility letters folded (full-width to ASCII), case kept."""
    return unicodedata.normalize("NFKC", name)


@lru_cache(1024)
def canon(name: str) -> str:
    """The form in which names are compared: `display`, case folded, invisible characters gone; idempotent."""
    while (folded := _fold(name)) != name:
        name = folded
    return name


def skeleton(name: str) -> str:
    """A form that is equal for names that look alike: accents dropped, each letter replaced by one look-alike.

    Only for comparison, never shown; idempotent.
    """
    bare: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", canon(name)):
        accent = unicodedata.category(char) == "Mn"
        if not accent:
            base = char
        if not (accent and _LATIN.match(base)):
            bare.append(_twins().get(char, char))
    return unicodedata.normalize("NFC", "".join(bare))


def is_named(name: str, text: str) -> bool:
    """Whether a line of talk holds the name as a word of its own, however its letters are written.

    Latin letters and digits end where a word does; kana and kanji may touch what is around them: no space parts them.
    """
    pattern = _naming(name)
    return pattern is not None and pattern.search(canon(text)) is not None


@lru_cache(1024)
def _naming(name: str) -> "regex.Pattern[str] | None":
    """What finds a name in text in its canonical form; None for a name that is none."""
    before, after = (rf"(?<!{_WORDY}|{_WORDY}[-_])", rf"(?!{_WORDY}|[-_]{_WORDY})")
    asked = canon(name)
    if not asked:
        return None
    begins, ends = (bool(regex.match(_WORDY, letter)) for letter in (asked[0], asked[-1]))
    return regex.compile(before * begins + regex.escape(asked) + after * ends)


def is_of_bot(name: str) -> bool:
    """Whether this is the name of a bot: the door keeps those from people."""
    return name.partition(" ")[0] in BOT_NAMES


def check_name(name: str, taken: Iterable[str] = ()) -> str | None:
    """Why `name` may not be a person's name: a refusal code, or None when it may.

    `taken`: the names of others that it may not look like; leave the owner's own name out.
    Codes: `name-empty`, `name-letters`, `name-long` (parameter `cells`: `MAX_CELLS`), `name-reserved`,
    `name-alike`.
    """
    shown = display(name)
    if not _ANY_LETTER.search(shown):
        return "name-empty" if not shown.strip("_- ") else "name-letters"
    if not _LETTERS.fullmatch(shown) or scrub(shown) != shown:
        return "name-letters"
    if cells(shown) > MAX_CELLS:
        return "name-long"
    if _is_reserved(shown):
        return "name-reserved"
    if skeleton(shown) in {skeleton(other) for other in taken}:
        return "name-alike"
    return None


def _fold(name: str) -> str:
    return display(_INVISIBLE.sub("", display(name)).casefold())


def _is_reserved(name: str) -> bool:
    """Whether the name, or a part of it between `_` and `-`, looks like a reserved one, numbered or not."""
    whole = canon(name)
    parts = [_SEPARATORS.sub("", whole), *_SEPARATORS.split(whole)]
    tried = {skeleton(form) for part in parts for form in (part, part.strip("0123456789"))}
    return not tried.isdisjoint(_reserved_skeletons())


@cache
def _reserved_skeletons() -> frozenset[str]:
    words = map(words_of, LANGS)
    bots = {word(f"called.{name}") for word in words for name in BOT_NAMES}
    return frozenset(map(skeleton, RESERVED | bots))


@cache
def _twins() -> Mapping[str, str]:
    """For each letter that a name may hold and that has look-alikes, the one that stands for them all."""
    groups: dict[str, set[str]] = {}
    for one, other in _twin_pairs():
        merged = groups.get(one, {one}) | groups.get(other, {other})
        groups.update(dict.fromkeys(merged, merged))
    return {char: min(group) for char, group in groups.items()}


def _twin_pairs() -> Iterator[tuple[str, str]]:
    """Pairs of look-alike letters from Unicode's list, case folded, both allowed in names."""
    for char, others in confusables_data.items():
        for other in (entry["c"] for entry in others):
            if display(char) != char or display(other) != other:
                continue  # never shown as it is, so it looks like nothing
            pair = canon(char), _without_accents(canon(other))
            if all(len(one) == 1 and _LETTERS.fullmatch(one) for one in pair):
                yield pair
    yield from _MORE_TWINS


def _without_accents(letters: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", letters) if unicodedata.category(c) != "Mn")
