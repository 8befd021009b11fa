"""open: the lab starts on a file, or a sentence says why it cannot."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.load.server import free_port
from igcl_core import Run
from igcl_core.cli import open_lab
from igcl_core.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 300  # seconds, only to end what hangs


@pytest.fixture
def file(tmp_path) -> Path:
    run = Run("karate", epochs=8, warmup=3, D=4, vgae_hidden=4)
    run.advance(4)
    run.save(tmp_path / "run.igcl")
    return tmp_path / "run.igcl"


@pytest.mark.parametrize("content", [None, b"", b"a photograph"])
def test_what_is_no_run_is_refused_before_anything_is_started(tmp_path, capsys, monkeypatch, content):
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("something was started"))
    if content is not None:
        (tmp_path / "run.igcl").write_bytes(content)
    assert main(["open", str(tmp_path / "run.igcl")]) == 2
    said = capsys.readouterr().err
    assert "There is no file" in said if content is None else "is not a saved run" in said


def test_where_the_app_is_not_beside_the_package_it_says_what_to_do(file, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(open_lab, "APP", tmp_path / "streamlit_app.py")
    assert main(["open", str(file)]) == 2
    said = capsys.readouterr().err
    assert "only the package is installed here. Get the whole checkout" in said and str(file) in said


def test_the_lab_starts_on_the_file_and_ends_with_the_program(file):
    port = str(free_port())
    command = [sys.executable, "-m", "igcl_core", "open", str(file), "--json", "--port", port]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        about = json.loads(program.stdout.readline())
        assert about["step"] == 4 and about["command"][-2:] == [str(ROOT / "streamlit_app.py"), f"--server.port={port}"]
        while "URL" not in program.stdout.readline():
            assert program.poll() is None
        program.send_signal(signal.SIGTERM)
        out, err = program.communicate(timeout=LIMIT)
    assert program.returncode == 143 and "The lab has ended." in err and "Traceback" not in out + err
