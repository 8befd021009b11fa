"""Served files: how the browser gets the live plot's scripts and the Plotly of the installed wheel.

The one place where the lab goes through a door of Streamlit that is not public. To be looked at again with every new
version of Streamlit: `get_bidi_component_manager`, `ComponentManifest`, `ComponentConfig`, the manager's
`register_from_manifest` and `get_component_asset_root`, and that the files of a component lie beside its script, so
that this finds them by `import.meta.url`. tests/app/plot/test_served_files.py and tests/browser/test_live_plot.py fail
if any of it has changed.

The public doors of Streamlit 1.67, and why none of them is this one:
- `component(js=...)` with the script inline: it travels with every refresh of every chart, some 20 kB each time, and
  Plotly (4.8 MB) would with every visit, past the browser's cache.
- A component with an asset folder: only for packages that are installed, and the lab runs from its folder.
- `server.enableStaticServing`: only a folder called static beside the entry script, which would have to hold a copy of
  Plotly.
- `st.App(routes=...)`: does serve them, but the entry script would no longer be the pages' table of contents: it would
  make a server that names another script, AppTest sees an empty page in it, and a live plot would only be drawn where
  whoever starts the server has thought of its routes.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path

import plotly
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

PROJECT, ELEMENT = "igcl-lab", "live_plot"
ELEMENTS = (ELEMENT, "scene", "latent")
NAME = f"{PROJECT}.{ELEMENT}"
SCRIPT = Path(__file__).with_name("live_plot.js")
LIBRARY = f"plotly-{plotly.__version__}.min.js"
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
OURS = [path for kind in ("*.js", "*.css") for path in sorted(SCRIPT.parent.glob(kind))]
FILES = {**{path.name: path for path in OURS}, LIBRARY: PLOTLY}
FOLDER = tempfile.TemporaryDirectory(prefix=f"{PROJECT}-", ignore_cleanup_errors=True)
LOCK = threading.Lock()


def serve() -> None:
    """Let this server hand out the files, as those of a component."""
    folder, manager = Path(FOLDER.name).resolve(), get_bidi_component_manager()
    with LOCK:
        for name, source in FILES.items():
            if not (folder / name).exists():
                _copy(source, folder / name)
        if manager.get_component_asset_root(NAME) != folder:
            parts = [ComponentConfig(element, folder.name) for element in ELEMENTS]
            manifest = ComponentManifest(PROJECT, plotly.__version__, parts)
            manager.register_from_manifest(manifest, folder.parent)


def _copy(source: Path, target: Path) -> None:
    """Copy so that no browser ever meets half a file."""
    target.parent.mkdir(exist_ok=True)
    part = target.with_suffix(".part")
    shutil.copyfile(source, part)
    part.replace(target)
