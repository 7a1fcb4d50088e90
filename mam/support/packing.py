"""A text packed into letters, digits, - and _, so that it fits into an address or a mail."""

import base64
import zlib

_LARGEST = 200_000  # characters that are unpacked


def pack(text: str, base: str = "") -> str:
    """Return a text packed; with a `base`, what differs from that text.

    >>> unpack(pack("deal 7"))
    'deal 7'
    """
    packer = zlib.compressobj(9, zdict=base.encode()) if base else zlib.compressobj(9)
    return base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def unpack(packed: str, base: str = "") -> str:
    """Return the text that `pack` was given. Raises ValueError for anything else."""
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        reader = zlib.decompressobj(zdict=base.encode()) if base else zlib.decompressobj()
        text = reader.decompress(data, _LARGEST)
        if not reader.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise ValueError("what is packed here is not complete") from None
