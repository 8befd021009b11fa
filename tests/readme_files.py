"""The two files that the README's "from a file" reads, for whoever runs its lines."""

from pathlib import Path

NODES = 9


def write_graph_files(folder: Path) -> None:
    """A ring of nine nodes in two classes: `edges.csv` and `nodes.csv`."""
    (folder / "edges.csv").write_text("from,to\n" + "\n".join(f"{k},{(k + 1) % NODES}" for k in range(NODES)))
    (folder / "nodes.csv").write_text("id,club\n" + "\n".join(f"{k},{'ab'[k % 2]}" for k in range(NODES)))
