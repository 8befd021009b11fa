"""The wall of the house: the science never sees the screen, and the screen never trains."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCREEN = {"streamlit", "plotly", "app", "streamlit_app"}
TRAINING = {"torch", "torch_geometric"}


def imported_modules(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of every module a source imports, at its top or deep inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.lineno, node.module
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            yield from ((node.lineno, arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def breaches(paths: list[Path], forbidden: set[str]) -> list[str]:
    return [
        f"{path}:{line} imports {module}"
        for path in sorted(paths)
        for line, module in imported_modules(path.read_text(encoding="utf-8"))
        if str(module).split(".")[0] in forbidden
    ]


CORE_LAYERS = [
    {"errors"},
    {"threads", "stopping", "files"},
    {"data"},
    {"sparse"},
    {"nn"},
    {"budget", "evaluate"},
    {"reading"},
    {"training"},
    {"methods"},
    {"layout"},
    {"analysis", "export"},
    {"reproduce"},
    {"bench"},
    {"cli"},
]
MEASURING = ("app/bench", "app/load")
APP_LAYERS = [
    {"plain_text", "glossary"},
    {"terms"},
    {"session"},
    {"figures"},
    {"plot"},
    {"controls"},
    {"pages"},
    {"theme", "load"},
    {"bench"},
]


def looks_up(package: str, layers: list[set[str]]) -> list[str]:
    """Imports of a room in a layer above one's own, or beside it."""
    height = {room: level for level, rooms in enumerate(layers) for room in rooms}
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        room = path.relative_to(ROOT / package).with_suffix("").parts[0]
        for line, module in imported_modules(path.read_text(encoding="utf-8")):
            parts = str(module).split(".")
            if room.startswith("__") or parts[0] != package or len(parts) < 2 or parts[1] == room:
                continue
            if height[parts[1]] >= height[room]:
                found.append(f"{path.relative_to(ROOT)}:{line} imports {module}")
    return found


def test_no_layer_of_the_science_looks_up():
    assert looks_up("igcl_core", CORE_LAYERS) == []


def test_no_layer_of_the_screen_looks_up():
    assert looks_up("app", APP_LAYERS) == []


def test_the_screen_enters_the_science_by_its_doors():
    """What a page needs of the core it gets from igcl_core or from the __init__ of a folder, not from inner modules;
    what measures may look deeper."""
    doors = {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "igcl_core").rglob("__init__.py")}
    single = {f"igcl_core.{path.stem}" for path in (ROOT / "igcl_core").glob("*.py")}
    inner = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(MEASURING)
        for line, module in imported_modules(path.read_text(encoding="utf-8"))
        if str(module).split(".")[0] == "igcl_core" and module not in doors | single
    ]
    assert inner == []


def test_the_science_never_imports_the_screen():
    paths = list((ROOT / "igcl_core").rglob("*.py"))
    assert paths
    assert breaches(paths, SCREEN) == []


def test_the_screen_never_imports_the_training():
    paths = [*(ROOT / "app").rglob("*.py"), *ROOT.glob("streamlit_app.py")]
    assert breaches(paths, TRAINING) == []


@pytest.mark.parametrize(
    "source",
    [
        "import torch",
        "import numpy, torch.nn as nn",
        "from torch_geometric.nn import GCNConv",
        "def f():\n    from torch import nn",
        "import importlib\nimportlib.import_module('torch.nn')",
        "__import__('torch')",
    ],
)
def test_the_wall_sees_every_kind_of_import(source, tmp_path):
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert len(breaches([path], TRAINING)) == 1


def test_the_wall_lets_other_imports_pass(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("import torchlike\nfrom .torch import x\nfrom igcl_core import torch", encoding="utf-8")
    assert breaches([path], TRAINING) == []


def test_importing_the_science_loads_no_screen():
    code = "import sys, igcl_core; print(*sorted({'streamlit', 'plotly'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
