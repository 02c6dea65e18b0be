"""Fetches and unpacks the Chromium that browser.txt pins, for tests of HTML reports.

It is the npm package @sparticuz/chromium (MIT; Chromium itself is under the BSD
licence): a headless Chromium with the libraries it needs, compressed with Brotli.
npm does the fetching: it knows the user's registry, proxies and certificates. Nothing is
used whose sha512 is not the pinned one.

    browser.py PINS FOLDER
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

import brotli


def read_pin(path):
    with open(path) as lines:
        words = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    (name, version, sha512), = words
    return name, version, sha512


def fetch(name, version, folder):
    if not shutil.which("npm"):
        sys.exit("browser.py: no npm on PATH, which fetches the browser")
    command = ["npm", "pack", "--silent", "--pack-destination", folder, f"{name}@{version}"]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
        sys.exit(f"browser.py: `npm pack {name}@{version}` failed (its words are above)")
    return os.path.join(folder, next(n for n in os.listdir(folder) if n.endswith(".tgz")))


def check(path, sha512):
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha512").hexdigest()
    if found != sha512:
        sys.exit(f"{path} has sha512 {found}, and {sha512} is pinned; nothing was unpacked")


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


def main(pins, folder):
    name, version, sha512 = read_pin(pins)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with tempfile.TemporaryDirectory() as download:
        path = fetch(name, version, download)
        check(path, sha512)
        unpack(path, folder)
    # Last, so that a folder with it is whole.
    shutil.copyfile(pins, os.path.join(folder, "pins.txt"))


if __name__ == "__main__":
    main(*sys.argv[1:])
