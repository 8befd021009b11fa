"""Ways to spoil a file: its bytes, its lines, or the arrays in it. Each takes random numbers and says what it did."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import numpy as np

STRANGE_TEXT = (
    b"",
    b"\x00",
    b"-1",
    b"0",
    b"99999999999",
    b"9" * 400,
    b"1e9",
    b"nan",
    b"1.5",
    b"x",
    "٣".encode(),
    b"<p>",
)


def spoil_bytes(path: Path, number: random.Random) -> str:
    """Flip, cut, insert or replace bytes anywhere."""
    data = bytearray(path.read_bytes())
    place, kind = number.randrange(len(data)), number.choice(["flip", "cut", "insert", "drop", "noise", "empty"])
    if kind == "flip":
        data[place] ^= 1 << number.randrange(8)
    elif kind == "cut":
        del data[place:]
    elif kind == "insert":
        data[place:place] = number.randbytes(number.randint(1, 30))
    elif kind == "drop":
        del data[place : place + number.randint(1, 30)]
    else:
        data = bytearray(number.randbytes(200) if kind == "noise" else b"")
    path.write_bytes(data)
    return f"{kind} at byte {place} of {path.name}"


def spoil_lines(path: Path, number: random.Random) -> str:
    """Drop, double, swap or change lines of text."""
    lines = path.read_bytes().split(b"\n")
    a, b = (number.randrange(len(lines)) for _ in range(2))
    kind = number.choice(["drop", "double", "swap", "change", "reverse"])
    if kind == "drop":
        del lines[a]
    elif kind == "double":
        lines.insert(a, lines[b])
    elif kind == "swap":
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == "change":
        words = lines[a].split(b" ")
        words[number.randrange(len(words))] = number.choice([*STRANGE_TEXT, str(number.randrange(4000)).encode()])
        lines[a] = b" ".join(words)
    else:
        lines.reverse()
    path.write_bytes(b"\n".join(lines))
    return f"{kind} lines {a} and {b} of {path.name}"


def spoil_arrays(arrays: dict[str, np.ndarray], number: random.Random) -> str:
    """Change one array: its type, shape, name, or a value in it."""
    name = number.choice(sorted(arrays))
    kind = number.choice([*ARRAY_DAMAGES, "lost", "renamed"])
    if kind == "lost":
        del arrays[name]
    elif kind == "renamed":
        arrays[number.choice(["x", "snapshot/-5/z", "checkpoint/1e9/z", f"{name}/..", "checkpoint"])] = arrays.pop(name)
    else:
        arrays[name] = ARRAY_DAMAGES[kind](arrays[name], number)
    return f"{name} {kind}"


def _put(array: np.ndarray, number: random.Random) -> np.ndarray:
    array = array.copy()
    if array.size:
        values = (
            [-1, 0, 1, 2**31 - 1, 99_999_999, np.nan, np.inf] if array.dtype.kind == "f" else [-1, 0, 1, 7, 99_999_999]
        )
        with np.errstate(all="ignore"):
            array.flat[number.randrange(array.size)] = np.array(number.choice(values)).astype(array.dtype)
    return array


ARRAY_DAMAGES = {
    "put": _put,
    "put again": _put,
    "cut": lambda array, number: array.reshape(-1)[: array.size // 2],
    "doubled": lambda array, number: np.concatenate([array.reshape(-1)] * 2),
    "column": lambda array, number: array.reshape(-1, 1),
    "scalar": lambda array, number: np.array(number.choice([0, -1, 3.5, np.nan])),
    "broadcast": lambda array, number: array.reshape(-1)[:1],
    "text": lambda array, number: array.reshape(-1).astype(str)[:50],
    "complex": lambda array, number: array.astype(complex) if array.dtype.kind in "fiub" else array.reshape(-1)[:0],
    "wide": lambda array, number: (
        array.astype(np.float64) * 1e300 if array.dtype.kind in "fiub" else array.reshape(-1)[:0]
    ),
    "times": lambda array, number: np.zeros(array.shape, "M8[s]"),
    "objects": lambda array, number: np.array([{"a": 1}], object),
    "empty": lambda array, number: array.reshape(-1)[:0],
    "large": lambda array, number: np.zeros(3_000_000, array.dtype if array.dtype.kind in "fiub" else "u1"),
}


def write_arrays(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    """As numpy writes them, compressed or not; now and then one of them lies about its shape."""
    kind = number.choice(["stored", "compressed", "stored", "lying"])
    (np.savez_compressed if kind == "compressed" else np.savez)(path.open("wb"), **arrays)
    if kind == "lying" and arrays:
        name = number.choice(sorted(arrays))
        _lie(path, f"{name}.npy", number.choice([10**12, 10**9, 2**62, 0, 5]))
    return kind


def _lie(path: Path, member: str, length: int) -> None:
    """Have the header of one array claim another length than it has."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (length,)})
    contents[member] = header.getvalue() + contents[member][128:]
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
