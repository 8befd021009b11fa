"""Which raw files each of the paper's datasets has, in torch_geometric's folder layout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .errors import DataDamaged

PLANETOID = {"cora": "Cora", "citeseer": "CiteSeer", "pubmed": "PubMed"}
AMAZON = {"photo": "Photo", "computers": "Computers"}
TUDATASET = {
    "mutag": "MUTAG",
    "nci1": "NCI1",
    "proteins": "PROTEINS",
    "collab": "COLLAB",
    "imdb-b": "IMDB-BINARY",
    "imdb-m": "IMDB-MULTI",
}
WITH_NODE_LABELS = ("mutag", "nci1", "proteins")
PLANETOID_PARTS = ("x", "tx", "allx", "y", "ty", "ally", "graph", "test.index")


@dataclass(frozen=True)
class Raw:
    """A set of raw files that together hold one dataset; `kind` says which reader understands them."""

    kind: str
    folder: Path
    files: tuple[str, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(self.folder / file for file in self.files)

    def path(self, ending: str) -> Path:
        """The one file whose name ends so."""
        return next(path for path in self.paths if path.name.endswith(ending))

    def missing(self) -> tuple[Path, ...]:
        return tuple(path for path in self.paths if not path.is_file())

    def fingerprint(self) -> str:
        """Names, sizes and times of the files: changes when any of them does."""
        stats = [(path.name, path.stat()) for path in self.paths]
        return ";".join(f"{name},{stat.st_size},{stat.st_mtime_ns}" for name, stat in stats)


def raw_forms(name: str, root: Path) -> tuple[Raw, ...]:
    """Every form in which a dataset may lie under `root`, the quickest to read first."""
    if name in PLANETOID:
        return _planetoid_forms(name, root / "Planetoid" / PLANETOID[name])
    if name in AMAZON:
        file = f"amazon_electronics_{name}.npz"
        return (Raw("amazon", root / "Amazon" / AMAZON[name] / "raw", (file,)),)
    return _tudataset_forms(name, root / "TUDataset" / TUDATASET[name])


def _planetoid_forms(name: str, folder: Path) -> tuple[Raw, ...]:
    public = Raw("planetoid", folder / "raw", tuple(f"ind.{name}.{part}" for part in PLANETOID_PARTS))
    if name != "cora":
        return (public,)
    return public, Raw("cora content", folder / "content", ("cora.content", "cora.cites"))


def _tudataset_forms(name: str, folder: Path) -> tuple[Raw, ...]:
    parts = ("A", "graph_indicator", "graph_labels") + (("node_labels",) if name in WITH_NODE_LABELS else ())
    text = Raw("tudataset", folder / "raw", tuple(f"{TUDATASET[name]}_{part}.txt" for part in parts))
    if name != "collab":
        return (text,)
    return Raw("packed collab", folder, ("COLLAB.npz",)), text


def find_raw(name: str, root: Path | None) -> Raw | None:
    """The first complete form under `root`, or None; an incomplete one is an error that names what is missing."""
    if root is None:
        return None
    forms = raw_forms(name, root)
    for raw in forms:
        if not raw.missing():
            return raw
    for raw in forms:
        missing = raw.missing()
        if len(missing) < len(raw.files):
            raise DataDamaged(
                f"{', '.join(map(str, missing))} should be there beside the other files of {name!r}, but is missing. "
                f"Put it there, or take {raw.folder} away."
            )
    return None


def has_raw(name: str, root: Path | None) -> bool:
    """Whether a complete form lies under `root`."""
    return root is not None and any(not raw.missing() for raw in raw_forms(name, root))
