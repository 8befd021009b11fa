"""methods lists what can be trained and every setting."""

import json
from dataclasses import fields

from igcl_core import METHODS, IGCLSettings
from igcl_core.cli.main import main


def test_json_lists_every_method(capsys):
    assert main(["methods", "--json"]) == 0
    methods = json.loads(capsys.readouterr().out)
    assert [method["name"] for method in methods] == list(METHODS)
    assert {"title", "family", "tasks", "paper"} <= set(methods[0])


def test_the_table_names_every_method(capsys):
    main(["methods"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["name", *METHODS]


def test_settings_come_with_default_range_and_help(capsys):
    main(["methods", "--settings", "--json"])
    settings = {setting["name"]: setting for setting in json.loads(capsys.readouterr().out)}
    assert list(settings) == [field.name for field in fields(IGCLSettings)]
    assert settings["tau"]["above"] == 0
    assert all(setting["help"] for setting in settings.values())


def test_the_table_of_settings_shows_ranges_and_choices(capsys):
    main(["methods", "--settings"])
    table = capsys.readouterr().out
    assert ">= 0, <= 0.95" in table
    assert "gcn | gat | gatv2 | gin" in table
