"""The words of the house in each language, and the lookup of a sentence by its key.

A catalogue is a TOML file beside this one: `en.toml` holds general words, `omega.en.toml` those whose keys
begin with `omega.`. Nested tables make dotted keys. A value is a sentence with `{parameters}`, or a table of
CLDR plural categories (`one`, `other`) chosen by the parameter `count`. Parameters are put in literally.
Both languages are compared when they are loaded, so a key that one of them has, the other has too.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import frozen
from babel import Locale
from babel.lists import format_list

Lang = Literal["en", "ja"]
Param = str | int

LANGS: tuple[Lang, ...] = get_args(Lang)
FOLDER = Path(__file__).parent
_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})
_PARAMETER = re.compile(r"\{([a-z_]+)\}")
_NO_TITLE = ("あなたさん", "あなた")
"""Whoever is called "you" has no title behind it."""


def missing(name: str) -> str:
    """What stands where a sentence or a parameter is missing."""
    return f"⟦{name}⟧"


class CatalogueError(Exception):
    """The catalogues cannot be used; the message lists every fault."""


@frozen
class Phrase:
    """One sentence: for each plural category its pieces, text and parameter names by turns."""

    forms: Mapping[str, tuple[str, ...]]

    @property
    def params(self) -> frozenset[str]:
        """Names of the parameters that the sentence uses."""
        named = {name for pieces in self.forms.values() for name in pieces[1::2]}
        return frozenset(named | ({"count"} if len(self.forms) > 1 else set()))

    def fill(self, locale: Locale, params: Mapping[str, Param]) -> str:
        """The sentence with its parameters; one that is missing shows its name."""
        form = "other" if "count" not in params else str(locale.plural_form(int(params["count"])))
        pieces = self.forms[form if form in self.forms else "other"]
        filled = (str(params.get(piece, missing(piece))) if at % 2 else piece for at, piece in enumerate(pieces))
        return "".join(filled).replace(*_NO_TITLE)


Catalogue = Mapping[str, Phrase]


class Words:
    """The words of one language: `w("table.turn", n=3)`."""

    def __init__(self, lang: Lang, folder: Path = FOLDER) -> None:
        self.lang = lang
        self._locale = Locale(lang)
        self._phrases = load(folder)[lang]

    def __call__(self, key: str, /, **params: Param) -> str:
        """The sentence of `key`; parameters that it does not use are ignored.

        An unknown key or a missing parameter is a fault of the code: it is seen in its place, and ends no session.
        """
        phrase = self._phrases.get(key)
        return phrase.fill(self._locale, params) if phrase is not None else missing(key)

    def __contains__(self, key: str) -> bool:
        return key in self._phrases

    def __iter__(self) -> Iterator[str]:
        """Every key."""
        return iter(self._phrases)

    def params(self, key: str) -> frozenset[str]:
        """Names of the parameters of `key`. Raises KeyError."""
        return self._phrases[key].params

    def list(self, items: Iterable[str], *, either: bool = False) -> str:
        """ "A, B, and C" as the language writes it; with `either`, "A, B, or C"."""
        return format_list(list(items), "or" if either else "standard", locale=self._locale)


@cache
def words_of(lang: Lang) -> Words:
    """The words of a language, made once."""
    return Words(lang)


@cache
def load(folder: Path) -> Mapping[Lang, Catalogue]:
    """Every catalogue in `folder`, by language.

    Raises CatalogueError when a value is no sentence, when a key stands twice, or when the languages differ
    in their keys or in the parameters of one.
    """
    catalogues: dict[Lang, dict[str, Phrase]] = {lang: {} for lang in LANGS}
    for path in sorted(folder.glob("*.toml")):
        *domain, lang = path.stem.split(".")
        if lang not in catalogues:
            raise CatalogueError(f"{path.name}: the language must be one of {', '.join(LANGS)}")
        for key, phrase in _read(path, domain, Locale(lang)):
            if key in catalogues[lang]:
                raise CatalogueError(f"{path.name}: {key} stands in another file too")
            catalogues[lang][key] = phrase
    faults = list(_differences(catalogues["en"], catalogues["ja"]))
    if faults:
        raise CatalogueError("; ".join(faults))
    return catalogues


def lang_from_env(env: Mapping[str, str]) -> Lang | None:
    """The language that a client's locale variables ask for; None when they name none of ours."""
    wanted = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    code = re.split(r"[_.@-]", wanted.lower())[0]
    return next((lang for lang in LANGS if lang == code), None)


def _read(path: Path, domain: list[str], locale: Locale) -> Iterator[tuple[str, Phrase]]:
    """The keys and sentences of one file."""
    try:
        tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{path.name}: {error}") from error
    try:
        yield from _flatten(".".join(domain), tables, locale)
    except ValueError as error:
        raise CatalogueError(f"{path.name}: {error}") from error


def _flatten(prefix: str, table: Mapping[str, Any], locale: Locale) -> Iterator[tuple[str, Phrase]]:
    """Dotted keys of nested tables; a table of plural categories is one sentence."""
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, str):
            yield key, Phrase({"other": _pieces(key, value)})
        elif not isinstance(value, dict):
            raise ValueError(f"{key} is neither a sentence nor a table")
        elif value.keys() <= _CATEGORIES:
            if value.keys() != locale.plural_form.tags | {"other"}:
                raise ValueError(f"{key} needs exactly the plural categories of {locale.language}")
            yield key, Phrase({category: _pieces(key, form) for category, form in value.items()})
        else:
            yield from _flatten(key, value, locale)


def _pieces(key: str, sentence: str) -> tuple[str, ...]:
    """Text and parameter names by turns. Raises ValueError for a stray brace, a likely misspelling."""
    pieces = tuple(_PARAMETER.split(sentence))
    if any(brace in text for text in pieces[::2] for brace in "{}"):
        raise ValueError(f"{key} has a stray brace")
    return pieces


def _differences(en: Catalogue, ja: Catalogue) -> Iterator[str]:
    """What one language has and the other lacks."""
    for key in sorted(en.keys() ^ ja.keys()):
        yield f"{key} is missing in {'ja' if key in en else 'en'}"
    for key in sorted(en.keys() & ja.keys()):
        # A language without plurals need not repeat a number that only chooses the form.
        odd = (en[key].params ^ ja[key].params) - {"count"}
        if odd:
            yield f"{key} differs in {', '.join(sorted(odd))}"
