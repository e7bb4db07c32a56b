"""The keys, mouse events and answers that a terminal means by its sequences.

A chord with Ctrl, Alt or another modifier than Shift has a name and no character, in every encoding: nothing can type
it. Names are Textual's, with the modifiers in alphabetical order: ``ctrl+l``, ``alt+ctrl+left``.
"""

import re
import unicodedata

from attrs import frozen
from textual import keys
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.events import CursorPosition, Key

SHIFT, ALT, CTRL, CAPS_LOCK = 1, 2, 4, 64
_MODIFIERS = {"alt": ALT, "ctrl": CTRL, "hyper": 16, "meta": 32, "shift": SHIFT, "super": 8}
_CHORD = ALT | CTRL | 8 | 16 | 32

_CONTROLS = {"\r": "enter", "\t": "tab", "\x08": "backspace", "\x7f": "backspace"}
"""What terminals send for keys that are older than sequences; Ctrl and a letter are the other controls."""

_CHARACTERS = {"enter": "\r", "tab": "\t", "backspace": "\x7f", "escape": "\x1b"}
_CTRL = {"i": "tab", "m": "enter", "[": "escape"}
"""Ctrl and these characters have always been those keys."""

_LETTERS = {"A": "up", "B": "down", "C": "right", "D": "left", "F": "end", "H": "home", "Z": "shift+tab"}
_LETTERS |= {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
_SMALL_LETTERS = {"a": "up", "b": "down", "c": "right", "d": "left"}
_NUMBERS = {1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end"}
_F_KEYS = (*range(11, 16), *range(17, 22), 23, 24, 25, 26, 28, 29, *range(31, 35))
_NUMBERS |= {number: f"f{at}" for at, number in enumerate(_F_KEYS, 1)}
_CODES = {8: "backspace", 9: "tab", 13: "enter", 27: "escape", 127: "backspace"}
_KEYPAD = {"decimal": ".", "divide": "/", "multiply": "*", "subtract": "-", "add": "+", "equal": "=", "separator": ","}
"""What keys of the keypad type, where their name in Textual's table is not what they type."""

_PRIVATE_USE, _ONLY_MODIFIERS = range(0xE000, 0xF900), range(57441, 57455)
_RXVT = {"$": SHIFT, "^": CTRL, "@": CTRL | SHIFT}
_RELEASED = "3"

_PARAMETERS = re.compile(r"[0-9:;]{0,64}")
_CURSOR = re.compile(r"([0-9]{1,5});([0-9]{1,5})R")
_SETTING = re.compile(r"P([01])\$r(.{0,128})", re.DOTALL)
_COLOUR = re.compile(r"\]([0-9]{1,4});(.{0,128})", re.DOTALL)


@frozen
class Report:
    """What a terminal answered. `kind` and `params`:

    - ``decrqss``: to DECRQSS (``ESC P $ q m ST``): "1" if it knows what it was asked for else "0", and the
      setting as it would be set, such as ``0;48:2::1:2:3m``;
    - ``osc``: the number, such as "11" for the background, and the text, such as ``rgb:1e1e/1e1e/1e1e``.
    """

    kind: str
    params: tuple[str, ...]


def report(string: str) -> Report | None:
    """The answer in a control string, which begins with its introducer's letter; None if it is none of those, or longer
    than any that we ask for."""
    if found := _SETTING.fullmatch(string):
        return Report("decrqss", found.groups())
    if found := _COLOUR.fullmatch(string):
        return Report("osc", found.groups())
    return None


def cursor(csi: str) -> CursorPosition | None:
    """Where the cursor is, if that is the answer; F3 with a modifier looks the same, and is never that."""
    found = _CURSOR.fullmatch(csi)
    return CursorPosition(int(found[2]) - 1, int(found[1]) - 1) if found else None


def typed(character: str) -> Key:
    """The key of a character, or of a control."""
    if character in _CONTROLS:
        return Key(_CONTROLS[character], character)
    if character < " ":
        return Key(f"ctrl+{_name(chr(ord(character) + 0x40).lower())}", character)
    return Key(_name(character), character)


def with_escape(character: str) -> list[Key]:
    """The keys of an Esc and a character that came at once: a chord with Alt, or two keys that a slow line delivered
    together.  So both are keys, but the second types nothing."""
    if character in "\x08\x7f":
        return [Key("ctrl+w", None)]
    if character in "bf":  # a word to the side, as Option and the arrow send it
        return [Key("ctrl+left" if character == "b" else "ctrl+right", None)]
    second = typed(character)
    second.character = None
    return [Key("escape", "\x1b"), second]


def from_csi(csi: str) -> list[Key]:
    """The keys that the parameters and the final character of a CSI sequence mean: often none."""
    parameters, final = csi[:-1], csi[-1]
    if parameters == "[":
        return [Key(f"f{ord(final) - 0x40}", None)] if final in "ABCDE" else []
    if not _PARAMETERS.fullmatch(parameters):
        return []
    fields = [field.split(":") for field in parameters.split(";")]
    if len(fields) > 1 and _RELEASED in fields[1][1:2]:
        return []
    first, second = _number(fields[0][0]), _number(fields[1][0]) if len(fields) > 1 else 1
    if final == "u":
        return _coded(fields, first, second)
    if final == "~":
        if first == 27 and len(fields) == 3:
            return _coded([fields[2]], _number(fields[2][0]), second)
        return _named(_NUMBERS.get(first, ""), second - 1)
    if final in _RXVT:
        return _named(_NUMBERS.get(first, ""), _RXVT[final])
    if final in _SMALL_LETTERS:
        return _named(_SMALL_LETTERS[final] if not parameters else "", SHIFT)
    if len(fields) == 1 and first > 1:  # old ones leave out the 1
        second = first
    return _named(_LETTERS.get(final, ""), second - 1)


def from_ss3(ss3: str) -> list[Key]:
    """The keys that such a sequence means: arrows, F1 to F4 and the keypad in its application mode."""
    parameters, final = ss3[:-1], ss3[-1]
    modifiers = _number(parameters.rpartition(";")[2]) - 1
    if final in _SMALL_LETTERS:
        return _named(_SMALL_LETTERS[final], CTRL)
    if final in "MI":
        return _named("enter" if final == "M" else "tab", modifiers)
    if "j" <= final <= "y" or final in "X ":
        return _character({"X": "=", " ": " "}.get(final) or chr(ord(final) - 0x40), modifiers)
    return _named(_LETTERS.get(final, ""), modifiers)


def plain(key: Key) -> Key:
    """The key of the keyboard that a full-width character stands for (２, ｂ), where keys work; else the same."""
    narrow = unicodedata.normalize("NFKC", key.character or "")
    if len(narrow) != 1 or not narrow.isascii() or narrow == key.character:
        return key
    return typed(narrow)


def _coded(fields: list[list[str]], code: int, parameter: int) -> list[Key]:
    """The keys of a code with modifiers, perhaps followed by the text that they type."""
    modifiers = parameter - 1
    if code in _CODES:
        return _named(_CODES[code], modifiers)
    if code in _PRIVATE_USE:
        name = "" if code in _ONLY_MODIFIERS else FUNCTIONAL_KEYS.get(f"{code}u", "")
        text = _KEYPAD.get(name, name)
        return _character(text, modifiers) if len(text) == 1 else _named(name, modifiers)
    if len(fields) > 2 and not modifiers & _CHORD:
        texts = [_letter(_number(text)) for text in fields[2]]
        return [typed(text) for text in texts if text.isprintable() and text]
    letter = _letter(code)
    if modifiers & SHIFT and not modifiers & _CHORD and len(fields[0]) > 1:
        letter = _letter(_number(fields[0][1])) or letter
    elif bool(modifiers & SHIFT) != bool(modifiers & CAPS_LOCK) and not modifiers & _CHORD:
        letter = letter.upper() if len(letter.upper()) == 1 else letter
    return _character(letter, modifiers) if letter.isprintable() else []


def _character(character: str, modifiers: int) -> list[Key]:
    """A character, or a chord with it."""
    if not character or not modifiers & _CHORD:
        return [typed(character)] if character else []
    name = character.lower() if len(character.lower()) == 1 else character
    if modifiers & _CHORD == CTRL and name in _CTRL:
        return _named(_CTRL[name], modifiers & ~CTRL)
    return [Key(_chord(_name(name), modifiers), None)]


def _named(name: str, modifiers: int) -> list[Key]:
    """A key that is no character, or a chord with it.  Shift makes no other key of those that type."""
    if not name:
        return []
    if modifiers & SHIFT and not modifiers & _CHORD and name in ("enter", "backspace", "escape"):
        modifiers = 0
    chord = _chord(name, modifiers)
    return [Key(chord, _CHARACTERS.get(chord))]


def _chord(name: str, modifiers: int) -> str:
    held = {modifier for modifier, bit in _MODIFIERS.items() if modifiers & bit}
    *shift, name = name.split("+") if len(name) > 1 else [name]
    return "+".join([*sorted(held.union(shift)), name])


def _name(character: str) -> str:
    """Textual's name of a key that types this."""
    return keys._character_to_key(character)


def _letter(code: int) -> str:
    """The character with this code, "" if there is none."""
    return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 and code not in _PRIVATE_USE else ""


def _number(digits: str) -> int:
    """A parameter; 1 if it is left out."""
    return int(digits or "1")
