"""Thousands of hostile settings, graphs, run files and raw files: each is accepted rightly or gets a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

JUDGE = Path(__file__).parent / "hostile" / "judge.py"
COUNTS = {"settings": 1000, "graphs": 900, "runfiles": 750, "rawfiles": 200, "brought": 500}


def judged(kind: str, count: int) -> dict:
    """In a process of its own, so that a crash is seen and named."""
    command = [sys.executable, str(JUDGE), kind, str(count), "0"]
    done = subprocess.run(
        command, cwd=JUDGE.parents[2], env=dict(os.environ), capture_output=True, text=True, timeout=600
    )
    last = done.stderr.strip().splitlines()[-1:] or [""]
    assert done.returncode == 0, f"The process ended with {done.returncode} at case {last[0]}"
    return json.loads(done.stdout.splitlines()[-1])


def test_there_are_enough_of_them():
    assert sum(COUNTS.values()) >= 2000


@pytest.mark.parametrize("kind", ["settings", "graphs", "runfiles", "brought"])
def test_each_is_accepted_rightly_or_gets_a_sentence(kind):
    found = judged(kind, COUNTS[kind])
    assert found["faults"] == []
    assert found["accepted"] + found["sentence"] == COUNTS[kind]
    assert min(found["accepted"], found["sentence"]) > COUNTS[kind] / 40


def test_raw_files_and_caches_hold_the_published_numbers_or_are_refused(datasets):
    found = judged("rawfiles", COUNTS["rawfiles"])
    assert found["faults"] == [] and found["accepted"] + found["sentence"] == COUNTS["rawfiles"]
