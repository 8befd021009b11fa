"""A method that has nothing but z and a phase of its own is trained, drawn, saved, opened, branched and scored."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from igcl_core import Run
from igcl_core.cli.main import main
from tests.app.waiting import LIMIT, charts, refreshed
from tests.only_z import only_z_registered


@pytest.fixture(autouse=True)
def registered():
    with only_z_registered():
        yield


def _page(name: str):
    from importlib import import_module

    import_module(f"app.pages.{name}.page").page()


def trained(name: str) -> AppTest:
    """A page that shows a finished run of the method."""
    page = AppTest.from_function(_page, args=(name,), default_timeout=LIMIT)
    page.query_params.update({"dataset": "karate", "method": "only-z"})
    page.run()
    next(each for each in page.button if each.label == "Play").click().run()
    refreshed(page, lambda page: "step 12 of 12" in page.get("progress")[0].proto.text)
    assert not page.error and not page.warning
    return page


def alts(page: AppTest) -> list[str]:
    return [json.loads(each.proto.json)["alt"] for each in charts(page) if each.proto.json]


def test_train_draws_its_map_and_its_own_curves():
    page = trained("train")
    drawn = alts(page)
    assert any("principal components" in alt for alt in drawn)
    assert "Stretching loss over the training" in drawn and "Probe accuracy over the training" in drawn
    assert not any("reconstruction" in alt.lower() for alt in drawn)
    assert page.number_input(key="width/karate/only-z/recommended").label == "Width"
    assert not any(each.key.startswith("tau/") for each in page.select_slider)


def test_embeddings_draws_its_spaces():
    page = trained("embeddings")
    refreshed(page, lambda page: any("map" in alt.lower() for alt in alts(page)))
    assert page.selectbox(key="emb_after").options == ["Raw features", "Untrained backbone", "stretched z"]


def test_gaussians_says_that_there_are_none_and_offers_a_run_that_has_some():
    page = trained("gaussians")
    assert any("Only z makes no Gaussians" in each.value for each in page.info)
    next(each for each in page.button if each.label.startswith("Show ")).click().run()
    refreshed(page, lambda page: not page.info and any("Gaussians" in alt for alt in alts(page)))


def test_it_is_saved_opened_branched_and_scored(tmp_path, capsys):
    file = str(tmp_path / "run.igcl")
    assert main(["train", "karate", "--method", "only-z", "--set", "target=2", "--out", file]) == 0
    assert "Only z on karate, seed 0: 12 steps" in capsys.readouterr().out
    run = Run.open(file)
    assert run.settings.target == 2 and run.finished and set(run.arrays()) == {"z"}
    branch = run.branch(4, target=3.0)
    branch.advance(20)
    assert branch.finished and branch.origin.changes == {"target": 3.0}
    assert main(["evaluate", file, "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert [score["embedding"] for score in scores] == ["best on validation", "final", "untrained"]
    assert main(["gaussians", file]) != 0
    assert "makes no Gaussians" in capsys.readouterr().err
