"""Plain text: the bytes of a file as UTF-8, from whatever a spreadsheet wrote."""

from __future__ import annotations

import codecs
import re

from igcl_core.reading.given import Given
from igcl_core.reading.guess import Guess, Wanted
from igcl_core.reading.refused import refused

UTF8, LATIN, UTF16 = "utf-8", "latin-1", "utf-16"
ENCODINGS = (UTF8, LATIN, "cp1252", UTF16)
NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def as_utf8(given: Given, wanted: Wanted) -> tuple[bytes, Guess | None]:
    """The text in UTF-8, and what was guessed of its encoding, unless it was UTF-8 already."""
    encoding, guess = _encoding(given, wanted)
    try:
        text = given.content.decode(encoding)
    except (UnicodeError, LookupError) as problem:
        start = getattr(problem, "start", 0)
        raise refused(
            given.name, f"text in {encoding.upper()}", f"the byte 0x{given.content[start]:02x}",
            row=_row(given.content, start), advice="Save it as UTF-8, or choose another encoding.",
        ) from None  # fmt: skip
    content = text.removeprefix("\ufeff").encode("utf-8", "replace")
    if (found := NO_TEXT.search(content)) is not None:
        raise refused(given.name, "text", f"the byte 0x{found[0][0]:02x}, which is in no text",
                      row=_row(content, found.start()))  # fmt: skip
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), guess


def _encoding(given: Given, wanted: Wanted) -> tuple[str, Guess | None]:
    if wanted.encoding is not None:
        return wanted.encoding, Guess("encoding", "Encoding", wanted.encoding, "as you said", ENCODINGS)
    if given.content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UTF16, Guess("encoding", "Encoding", UTF16, f"{given.name} begins with its mark", ENCODINGS)
    try:
        given.content.decode(UTF8)
    except UnicodeDecodeError as problem:
        byte, row = given.content[problem.start], _row(given.content, problem.start)
        why = f"row {row:,} of {given.name} has the byte 0x{byte:02x}, which is not UTF-8"
        return LATIN, Guess("encoding", "Encoding", LATIN, why, ENCODINGS)
    return UTF8, None


def _row(content: bytes, place: int) -> int:
    return content.count(b"\n", 0, place) + 1
