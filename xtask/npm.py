"""Fetches npm packages that are pinned by version and sha512.

npm does the fetching: it knows the user's registry, proxies and certificates. Nothing is
used whose sha512 is not the pinned one.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile


def read_pin(path):
    with open(path) as lines:
        words = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    (name, version, sha512), = words
    return name, version, sha512


def fetch(name, version, folder):
    if not shutil.which("npm"):
        sys.exit(f"npm.py: no npm on PATH, which fetches {name}")
    command = ["npm", "pack", "--silent", "--pack-destination", folder, f"{name}@{version}"]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
        sys.exit(f"npm.py: `npm pack {name}@{version}` failed (its words are above)")
    return os.path.join(folder, next(n for n in os.listdir(folder) if n.endswith(".tgz")))


def check(path, sha512):
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha512").hexdigest()
    if found != sha512:
        sys.exit(f"{path} has sha512 {found}, and {sha512} is pinned; nothing was unpacked")


def install(pins, folder, unpack):
    """Makes the folder anew from the pinned package, which `unpack` puts into it."""
    name, version, sha512 = read_pin(pins)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with tempfile.TemporaryDirectory() as download:
        path = fetch(name, version, download)
        check(path, sha512)
        unpack(path, folder)
    # Last, so that a folder with it is whole.
    shutil.copyfile(pins, os.path.join(folder, "pins.txt"))
