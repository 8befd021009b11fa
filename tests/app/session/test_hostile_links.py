"""Hostile links: whatever one says, there is a page with a sentence, and widgets that show something valid."""

import random
from urllib.parse import parse_qsl, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from app.session.choice import LARGEST, knobs_of, read_link, write_link
from app.session.frame_link import LOOKS, read_frame, write_frame
from igcl_core import DATASETS
from igcl_core.training.method import KINDS
from tests.app.waiting import LIMIT

KNOWN = [
    {"backbone": "gat", "D": "7"},
    {"attention_heads": "5", "backbone": "gat"},
    {"epochs": "9007199254740993"},
    {"epochs": "9" * 400},
    {"K": "9" * 5000},
    {"seed": str(2**53)},
    {"seed": "-" + "1" * 400},
    {"tau": "1e300"},
    {"tau": "5e-324"},
    {"layers": "8", "backbone": "gatv2"},
    {"dataset": "x ![p](http://127.0.0.1:9/p.png)"},
    {"dataset": "\x00", "preset": "\u202e", "D": "\ud7ff"},
    {"step": "9" * 5000, "run": ">>>>", "picks": "![p](http://127.0.0.1:9/p.png)"},
    {"step": "5", "run": "dataset:karate,epochs:6,warmup:2", "overlay": "tau:2@3;;@@", "tempo": "<b>"},
    {"step": "5", "run": "D:64,D:4,seed:٣", "picks": "-1,1e9,34", "color": "javascript:alert(1)"},
    {"step": "2", "epochs": "4", "warmup": "1", "D": "4", "picks": "33,34,9999999", "tempo": "slow"},
]
TEXTS = [
    "", " ", "0", "-0", "-1", "1", "5", "7", "64", "1e3", "1e300", "-1e300", "1e-320", "0x10", "1_000", "٣", "½", "²",
    "nan", "inf", "-inf", "None", "True", "[]", "{}", "'", '"', "<script>", "../../etc/passwd", "%00", "\x00", "\n",
    "![p](http://127.0.0.1:9/p)", "gin", "gat", "gcn", "sampled", "9" * 20, "9" * 400, "9" * 5000, "0." + "3" * 300,
    str(2**31), str(2**53 - 1), str(2**53), str(2**63), str(2**64), "1" + "0" * 400 + "e-400", "a" * 20_000,
]  # fmt: skip
RUNS = [
    "tau:0.1",
    "tau:0.1@4",
    "@1",
    ">",
    ">3,tau:2",
    "tau:x",
    "seed:1>2,lr:0.1@3",
    ":",
    "1,2,3",
    "1,,2",
    "0;0",
    "slow",
]
FRAME = ["step", "run", "overlay", "picks", "tempo", *LOOKS]
MANY, SHOWN = 500, 40


def hostile_links(count: int) -> list[dict[str, str]]:
    """The known ones, then random ones: some names that exist, with values that do or do not."""
    draw = random.Random(0)
    names = [*knobs_of("igcl"), "method", "visit", "embed", "__class__", "", *FRAME]
    links = list(KNOWN)
    while len(links) < count:
        link = {name: draw.choice(TEXTS + RUNS) for name in draw.sample(names, draw.randint(1, 6))}
        link |= {"dataset": draw.choice([*DATASETS, *TEXTS])} if draw.random() < 0.6 else {}
        link |= {"preset": draw.choice([*KINDS, *TEXTS])} if draw.random() < 0.3 else {}
        links.append(link)
    return links


@pytest.mark.parametrize("start", range(0, MANY, 50))
def test_every_link_is_read_as_settings_that_a_page_can_show(start):
    for link in hostile_links(MANY)[start : start + 50]:
        choice, problems = read_link(link)
        for name, value in choice.settings.as_dict().items():
            assert not isinstance(value, int) or abs(value) <= LARGEST, (link, name)
        assert all(problem.strip() and "Traceback" not in problem for problem in problems), link
        again, none = read_link(dict(parse_qsl(urlencode(write_link(choice)))))
        assert none == [] and again == choice, link


@pytest.mark.parametrize("start", range(0, MANY, 50))
def test_every_link_is_read_as_a_frame_that_can_be_written(start):
    for link in hostile_links(MANY)[start : start + 50]:
        choice, _ = read_link(link)
        frame, problems = read_frame(link, choice)
        assert all(problem.strip() and "Traceback" not in problem and len(problem) < 2_000 for problem in problems), (
            link
        )
        again, none = read_frame(dict(parse_qsl(urlencode(write_frame(frame, choice)))), choice)
        assert none == [] and (again.step, again.picks, again.tempo) == (frame.step, frame.picks, frame.tempo), link
        assert frame.run is None or again.run.same(frame.run), link


def test_settings_that_fit_only_together_are_all_taken():
    for names in (["layers", "backbone"], ["backbone", "layers"]):
        values = {"layers": "8", "backbone": "gin"}
        choice, problems = read_link({name: values[name] for name in names})
        assert problems == [] and choice.settings.layers == 8


@pytest.mark.parametrize("link", hostile_links(SHOWN), ids=range(SHOWN))
def test_every_link_gives_a_page(link):
    app = AppTest.from_file("../../../streamlit_app.py", default_timeout=LIMIT)
    app.query_params.update({name: text for name, text in link.items() if name})
    app.run()
    assert not app.exception, [each.message for each in app.exception]
    choice, problems = read_link(link)
    said = {*problems, *read_frame(link, choice)[1]}
    assert len(app.warning) >= len(said)
    assert any(button.label.startswith(("Play", "Pause")) for button in app.button)
