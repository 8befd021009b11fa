"""What a step has computed is not computed again, and the run is the same to the bit."""

import numpy as np
import pytest

from igcl_core import IGCLSettings
from igcl_core.methods.implicit import trainer as module
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.nn.vgae import VGAE

FAST = dict(epochs=6, warmup=4, D=8, vgae_hidden=8, b=10)


class Wasteful(NodeIGCL):
    """Keeps nothing from one step to the next."""

    def train(self, *where):
        self.forget()
        return super().train(*where)

    def take_traced(self):
        self.traced = None


def trained(kind: type[NodeIGCL], graph, settings: IGCLSettings) -> tuple[list[dict], dict[str, np.ndarray]]:
    trainer = kind(graph, settings)
    numbers = [trainer.first()]
    while trainer.index < trainer.total:
        numbers.append(trainer.advance()[1])
    state = trainer.state()
    state.pop("seconds")
    return numbers, state


@pytest.mark.parametrize(
    "changes",
    [{}, dict(K=2, vgae_until=0.5), dict(vgae_dropout=0.3), dict(augmentation="none"), dict(augmentation="noise")],
    ids=str,
)
def test_a_run_is_the_same_as_one_that_computes_everything_anew(small_graph, changes):
    settings = IGCLSettings(**{**FAST, **changes})
    numbers, state = trained(NodeIGCL, small_graph, settings)
    other_numbers, other_state = trained(Wasteful, small_graph, settings)
    assert numbers == other_numbers
    for name, value in state.items():
        np.testing.assert_array_equal(value, other_state[name])


def test_a_vgae_without_dropout_runs_once_a_step_and_its_warm_up_leaves_health_alone(small_graph, monkeypatch):
    calls = {"vgae": 0, "health": 0}

    def counted(name, function):
        def count(*arguments, **named):
            calls[name] += 1
            return function(*arguments, **named)

        return count

    trainer = NodeIGCL(small_graph, IGCLSettings(**FAST))
    trainer.first()
    monkeypatch.setattr(VGAE, "forward", counted("vgae", VGAE.forward))
    monkeypatch.setattr(module, "health", counted("health", module.health))
    for _ in range(4):
        trainer.advance()
    assert calls == {"vgae": 4, "health": 0}
    trainer.advance()
    assert calls == {"vgae": 4, "health": 1}


def test_dropout_that_begins_during_a_run_counts_at_once(small_graph):
    plain, dropping = (NodeIGCL(small_graph, IGCLSettings(**FAST)) for _ in range(2))
    for trainer in (plain, dropping):
        trainer.first()
        trainer.advance()
    dropping.settings = dropping.settings.changed(vgae_dropout=0.5)
    assert plain.advance() != dropping.advance()
