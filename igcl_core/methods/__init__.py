"""The methods, a folder for each family; each declares and registers itself in its own file."""

from igcl_core.methods.implicit import igcl as _igcl  # noqa: F401  first in every list

# isort: split
from igcl_core.methods.without_graph import implicit_vae as _implicit_vae  # noqa: F401  first where there is no graph

# isort: split
from igcl_core.methods.autoencoders import arga as _arga  # noqa: F401
from igcl_core.methods.autoencoders import arvga as _arvga  # noqa: F401
from igcl_core.methods.autoencoders import gae as _gae  # noqa: F401
from igcl_core.methods.autoencoders import gala as _gala  # noqa: F401
from igcl_core.methods.infomax import dgi as _dgi  # noqa: F401
from igcl_core.methods.infomax import gmi as _gmi  # noqa: F401
from igcl_core.methods.infomax import infograph as _infograph  # noqa: F401
from igcl_core.methods.infomax import mvgrl as _mvgrl  # noqa: F401
from igcl_core.methods.shallow import deepwalk as _deepwalk  # noqa: F401
from igcl_core.methods.shallow import graph2vec as _graph2vec  # noqa: F401
from igcl_core.methods.shallow import node2vec as _node2vec  # noqa: F401
from igcl_core.methods.shallow import sub2vec as _sub2vec  # noqa: F401
from igcl_core.methods.supervised import gat as _gat  # noqa: F401
from igcl_core.methods.supervised import gcn as _gcn  # noqa: F401
from igcl_core.methods.supervised import gin as _gin  # noqa: F401
from igcl_core.methods.supervised import sage as _sage  # noqa: F401
from igcl_core.methods.two_views import autogcl as _autogcl  # noqa: F401
from igcl_core.methods.two_views import gca as _gca  # noqa: F401
from igcl_core.methods.two_views import grace as _grace  # noqa: F401
from igcl_core.methods.two_views import graphcl as _graphcl  # noqa: F401
from igcl_core.methods.two_views import joao as _joao  # noqa: F401
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import METHODS, find_method

METRICS: dict[str, Metric] = dict(COMMON)
for _method in reversed(METHODS.values()):
    METRICS.update(_method.metrics)

__all__ = ["METHODS", "METRICS", "find_method"]
