"""datasets: what there is to train on, and whether it is on this machine."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import Any

from igcl_core.cli.output import cell, print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.data import DATASETS, DatasetCard
from igcl_core.data.cards import find_card

EXAMPLES = """\
examples:
  python -m igcl_core datasets
  python -m igcl_core datasets cora
  python -m igcl_core datasets --json
"""
COLUMNS = ("name", "task", "graphs", "nodes", "edges", "features", "classes", "homophily")


def register(commands: Any) -> None:
    parser = add_command(commands, "datasets", show, "List the datasets, or show all that is known of one.", EXAMPLES)
    parser.add_argument("name", nargs="?", metavar="NAME", help="show the whole card of this dataset")


def show(args: Namespace) -> None:
    if args.name is not None:
        card = as_dict(find_card(args.name))
        return print_json(card, indent=2) if args.json else print(_card(card))
    cards = [as_dict(card) for card in DATASETS.values()]
    if args.json:
        return print_json(cards, indent=2)
    print(table([{**{key: card[key] for key in COLUMNS}, "on this machine": card["available"]} for card in cards]))


def as_dict(card: DatasetCard) -> dict[str, Any]:
    """All fields of a card, and whether its data is on this machine."""
    return {**asdict(card), "available": card.available()}


def _card(card: dict[str, Any]) -> str:
    known = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in card.items()}
    known["on this machine"] = known.pop("available")
    return "\n".join(f"{key.replace('_', ' '):<16}{cell(value)}" for key, value in known.items() if value != "")
