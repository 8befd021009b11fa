"""Links to a frame: all that is seen survives them, and whatever else one says gets a sentence."""

from urllib.parse import parse_qsl, urlencode

import pytest

from app.session.choice import Choice, knobs_of
from app.session.frame_link import KEPT, LOOKS, MOST_PICKS, MOST_STEPS, Frame, read_frame, write_frame
from app.session.recipe import Recipe, Turn
from app.session.tape import SLOW
from igcl_core import METHODS

KARATE, SHARP = Choice(changes={"tau": 0.5, "seed": 3}), Choice(changes={"tau": 0.1, "seed": 3})
BRANCH = Recipe(KARATE, (Turn(30, {"tau": 0.1}), Turn(40, {"lr": 0.002, "epochs": 300})))
OTHER = Recipe(Choice("digits", changes={"D": 16}, method="grace"))


def there_and_back(frame: Frame, choice: Choice) -> Frame:
    """The frame that is read from the link to this one."""
    read, problems = read_frame(dict(parse_qsl(urlencode(write_frame(frame, choice)))), choice)
    assert problems == []
    return read


@pytest.mark.parametrize("run", [Recipe(KARATE), Recipe(SHARP), BRANCH, OTHER, Recipe(KARATE, (Turn(7, {}),))])
def test_a_link_gives_the_frame_back(run):
    looks = {"map": "umap", "color": "σ", "min_dist": "0.3"}
    frame = Frame(run, 45, ((Recipe(SHARP), 160), (OTHER, 12)), (4, 0, 33), SLOW, looks)
    read = there_and_back(frame, KARATE)
    assert read.run.same(run) and read.step == 45
    assert [step for _, step in read.overlays] == [160, 12]
    assert read.overlays[0][0].same(Recipe(SHARP)) and read.overlays[1][0].same(OTHER)
    assert (read.picks, read.tempo, read.looks) == ((4, 0, 33), SLOW, looks)


def test_a_run_that_is_what_is_chosen_is_not_written_twice():
    query = write_frame(Frame(Recipe(KARATE), 45), KARATE)
    assert query["step"] == "45" and "run" not in query and "picks" not in query and "overlay" not in query


def test_a_link_without_a_step_asks_for_no_run():
    assert there_and_back(Frame(tempo=SLOW), KARATE) == Frame(tempo=SLOW)
    assert read_frame({"run": "tau:0.1", "picks": "3"}, KARATE)[0].run is None


def test_only_so_many_picks_are_written():
    query = write_frame(Frame(Recipe(KARATE), 1, picks=tuple(range(9 * MOST_PICKS))), KARATE)
    assert read_frame(query, KARATE)[0].picks == tuple(range(MOST_PICKS)) and len(query["picks"]) < 2_500


@pytest.mark.parametrize("query, sentence", [
    ({"step": "-1"}, "step must be a whole number"),
    ({"step": "1e3"}, "step must be a whole number"),
    ({"step": str(MOST_STEPS + 1)}, "step must be a whole number"),
    ({"step": "9" * 5000}, "step must be a whole number"),
    ({"step": "٣"}, "step must be a whole number"),
    ({"step": "3", "run": "tau"}, "like tau:0.1,seed:3"),
    ({"step": "3", "run": "tau:-1"}, "tau must be above 0"),
    ({"step": "3", "run": "temperature:1"}, "no setting 'temperature'"),
    ({"step": "3", "run": "dataset:coar"}, "Did you mean 'cora'"),
    ({"step": "3", "run": ">5,D:8"}, "cannot change D on its way"),
    ({"step": "3", "run": ">5,check:8"}, "no setting 'check'"),
    ({"step": "3", "run": ">5,tau:1>5,tau:2"}, "must rise"),
    ({"step": "3", "run": ">" * 40}, "at most 9 parts"),
    ({"step": "3", "run": "tau:0." + "1" * 9_000}, "at most 4,000 characters"),
    ({"step": "3", "overlay": "tau:1"}, "overlay's step must be"),
    ({"step": "3", "overlay": ";".join(["@1"] * 40)}, "at most 4 parts"),
    ({"step": "3", "picks": "1,2,x"}, "picked item must be"),
    ({"step": "3", "picks": "1," * 9_000}, "at most 4,000 characters"),
    ({"tempo": "warp"}, "tempo must be one of slow, 1x, full"),
    ({"color": "x" * 101}, "color is too long"),
])  # fmt: skip
def test_what_cannot_be_gets_a_sentence_and_no_run(query, sentence):
    frame, problems = read_frame(query, KARATE)
    assert len(problems) == 1 and sentence in problems[0] and len(problems[0]) < 400
    assert frame.run is None and frame.picks == () and frame.overlays == ()


def test_no_key_of_a_frame_is_a_setting():
    keys = {"step", "run", "overlay", "picks", "tempo", "dataset", "preset", "method", *LOOKS, *KEPT}
    assert not any(keys & set(knobs_of(method)) for method in METHODS)
