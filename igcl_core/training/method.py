"""Method: the declaration of a way to learn embeddings, which pages, command line, links and files ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from igcl_core.budget import Share, check_memory, check_work, seconds_of, total
from igcl_core.data import DatasetCard, Graphs
from igcl_core.training.metrics import Metric
from igcl_core.training.settings import Settings
from igcl_core.training.step import Step, best_probe, trained
from igcl_core.training.trainer import Trainer

RECOMMENDED, PAPER = KINDS = ("recommended", "paper")
GAUSSIANS, RECONSTRUCTION, BOUND, DECODED = "gaussians", "reconstruction", "bound", "decoded"

Values = Mapping[str, Any]
Cost = Callable[[Graphs, Any], list[Share]]


class Phase(NamedTuple):
    """A part of training: its name in the steps, its title under a curve, and what happens in it, in words."""

    name: str
    title: str
    words: str


class Curves(NamedTuple):
    """Curves that belong together: their metrics, and the kind of picture if plain lines are not enough."""

    title: str
    metrics: tuple[str, ...]
    kind: str = "lines"


class Beside(NamedTuple):
    """Another array that is probed beside z: the metric it is reported as, and what it is called."""

    metric: str
    array: str
    title: str


@dataclass(frozen=True)
class Method:
    """A way to learn embeddings, and all that others need to know of it.

    `arrays` are what a snapshot holds, z always, each with its title; `fixed` the settings that make it this method and
    no other; `presets` its settings by kind and dataset, `defaults` those for any other data. What depends on the
    settings is a function of them: what it can show, the phases in which an array rests, what else is probed, and the
    array that a picture of a step follows, as it is what learns there.
    """

    name: str
    title: str
    family: str
    paper: str
    about: str
    settings: type[Settings]
    trainers: Mapping[str, Callable[[Graphs, Any], Trainer]]
    phases: tuple[Phase, ...]
    curves: tuple[Curves, ...] = ()
    arrays: Mapping[str, str] = field(default_factory=lambda: {"z": "z"})
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Values]] = field(default_factory=dict)
    defaults: Callable[[DatasetCard], Values] = lambda card: {}
    fixed: Values = field(default_factory=dict)
    supervised: bool = False
    shown_with: Callable[[Any], Collection[str]] = lambda settings: ()
    rests_with: Callable[[Any, str], Collection[str]] = lambda settings, array: ()
    beside_with: Callable[[Any], Collection[Beside]] = lambda settings: ()
    follows_with: Callable[[Any, Step], str] = lambda settings, step: "z"
    memory: Cost = lambda graphs, settings: []
    work: Cost = lambda graphs, settings: []
    cannot: Callable[[DatasetCard], str | None] = lambda card: None

    def adopt(self, settings: Settings) -> Settings:
        """Check that the settings are this method's."""
        if not isinstance(settings, self.settings):
            raise TypeError(
                f"settings must be {self.settings.__name__}, but {type(settings).__name__} came. Give "
                f"{self.settings.__name__}(**values), or the values as keyword arguments, which change the preset of "
                "the dataset."
            )
        for name, value in self.fixed.items():
            if getattr(settings, name) != value:
                raise ValueError(f"{self.title} always has {name}={value!r}, but {getattr(settings, name)!r} came.")
        return settings

    @property
    def loss(self) -> str | None:
        """The metric that all of training descends, the first of its curves; None where losses take turns."""
        return self.curves[0].metrics[0] if self.curves and self.curves[0].kind == "lines" else None

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(self.trainers)

    def refusal(self, card: DatasetCard) -> str | None:
        """Why the method cannot work on this data, told before anything is loaded; None if it can."""
        if card.task not in self.trainers:
            return (
                f"{self.title} learns {' and '.join(self.tasks)} embeddings, "
                f"but {card.called!r} is a {card.task}-level dataset."
            )
        return self.cannot(card)

    def start(self, graphs: Graphs, settings: Settings) -> Trainer:
        """A fresh trainer. An unsupervised method is handed the graphs without their labels."""
        return self.trainers[graphs.task](graphs if self.supervised else graphs.unlabelled(), settings)

    def bytes_of_run(self, graphs: Graphs, settings: Settings) -> int:
        """Bytes that a run takes beside its graphs, good to a factor of two."""
        return int(total(self.memory(graphs, settings)))

    def seconds_of_step(self, graphs: Graphs, settings: Settings) -> float:
        """How long the heaviest step will hold a core."""
        return seconds_of(self.work(graphs, settings))

    def check_cost(self, graphs: Graphs, settings: Settings) -> None:
        """Refuse, in a sentence, a run that would take more time or memory than it may."""
        check_memory(self.memory(graphs, settings), graphs.name)
        check_work(self.work(graphs, settings), graphs.name)

    def shows(self, what: str, settings: Settings) -> bool:
        """Whether a run with these settings has something to show of this kind, as "gaussians"."""
        return what in self.shown_with(settings)

    def trained(self, steps: Sequence[Step], settings: Settings, array: str = "z") -> list[Step]:
        """The steps at which this array has been trained: a best one is chosen among these, nowhere else."""
        return trained(steps, self.rests_with(settings, array))

    def best_probe(self, steps: Sequence[Step], settings: Settings) -> Step | None:
        """The trained step whose probe is best on the validation items."""
        return best_probe(self.trained(steps, settings))
