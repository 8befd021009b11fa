"""Writing: whole or not at all, only to files, with a sentence for a full disk, and nothing left behind."""

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from igcl_core import Run
from igcl_core.files.whole_file import check_can_write, write_whole

ROOT = Path(__file__).resolve().parents[2]


def test_a_new_file_and_a_known_one(tmp_path):
    path = tmp_path / "file"
    for content in (b"first", b"second"):
        write_whole(path, lambda file, content=content: file.write(content))
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_link_keeps_leading_to_its_file(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", lambda file: file.write(b"x"))
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"x"


@pytest.mark.parametrize("problem", [RuntimeError("no"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, problem):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(file):
        file.write(b"new")
        raise problem

    with pytest.raises(type(problem)):
        write_whole(path, fail)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_run_is_saved_to_files_only(tmp_path):
    run = Run("karate", epochs=1, warmup=0)
    os.mkfifo(tmp_path / "pipe")
    for target, came in ((tmp_path, "a folder"), (tmp_path / "pipe", "no file but a device or a pipe")):
        with pytest.raises(OSError, match=f"A file was expected to write to, but '.*' is {came}"):
            run.save(target)
    with pytest.raises(OSError, match="A file in a folder that exists was expected"):
        run.save(tmp_path / "no" / "folder")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode) and list(tmp_path.iterdir()) == [tmp_path / "pipe"]


def test_devices_are_left_alone():
    for device in ("/dev/null", "/dev/full"):
        with pytest.raises(OSError, match="is no file but a device or a pipe. Choose another name"):
            check_can_write(device)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_full_disk_gets_a_sentence_and_no_half_file(tmp_path):
    """A limit on the size of files stands for a disk that is full."""
    program = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from igcl_core import Run
run = Run("karate", epochs=1, warmup=0)
try:
    run.save({str(tmp_path / "run.igcl")!r})
except OSError as problem:
    print(problem)
"""
    limit = (5_000, 5_000)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
        check=False,
    )
    assert "run.igcl' could not be written: it would be larger than a file may be here." in done.stdout, done.stderr[
        -500:
    ]
    assert "Errno" not in done.stdout and list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_closed_gets_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="could not be written: this user may not write there"):
        write_whole(tmp_path / "file", lambda file: file.write(b"x"))
