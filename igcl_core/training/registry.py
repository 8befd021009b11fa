"""METHODS: everything that can be trained, by name. A method registers itself where it is declared."""

from __future__ import annotations

from igcl_core.errors import UnknownName
from igcl_core.training.method import Method

METHODS: dict[str, Method] = {}


def register(method: Method) -> Method:
    """Add a method, under a name that is not taken."""
    if METHODS.setdefault(method.name, method) is not method:
        raise ValueError(f"A method called {method.name!r} is registered already; give this one another name.")
    return method


def find_method(name: str) -> Method:
    """The method of this name in any case."""
    method = METHODS.get(str(name).strip().lower())
    if method is None:
        raise UnknownName("method", name, METHODS)
    return method
