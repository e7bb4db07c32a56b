"""How the modules hang together: what `lint-imports` cannot see."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tui.hosting.driver import _PRIVATE_NAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "tui", "server")

EACH_ALONE = """
import importlib, sys
for module in sys.argv[1:]:
    package = module.split(".")[0]
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]
    try:
        importlib.import_module(module)
    except ImportError as error:
        sys.exit(f"{module} cannot be imported first: {error}")
"""
"""Forgets a module's package before it is imported.  Lower packages stay: the import law says that they import nothing
of it, so that it does not matter when they were loaded."""


def modules():
    """Every module by its name, but `__main__`, which runs."""
    files = (path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): ROOT / path
        for path in files
        if path.name != "__main__.py"
    }


def imports(path, known):
    """The modules of ours that a file imports, wherever in it and also for types alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            submodules = [name for alias in node.names if (name := f"{node.module}.{alias.name}") in known]
            yield from submodules
            if len(submodules) < len(node.names):
                yield node.module


def without_cycle(known):
    TopologicalSorter({name: set(imports(path, known)) for name, path in known.items()}).prepare()


def test_no_modules_import_each_other_not_even_for_their_types():
    try:
        without_cycle(modules())
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_a_cycle_of_types_would_be_found(tmp_path):
    (tmp_path / "a.py").write_text("if TYPE_CHECKING:\n    from b import B\n")
    (tmp_path / "b.py").write_text("def f():\n    import a\n")
    with pytest.raises(CycleError):
        without_cycle({"a": tmp_path / "a.py", "b": tmp_path / "b.py"})


def test_every_module_can_be_imported_first():
    names = sorted(modules(), key=lambda name: (PACKAGES.index(name.split(".")[0]), name))
    assert len(names) > 100
    alone = subprocess.run([sys.executable, "-c", EACH_ALONE, *names], cwd=ROOT, capture_output=True, text=True)
    assert alone.returncode == 0, alone.stderr


def test_private_names_of_textual_are_imported_by_its_host_alone():
    parsers = {"tui.terminal.keyboard", "tui.terminal.keys"}
    private = {name for name, path in modules().items() if "textual._" in path.read_text(encoding="utf-8")}
    assert {name for name in private if not name.startswith("tui.hosting.")} == parsers


def test_whatever_is_imported_of_them_is_checked_at_the_start():
    listed = {name for owner, names in _PRIVATE_NAMES for name in (owner.__name__.split(".")[-1], *names.split())}
    imported = {
        alias.name
        for path in modules().values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual")
        for alias in node.names
        if "._" in node.module or alias.name.startswith("_")
    }
    assert imported - listed == set()
    assert imported >= {"_time", "ChopsUpdate", "LayoutUpdate", "FUNCTIONAL_KEYS", "XTermParser"}
