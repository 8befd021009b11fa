"""What learning rate 0 does to a graph network: its batch-norm statistics settle, its weights stay."""

from __future__ import annotations

import torch

from igcl_core.data import Graphs
from igcl_core.methods.implicit.graph_level import GraphIGCL
from igcl_core.methods.implicit.phases import CONTRAST, JOINT
from igcl_core.training.settings import Settings
from igcl_core.training.step import DONE, Step


def settled(graphs: Graphs, settings: Settings) -> Step:
    """The last step of a training at learning rate 0, by its forward passes alone: no loss reaches the weights."""
    trainer = GraphIGCL(graphs.unlabelled(), settings)
    with torch.no_grad():
        for index in range(1, trainer.total + 1):
            phase, epoch, part = trainer.position(index)
            if phase in (CONTRAST, JOINT):
                for members in trainer.batches(epoch, part, phase):
                    trainer.backbone(trainer.batch(members), settings.dropout, trainer.generator)
        z = torch.cat(trainer.over_all(trainer.backbone))
    return Step(trainer.total, trainer.total, DONE, {}, {"z": z.float().numpy()})
