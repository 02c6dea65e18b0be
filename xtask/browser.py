"""Fetches and unpacks the Chromium that browser.txt pins, for tests of HTML reports.

It is the npm package @sparticuz/chromium (MIT; Chromium itself is under the BSD
licence): a headless Chromium with the libraries it needs, compressed with Brotli.

    browser.py PINS FOLDER
"""

import os
import sys
import tarfile
import tempfile

import brotli

import npm


def unpack(path, folder):
    def decompressed(name, out):
        decompressor = brotli.Decompressor()
        with package.extractfile(f"package/{name}") as file:
            while block := file.read(1 << 20):
                out.write(decompressor.process(block))

    with tarfile.open(path) as package:
        with open(os.path.join(folder, "chromium"), "wb") as out:
            decompressed("bin/chromium.br", out)
        for part in ["al2023", "fonts", "swiftshader"]:
            with tempfile.TemporaryFile() as whole:
                decompressed(f"bin/{part}.tar.br", whole)
                whole.seek(0)
                with tarfile.open(fileobj=whole) as files:
                    files.extractall(folder, filter="data")
        with package.extractfile("package/LICENSE") as licence:
            with open(os.path.join(folder, "LICENSE"), "wb") as out:
                out.write(licence.read())
    os.chmod(os.path.join(folder, "chromium"), 0o755)


if __name__ == "__main__":
    npm.install(*sys.argv[1:], unpack)
