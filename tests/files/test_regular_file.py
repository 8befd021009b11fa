"""Files from anywhere: a pipe, a device or a folder in place of one gets a sentence and is not waited for."""

import os

import pytest

from igcl_core.files.regular_file import check_regular, read_regular


def test_a_file_has_a_size_and_bytes(tmp_path):
    (tmp_path / "file").write_bytes(b"hello")
    assert check_regular(tmp_path / "file") == 5 and read_regular(tmp_path / "file", 5) == b"hello"
    with pytest.raises(OSError, match="should have at most 4 bytes, but it has 5"):
        read_regular(tmp_path / "file", 4)


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_file_is_named(tmp_path, kind):
    path = {"pipe": tmp_path / "pipe", "folder": tmp_path, "device": "/dev/zero"}[kind]
    if kind == "pipe":
        os.mkfifo(path)
    with pytest.raises(OSError, match=f"should be a file, but it is a {kind}"):
        check_regular(path)


def test_names_that_lead_nowhere(tmp_path):
    os.symlink(tmp_path / "loop", tmp_path / "loop")
    with pytest.raises(FileNotFoundError, match="There is no file '.*absent'"):
        check_regular(tmp_path / "absent")
    for name in (tmp_path / "loop", "x" * 5000, "\x00"):
        with pytest.raises(OSError, match="cannot be read") as problem:
            check_regular(name)
        assert len(str(problem.value)) < 400 and "Errno" not in str(problem.value)
