"""Reads sections of a 64-bit little-endian ELF: what the scripts here need, and no more."""

import struct


def sections(data):
    """(name, type, link, info, bytes) of every section."""
    at, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    heads = [struct.unpack_from("<IIQQQQIIQQ", data, at + i * size) for i in range(count)]
    strings = heads[names][4]
    out = []
    for name, kind, _, _, offset, length, link, info, _, _ in heads:
        end = data.index(b"\0", strings + name)
        body = b"" if kind == 8 else data[offset : offset + length]
        out.append((data[strings + name : end].decode(), kind, link, info, body))
    return out


def code(data):
    """Section name -> 128-bit instructions of every .text section."""
    return {
        name: [int.from_bytes(body[i : i + 16], "little") for i in range(0, len(body) - 15, 16)]
        for name, _, _, _, body in sections(data)
        if name.startswith(".text.")
    }
