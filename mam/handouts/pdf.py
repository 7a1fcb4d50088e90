"""Pages as one PDF file: vl-convert draws each, and the files are joined."""

import re
from collections.abc import Mapping, Sequence

_MILLIMETERS = re.compile(r'(width|height)="([\d.]+)mm"')
_POINTS = 72 / 25.4  # in a millimeter of PDF
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_CATALOG, _PAGES = 1, 2  # the numbers of the objects that a file has once


def make_pdf(pages: Sequence[str]) -> bytes:
    """Return pictures of pages as a PDF file. Raises ValueError if vl-convert is not installed."""
    return _join_files([_draw_file(page) for page in pages])


def _draw_file(page: str) -> bytes:
    """Return the picture of a page as a PDF file of one page."""
    try:
        import vl_convert
    except ImportError:
        raise ValueError(
            "a PDF needs vl-convert: pip install 'mam[lab]', or leave out --pdf and print the HTML"
        ) from None
    size = (f'{name}="{float(length) * _POINTS:.2f}"' for name, length in _MILLIMETERS.findall(page)[:2])
    data: bytes = vl_convert.svg_to_pdf(_MILLIMETERS.sub(lambda _: next(size), page, count=2))  # a pixel is a point
    return data


def _join_files(files: Sequence[bytes]) -> bytes:
    """Return one file with the page of each file: its objects get new numbers, and catalog and list of pages are new."""
    objects = [b"", b""]  # the catalog and the list of pages, which come last
    pages = []
    for file in files:
        parts = _split_objects(file)
        catalog = _find_number(rb"/Root (\d+) 0 R", file)
        parent = _find_number(rb"/Pages (\d+) 0 R", parts[catalog])
        numbers_to_copy = [number for number in parts if number not in (catalog, parent)]
        numbers = {number: len(objects) + place for place, number in enumerate(numbers_to_copy, 1)} | {parent: _PAGES}
        pages.append(b"%d 0 R" % numbers[_find_number(rb"/Kids \[(\d+) 0 R\]", parts[parent])])
        objects += [_renumber(parts[number], numbers) for number in numbers_to_copy]
    objects[_CATALOG - 1] = b"<< /Type /Catalog /Pages %d 0 R >>" % _PAGES
    objects[_PAGES - 1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), b" ".join(pages))
    return _write_file(objects)


def _find_number(pattern: bytes, text: bytes) -> int:
    """Return the last number that a pattern finds. Raises ValueError if there is none."""
    found = re.findall(pattern, text)
    if not found:
        raise ValueError("this version of vl-convert writes PDF in another way: leave out --pdf and print the HTML")
    return int(found[-1])


def _split_objects(file: bytes) -> dict[int, bytes]:
    """Return what a file's objects say, by number, found by its table of places."""
    table = int(file[file.rindex(b"startxref") :].split()[1])
    entries = file[table : file.index(b"trailer", table)].split(b"\n")[2:]
    places = {number: int(entry[:10]) for number, entry in enumerate(entries) if entry[17:18] == b"n"}
    ends = sorted([*places.values(), table])
    return {
        number: file[place : ends[ends.index(place) + 1]].partition(b"obj")[2].rpartition(b"endobj")[0].strip(b"\n")
        for number, place in places.items()
    }


def _renumber(text: bytes, numbers: Mapping[int, int]) -> bytes:
    """Return an object with new numbers of those that it names; the bytes of a stream stay."""
    head, stream, data = text.partition(b"\nstream")
    return _REFERENCE.sub(lambda match: b"%d 0 R" % numbers[int(match[1])], head) + stream + data


def _write_file(objects: Sequence[bytes]) -> bytes:
    """Return the objects 1, 2, … as a file; the first is the catalog."""
    file = b"%PDF-1.7\n%\x80\x80\x80\x80\n"  # the second line says that this is no text
    table = b"0000000000 65535 f\r\n"
    for number, text in enumerate(objects, 1):
        table += b"%010d 00000 n\r\n" % len(file)
        file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    trailer = b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return file + b"xref\n0 %d\n" % (len(objects) + 1) + table + trailer % (len(objects) + 1, _CATALOG, len(file))
