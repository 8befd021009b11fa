"""Settings: what decides what a run computes, as one frozen value. Every method has its own on top of these."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, TypeVar

from igcl_core.data.graphs import Graphs
from igcl_core.errors import UnknownName, shown
from igcl_core.sparse.features import FEATURES

MOST_PASSES, MOST_STEPS, LARGEST_SEED = 100_000, 10_000_000, 2**32 - 1
TRAINING, INPUT, NETWORK, WATCHING = "Training", "Input", "Network", "Watching"
S = TypeVar("S", bound="Settings")


def knob(
    default: Any,
    help: str,
    *,
    label: str,
    group: str,
    symbol: str = "",
    low: float | None = None,
    above: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    live: bool = False,
) -> Any:
    """A setting: its help, its name in words, its group, its symbol in the paper, its range, and whether it may change
    while a run trains."""
    about = dict(help=help, label=label, group=group, symbol=symbol)
    return field(
        default=default, metadata={**about, **dict(low=low, above=above, high=high, choices=choices, live=live)}
    )


@dataclass(frozen=True)
class Settings:
    """What all methods have. Immutable: `settings.changed(seed=1)` gives a checked copy."""

    headline: ClassVar[tuple[str, ...]] = ()  # settings that belong into the name of a run, before its seed

    seed: int = knob(
        0, "Seed of every random number of the run.", label="Seed", group=TRAINING, low=0, high=LARGEST_SEED
    )
    epochs: int = knob(
        200, "Passes of training.", label="Epochs", group=TRAINING, symbol="T", low=0, high=MOST_PASSES, live=True
    )
    patience: int = knob(
        0,
        "Stop early when the loss has not fallen for this many epochs; 0 means never.",
        label="Stop early after",
        group=TRAINING,
        low=0,
        high=MOST_PASSES,
        live=True,
    )
    lr: float = knob(
        1e-3, "How far each update moves the weights.", label="Learning rate", group=TRAINING, low=0, high=10, live=True
    )
    features: str = knob(
        "raw",
        "Node features: as given, rows summing to one, the degree, the degree one-hot, or as given with the degree.",
        label="Node features",
        group=INPUT,
        choices=FEATURES,
    )
    health_every: int = knob(
        1,
        "Steps between looks at the health of the embedding: its rank and length.",
        label="Look at health every",
        group=WATCHING,
        low=1,
        high=MOST_STEPS,
        live=True,
    )
    probe_every: int = knob(
        10,
        "Steps between probe scores; 0 means only at start and end.",
        label="Probe every",
        group=WATCHING,
        low=0,
        high=MOST_STEPS,
        live=True,
    )
    snapshot_every: int = knob(
        10,
        "Steps between snapshots of the embedding; 0 means only start, end, and where the method says so.",
        label="Snapshot every",
        group=WATCHING,
        low=0,
        high=MOST_STEPS,
        live=True,
    )

    def __post_init__(self) -> None:
        for knob_field in fields(self):
            object.__setattr__(self, knob_field.name, checked(knob_field, getattr(self, knob_field.name)))
        self.check()

    def check(self) -> None:
        """Refuse, in a sentence, settings that cannot be together."""

    def check_for(self, graphs: Graphs) -> None:
        """Refuse, in a sentence, what this dataset cannot be trained with."""

    def changed(self: S, **changes: Any) -> S:
        """A checked copy with these settings changed."""
        names = [knob_field.name for knob_field in fields(self)]
        for name in changes:
            if name not in names:
                raise UnknownName("setting", name, names)
        return replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def words(self) -> str:
        """The settings that name a run, as in "tau 0.5, seed 0"."""
        return ", ".join(f"{name} {_short(getattr(self, name))}" for name in (*self.headline, "seed"))


def live_names(settings: type[Settings]) -> list[str]:
    """The settings that may change while a run trains."""
    return [knob_field.name for knob_field in fields(settings) if knob_field.metadata["live"]]


def checked(knob_field: Field, value: Any) -> Any:
    """The value in its setting's type and range, or a sentence about what is wrong."""
    about, name = knob_field.metadata, knob_field.name
    if about["choices"]:
        if not isinstance(value, str) or value not in about["choices"]:
            raise UnknownName(f"{name} setting", value, about["choices"])
        return str(value)
    kind = type(knob_field.default)
    try:
        number = int(value) if kind is int and isinstance(value, int | str) else float(value)
        float(number)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, but {shown(value)} came.") from None
    except OverflowError:
        raise ValueError(f"{name} must be {_range(about)}, but {shown(value)} came.") from None
    if not math.isfinite(number) or (kind is int and number != int(number)):
        raise ValueError(f"{name} must be a {'whole' if kind is int else 'finite'} number, but {shown(value)} came.")
    low, above, high = about["low"], about["above"], about["high"]
    if (low is not None and number < low) or (above is not None and number <= above) or number > high:
        raise ValueError(f"{name} must be {_range(about)}, but {brief(number)} came.")
    return kind(number)


def _range(about: Mapping[str, Any]) -> str:
    lowest = f"above {about['above']:g}" if about["above"] is not None else f"at least {about['low']:g}"
    return f"{lowest} and at most {brief(about['high'])}"


def brief(number: float) -> str:
    """Large whole numbers digit by digit, others in six digits."""
    whole = number == int(number) and 1e5 <= abs(number) < 1e15
    return f"{int(number):,}" if whole else f"{number:g}"


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
