"""The coin game of the table's tests with the plain face: rules and words, and nothing drawn."""

from pathlib import Path

from tests.support.coin import Coin
from tui.games import FACES
from tui.games.plain import PlainFace
from tui.words.catalogue import FOLDER, LANGS, load

WORDS = Path(__file__).parent / "words"
"""The coin game's catalogues, and the general word for its bots' one temperament."""

COIN = Coin()


def list_coin(monkeypatch):
    """Give the house the coin game's face and words."""
    monkeypatch.setitem(FACES, COIN.id, PlainFace())
    for lang in LANGS:
        for key, phrase in load(WORDS)[lang].items():
            monkeypatch.setitem(load(FOLDER)[lang], key, phrase)
