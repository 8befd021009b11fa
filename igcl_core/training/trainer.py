"""Trainer: the state of one run of any method, and how it advances by one step."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.data.graphs import Graphs
from igcl_core.errors import Diverged
from igcl_core.nn.adam import Adam
from igcl_core.stopping import stop_if_asked
from igcl_core.training.plateau import Plateau
from igcl_core.training.settings import Settings


class Trainer(ABC):
    """All that the next step depends on is in `state()`: weights, optimisers, random state and step index.

    A method says what one step trains (`step`), what there is to see (`arrays`, `widths`), how long it is planned, and
    registers its optimisers in `adams`. What is `watched` goes from step to step until it is measured anew.
    """

    advice = "Try a smaller learning rate."  # after a divergence
    steps_per_pass = 1

    def __init__(self, graphs: Graphs, settings: Settings):
        settings.check_for(graphs)
        self.settings = settings
        self.generator = Generator().manual_seed(settings.seed)
        self.index, self.seconds = 0, 0.0
        self.watched: dict[str, float] = {}
        self.plateau = Plateau()
        self.adams: dict[str, Adam] = {}

    @property
    @abstractmethod
    def planned(self) -> int:
        """Index of the last step unless the loss stalls before."""

    @property
    @abstractmethod
    def widths(self) -> Mapping[str, int]:
        """The columns of every array that a snapshot holds, z among them."""

    @abstractmethod
    def look(self) -> dict[str, float]:
        """The numbers of step 0: nothing trained yet."""

    @abstractmethod
    def step(self) -> tuple[str, dict[str, float]]:
        """Train step `index + 1`; its phase and its numbers."""

    @abstractmethod
    def arrays(self) -> dict[str, np.ndarray]:
        """A snapshot of the current state: z and whatever else the method declares, float32, one row per item."""

    @property
    def snapshot_due(self) -> bool:
        """Whether this step is worth a snapshot whatever the rhythm."""
        return False

    @property
    def stalled(self) -> bool:
        """Whether the loss has not fallen for `patience` epochs, which ends the run."""
        patience = self.settings.patience * self.steps_per_pass
        return 0 < patience <= self.plateau.waited

    @property
    def total(self) -> int:
        """Index of the last step."""
        return min(self.index, self.planned) if self.stalled else self.planned

    def first(self) -> dict[str, float]:
        with _Clock(self):
            return self.look()

    def advance(self) -> tuple[str, dict[str, float]]:
        with _Clock(self):
            phase, numbers = self.step()
            self.index += 1
            return phase, numbers

    def descend(self, loss: Tensor, adam: Adam, name: str) -> None:
        """One optimiser step, refused when the loss or its gradient is not finite."""
        stop_if_asked()
        if not math.isfinite(value := loss.item()):
            raise Diverged(self._divergence(f"The {name} loss became {value}"))
        loss.backward()
        if not adam.step():
            raise Diverged(self._divergence(f"The gradient of the {name} loss stopped being finite"))

    def _divergence(self, what: str) -> str:
        kept = f"at step {self.index + 1}, so training stopped and step {self.index} is kept."
        return f"{what} {kept} {self.advice}"

    def aside(self) -> Generator:
        """Random numbers for looking, which leave those of training untouched."""
        return Generator().manual_seed(self.settings.seed * 1_000_003 + self.index)

    def state(self) -> dict[str, np.ndarray]:
        """Everything needed to go on from here, as plain arrays."""
        state = {"index": np.array(self.index), "seconds": np.array(self.seconds)}
        state["random"] = self.generator.get_state().numpy().copy()
        state["plateau"] = self.plateau.state()
        state["watched"] = np.array(list(self.watched.values()), np.float64)
        state["watched_names"] = np.array(list(self.watched), dtype=np.str_)
        for name, adam in self.adams.items():
            state.update({f"{name}.{key}": value for key, value in adam.state().items()})
        return state | self.more_state()

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Back to a saved state of a run with the same shapes."""
        self.index, self.seconds = int(state["index"]), float(state["seconds"])
        self.generator.set_state(torch.from_numpy(state["random"].copy()))
        self.watched = dict(zip(state["watched_names"].tolist(), state["watched"].tolist(), strict=True))
        self.plateau = Plateau.of(state.get("plateau"))
        for name, adam in self.adams.items():
            adam.restore({key.removeprefix(f"{name}."): v for key, v in state.items() if key.startswith(f"{name}.")})
        self.restore_more(state)
        self.forget()

    def more_state(self) -> dict[str, np.ndarray]:
        """What a method has to remember beside its optimisers."""
        return {}

    def restore_more(self, state: Mapping[str, np.ndarray]) -> None:
        """Take that back."""
        return None

    def forget(self) -> None:
        """Drop what was derived from the weights."""
        return None

    def branched(self) -> None:
        """Go on another way: how long the loss has not fallen was counted under other settings."""
        self.plateau = Plateau()


class _Clock:
    """Adds the time spent inside to the run's seconds."""

    def __init__(self, trainer: Trainer):
        self.trainer = trainer

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.trainer.seconds += time.perf_counter() - self.start
