"""The program as a process: help, pipes that close, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from igcl_core import Run
from igcl_core.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "igcl_core"]
LIMIT = 300  # seconds, only to end what hangs
COMMANDS = ["datasets", "methods", "train", "evaluate", "bench"]


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)])
def test_help_shows_examples(capsys, words):
    with pytest.raises(SystemExit) as end:
        main([*words, "--help"])
    assert end.value.code == 0
    assert "examples:\n  python -m igcl_core" in capsys.readouterr().out


def test_an_unknown_command_is_refused_with_the_known_ones(capsys):
    assert main(["trian"]) == 2
    sentence = capsys.readouterr().err
    assert all(command in sentence for command in COMMANDS)


def test_a_terminal_without_tau_gets_a_table_all_the_same():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*PROGRAM, "methods", "--settings"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_leaves_early_causes_no_traceback():
    command = [*PROGRAM, "train", "karate", "--epochs", "100000", "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert json.loads(process.stdout.readline())["index"] == 0
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=LIMIT) == 141


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_and_sigterm_save_what_there_is(tmp_path, number, code):
    file = tmp_path / "run.igcl"
    command = [*PROGRAM, "train", "karate", "--epochs", "100000", "--json", "--out", str(file)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background of a shell ignores it
    with subprocess.Popen(command, cwd=ROOT, preexec_fn=heed, **pipes) as process:
        for _ in range(5):
            process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == code
    assert err.startswith("Interrupted at step") and str(file) in err and len(err.splitlines()) == 1
    assert json.loads(out.splitlines()[-1])["error"] == err.strip()
    assert Run.open(file).index >= 4
