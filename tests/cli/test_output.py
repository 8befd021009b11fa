"""Strict JSON and aligned tables."""

import json

from igcl_core.cli.output import plain, print_json, table


def test_numbers_that_are_not_finite_become_null(capsys):
    print_json({"a": [float("nan"), float("inf"), 1.5], "b": (1, "x", None)})
    assert json.loads(capsys.readouterr().out) == {"a": [None, None, 1.5], "b": [1, "x", None]}


def test_plain_leaves_truth_values_alone():
    assert plain({"met": True}) == {"met": True}


def test_numbers_stand_to_the_right_and_words_to_the_left():
    rows = [{"name": "a", "count": 1234, "here": True}, {"name": "bcdef", "count": None, "here": False}]
    assert table(rows).splitlines() == ["name   count  here", "a      1,234  yes", "bcdef      -  no"]
