"""Arrays from anywhere: what a file says it holds is known before any of it is read, and lies are refused."""

import io
import zipfile

import numpy as np
import pytest

from igcl_core.files.plain_npz import NotPlain, PlainNpz


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.npz"


def member(shape: tuple[int, ...], content: bytes, kind: str = "<f4") -> bytes:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": kind, "fortran_order": False, "shape": shape})
    return header.getvalue() + content


def archive(path, **members: bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(f"{name}.npy", content)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_arrays_come_back_equal(path, save):
    arrays = {
        "a": np.arange(6).reshape(2, 3),
        "b/1": np.array("text"),
        "c": np.zeros((0, 4)),
        "d": np.asfortranarray([[1.0]]),
    }
    save(path, **arrays)
    with PlainNpz(path) as file:
        assert set(file.declared) == set(arrays) and file.declared["a"].shape == (2, 3)
        for name, array in arrays.items():
            assert np.array_equal(file[name], array) and file[name].dtype == array.dtype
        with pytest.raises(NotPlain, match="no array 'e'"):
            file["e"]


def test_much_in_little_is_refused_before_it_is_unpacked(path):
    np.savez_compressed(path, a=np.zeros(50_000_000, np.uint8))
    assert path.stat().st_size < 100_000
    with pytest.raises(NotPlain, match="would take 50,000,128 bytes, where at most 1,000,000 were expected"):
        PlainNpz(path, most=1_000_000)


@pytest.mark.parametrize(
    "content",
    [
        member((10**12,), b"1234"),
        member((2,), b"1234"),
        member((-1,), b"1234"),
        member((1,), b"12345678"),
        member((1,), b"12345678", "|O"),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + b" " * 100_000,
        b"\x93NUMPY\x01\x00\x10\x00" + b"(" * 16,
        b"no array at all",
        b"",
    ],
)
def test_an_array_that_lies_is_refused(path, content):
    archive(path, a=content)
    with pytest.raises(NotPlain):
        PlainNpz(path)


def test_a_pickle_is_refused(path):
    np.savez(path, a=np.array([{"a": 1}], dtype=object))
    with pytest.raises(NotPlain, match="no plain one"):
        PlainNpz(path)


def test_other_bytes_are_refused(path):
    for content in (b"", b"hello", np.random.default_rng(0).bytes(5000)):
        path.write_bytes(content)
        with pytest.raises(NotPlain):
            PlainNpz(path)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(NotPlain, match="'readme.txt', which is no array"):
        PlainNpz(path)


def test_a_flipped_bit_is_noticed(path):
    np.savez(path, a=np.zeros(100))
    data = bytearray(path.read_bytes())
    data[400] ^= 1
    path.write_bytes(data)
    with pytest.raises(NotPlain, match="CRC"), PlainNpz(path) as file:
        file["a"]
