"""From the bytes of a file to its text."""

from __future__ import annotations


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and a complaint about its encoding, empty if there is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), ""
    # UTF-16 without its mark: Latin text has a zero in every second byte.
    for codec, zeros in (("utf-16-be", data[:1000:2]), ("utf-16-le", data[1:1000:2])):
        if zeros and 2 * zeros.count(0) > len(zeros):
            return data.decode(codec, errors="replace"), ""
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        # cp1252 leaves five bytes undefined; latin-1 maps every byte.
        line = data.count(b"\n", 0, error.start) + 1
        try:
            content = data.decode("cp1252")
        except UnicodeDecodeError:
            content = data.decode("latin-1")
        return content, f"is not UTF-8 (line {line}); read as Windows-1252"
