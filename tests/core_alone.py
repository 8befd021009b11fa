"""The README's lines where only igcl_core is installed; `make test-install` runs this in an empty folder."""

import re
from importlib.util import find_spec
from pathlib import Path

from readme_files import write_graph_files

import igcl_core

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    assert ROOT / "igcl_core" != Path(igcl_core.__file__).parent, "the checkout was imported, not what was installed"
    assert find_spec("streamlit") is None and find_spec("plotly") is None, "the core needs no front end"
    lines = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    write_graph_files(Path.cwd())
    names: dict = {}
    for code in lines:
        exec(code, names)
    assert names["run"].index >= 0 and Path("karate.igcl").is_file()
    print(f"{len(lines)} blocks of the README ran with igcl_core alone.")


if __name__ == "__main__":
    main()
