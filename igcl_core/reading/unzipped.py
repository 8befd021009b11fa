"""Unzipped: the files in a zip, in memory, after their names and sizes have been found harmless."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath

from igcl_core.errors import shown
from igcl_core.reading.given import Given
from igcl_core.reading.limits import MOST_FILES, MOST_UNPACKED, OF_ARRAYS, ask_memory
from igcl_core.reading.refused import Refused, refused, said_by

NOT_DATA = ("__macosx", "readme", ".ds_store", "license")


def unzipped(given: Given) -> list[Given]:
    """All files with data; what they say they will take is refused before it is taken."""
    try:
        with zipfile.ZipFile(io.BytesIO(given.content)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _check(given, members)
            wanted = [member for member in members if not _is_beside(member.filename)]
            return [Given(PurePosixPath(each.filename).name, archive.read(each)) for each in wanted]
    except Refused:
        raise
    except Exception as problem:
        said = said_by(problem)
        raise Refused(f"{given.name} should be a zip, but it cannot be unpacked: {said}.") from None


def _is_beside(name: str) -> bool:
    return any(part.lower().startswith(NOT_DATA) for part in PurePosixPath(name).parts)


def _check(given: Given, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_FILES:
        raise refused(given.name, f"at most {MOST_FILES} files", f"{len(members):,}")
    for member in members:
        parts = PurePosixPath(member.filename.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts or ":" in member.filename:
            raise refused(given.name, "files inside the zip", f"the path {shown(member.filename)}, which leads outside")
        if member.flag_bits & 1:
            raise refused(given.name, "files without a password", f"{shown(member.filename)} with one")
    size = sum(member.file_size for member in members)
    if size > MOST_UNPACKED:
        raise refused(given.name, f"at most {MOST_UNPACKED:,} bytes when unpacked", f"{size:,}")
    ask_memory(given.name, OF_ARRAYS * size, "when unpacked")
