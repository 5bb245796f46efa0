"""Writes a folder as a zip whose bytes depend on names and contents alone: archive.py FOLDER ZIP.

The folder itself is the zip's first level. Programs keep that anybody may run them. Links are followed: unzip of a
JDK would make files of them, too.
"""
import os
import struct
import sys
import zipfile

TIME = (2026, 1, 1, 0, 0, 0)
CENTRAL = b"PK\x01\x02"
END = b"PK\x05\x06"


def without_modes(jar):
    """Maven's jars have the modes of the files that they were made of, which follow the builder's umask."""
    data = bytearray(jar)
    end = data.rfind(END)
    count, _, at = struct.unpack_from("<HLL", data, end + 10)
    for _ in range(count):
        if data[at : at + 4] != CENTRAL:
            sys.exit("archive: a jar's central directory is not where its end says")
        name, extra, comment = struct.unpack_from("<HHH", data, at + 28)
        folder = data[at + 46 + name - 1 : at + 46 + name] == b"/"
        struct.pack_into("<L", data, at + 38, 0o040755 << 16 | 0x10 if folder else 0o100644 << 16)
        at += 46 + name + extra + comment
    return bytes(data)


def main(folder, file):
    parent = os.path.dirname(os.path.abspath(folder))
    with zipfile.ZipFile(file + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for place, folders, files in os.walk(folder):
            folders.sort()
            for each in sorted(files):
                path = os.path.join(place, each)
                entry = zipfile.ZipInfo(os.path.relpath(path, parent), TIME)
                runs = os.stat(path).st_mode & 0o100
                entry.external_attr = (0o100755 if runs else 0o100644) << 16
                entry.create_system = 3
                entry.compress_type = zipfile.ZIP_DEFLATED
                with open(path, "rb") as content:
                    data = content.read()
                if each.startswith("thaw-") and each.endswith(".jar"):
                    data = without_modes(data)
                out.writestr(entry, data)
    os.replace(file + ".new", file)


if __name__ == "__main__":
    main(*sys.argv[1:])
