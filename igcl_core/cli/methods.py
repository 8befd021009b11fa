"""methods: what can be trained, and every setting that decides how."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import Field, fields
from typing import Any

from igcl_core.cli.output import print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.methods import METHODS, find_method
from igcl_core.training.method import Method
from igcl_core.training.settings import brief

EXAMPLES = """\
examples:
  python -m igcl_core methods
  python -m igcl_core methods --settings
  python -m igcl_core methods --settings --method vgae --json
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "methods", show, "List the methods, or the settings they take.", EXAMPLES)
    parser.add_argument("--settings", action="store_true", help="list every setting: symbol, default, range, help")
    parser.add_argument("--method", default="igcl", help="whose settings (default: igcl)")


def show(args: Namespace) -> None:
    if args.settings:
        rows, brief = [as_setting(field) for field in fields(find_method(args.method).settings)], _setting_row
    else:
        rows, brief = [as_dict(method) for method in METHODS.values()], _method_row
    if args.json:
        return print_json(rows, indent=2)
    print(table([brief(row) for row in rows]))


def as_dict(method: Method) -> dict[str, Any]:
    names = ("name", "title", "family", "tasks", "paper", "about", "supervised")
    return {**{name: getattr(method, name) for name in names}, "fixed": dict(method.fixed)}


def as_setting(field: Field) -> dict[str, Any]:
    """A setting with its type, default, symbol, range and help."""
    return {"name": field.name, "type": type(field.default).__name__, "default": field.default, **field.metadata}


def _method_row(method: dict[str, Any]) -> dict[str, Any]:
    row = {key: method[key] for key in ("name", "title", "family")}
    return {**row, "tasks": ", ".join(method["tasks"]), "paper": method["paper"]}


def _setting_row(setting: dict[str, Any]) -> dict[str, Any]:
    row = {"setting": setting["name"], "symbol": setting["symbol"], "default": f"{setting['default']}"}
    return {**row, "range": _range(setting), "help": setting["help"]}


def _range(setting: dict[str, Any]) -> str:
    if setting["choices"]:
        return " | ".join(setting["choices"])
    low = f"> {setting['above']:g}" if setting["above"] is not None else f">= {setting['low']:g}"
    return f"{low}, <= {brief(setting['high'])}"
