"""What the README shows of data of your own runs as it stands there."""

import re
from pathlib import Path

import igcl_core

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def test_a_graph_of_your_own_trains():
    (example,) = (code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if '"mine"' in code)
    names = {"igcl_core": igcl_core}
    exec(example, names)
    run = names["run"]
    run.advance(3)
    assert run.index == 3 and run.graphs.num_edges == 7 and "probe_test" in run.steps[0].metrics
