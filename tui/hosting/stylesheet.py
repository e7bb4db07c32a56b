"""Style sheets parsed once per process, not once per session.

Rules are values once they are parsed: Textual shares them between all widgets of an app, and here all sessions
share them. It uses private names of Textual, which `tui.hosting.driver.check_textual` checks.
"""

from collections.abc import Mapping

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

_PARSED: dict[tuple[object, ...], list[RuleSet]] = {}
"""Rules by the variables they were parsed with (a theme) and all that `_parse_rules` is given. What it holds is what is
written in the program: themes times style sheets."""


class SharedStylesheet(Stylesheet):
    """The style sheet of one session."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self.theme = _key(self._variables)
        """A number for the variables that it is read with; equal ones have the same."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """Parse with other variables from now on."""
        super().set_variables(variables)
        self.theme = _key(variables)

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        """Rules of a source, parsed if no session did so before."""
        key = (self.theme, css, read_from, is_default_rules, tie_breaker, scope)
        if key not in _PARSED:
            _PARSED[key] = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
        return _PARSED[key]

    def reparse(self) -> None:
        """Take the sources with the variables as they are now; raises what parsing raises, changing nothing."""
        self.parse()


def _key(variables: Mapping[str, str]) -> int:
    """A theme by its variables; equal ones share a number."""
    return _THEMES.setdefault(frozenset(variables.items()), len(_THEMES))


_THEMES: dict[frozenset[tuple[str, str]], int] = {}
