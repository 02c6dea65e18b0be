"""Fetches and unpacks the wheels that redistributables.txt pins.

`cargo xtask setup` runs this; Python's standard library holds what it needs
(zip, sha256), so xtask does without two crates. pip does the fetching: it knows
the user's index, proxies and certificates. Nothing is used whose sha256 is not
the pinned one.

    wheels.py fetch  PINS CACHE
    wheels.py unpack PINS CACHE TOOLKIT LIBCLANG
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

PIN = re.compile(r"(\S+)==(\S+) --hash=sha256:([0-9a-f]{64})\s+# (\d+) bytes")

# pip takes a platform tag literally (no "or older"), so each tag in use is named.
PLATFORMS = ["manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_25_x86_64"]

READ_SIZE = 1 << 20


class Pin:
    def __init__(self, line, name, version, sha256, size):
        self.line, self.name, self.version, self.sha256, self.size = line, name, version, sha256, int(size)

    def __str__(self):
        return "%s %s" % (self.name, self.version)


class Failure(Exception):
    """A message for the user."""


def read_pins(path):
    pins = []
    with open(path) as lines:
        for line in map(str.strip, lines):
            if line and not line.startswith("#"):
                match = PIN.fullmatch(line)
                if not match:
                    raise Failure("%s: not a pin with hash and size: %s" % (path, line))
                pins.append(Pin(line, *match.groups()))
    return pins


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(READ_SIZE), b""):
            digest.update(block)
    return digest.hexdigest()


def wheels_by_hash(cache):
    paths = [os.path.join(cache, name) for name in os.listdir(cache) if name.endswith(".whl")]
    return {sha256(path): path for path in paths}


def fetch(pins, cache):
    os.makedirs(cache, exist_ok=True)
    present = wheels_by_hash(cache)
    missing = [pin for pin in pins if pin.sha256 not in present]
    if not missing:
        print("all %d wheels are in %s already" % (len(pins), cache))
        return
    size = sum(pin.size for pin in missing) / 1e6
    require_pip()
    print("downloading %d wheels, %.0f MB" % (len(missing), size))
    # One at a time, so that an interruption costs one wheel and not all.
    for pin in missing:
        print("  %s (%.1f MB)" % (pin, pin.size / 1e6), flush=True)
        download(pin, cache)
    present = wheels_by_hash(cache)
    for pin in missing:
        if pin.sha256 not in present:
            raise Failure("%s: no downloaded file has sha256 %s" % (pin, pin.sha256))


def require_pip():
    probe = [sys.executable, "-m", "pip", "--version"]
    if subprocess.run(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        raise Failure("%s has no pip, which fetches the wheels (package python3-pip)" % sys.executable)


def download(pin, cache):
    # pip takes hashes from a file only.
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write(pin.line + "\n")
        requirements.flush()
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", requirements.name]
        command += ["--platform=" + tag for tag in PLATFORMS] + ["-d", cache]
        status = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    if status:
        raise Failure("`python3 -m pip download` could not fetch %s (its words are above)" % pin)


def unpack(pins, cache, toolkit, libclang):
    present = wheels_by_hash(cache)
    for pin in pins:
        if pin.sha256 not in present:
            raise Failure("%s is not in %s" % (pin, cache))
        with zipfile.ZipFile(present[pin.sha256]) as wheel:
            for entry in wheel.infolist():
                target = place(entry.filename, pin, toolkit, libclang)
                if target and not entry.is_dir():
                    extract(wheel, entry, target)
    link_libraries(toolkit)


def place(entry, pin, toolkit, libclang):
    """Where a wheel's entry goes in a toolkit's layout; None for what no one reads."""
    parts = entry.split("/")
    root = libclang if pin.name == "libclang" else toolkit
    if parts[0].endswith(".dist-info"):
        # Whoever hands the files on must be able to hand on their licence.
        return os.path.join(root, "licenses", pin.name + ".txt") if "license" in parts[-1].lower() else None
    if parts[-1] == "libclang.so":
        return os.path.join(root, parts[-1])
    if parts[:2] == ["nvidia", "cu13"] and parts[2] != ".metadata" and ".." not in parts:
        return os.path.join(root, *parts[2:])
    return None


def extract(wheel, entry, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with wheel.open(entry) as source, open(target, "wb") as file:
        for block in iter(lambda: source.read(READ_SIZE), b""):
            file.write(block)
    # Wheels made on Windows carry no mode bits; in a toolkit bin/ is what runs.
    if os.path.basename(os.path.dirname(target)) == "bin":
        os.chmod(target, 0o755)


def link_libraries(toolkit):
    """The names that linkers and nvcc look for and that wheels cannot hold."""
    library = os.path.join(toolkit, "lib")
    for name in os.listdir(library):
        bare = re.sub(r"\.so\.[0-9.]+$", ".so", name)
        if not os.path.lexists(os.path.join(library, bare)):
            os.symlink(name, os.path.join(library, bare))
    os.symlink("lib", os.path.join(toolkit, "lib64"))


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "fetch":
        fetch(read_pins(arguments[1]), arguments[2])
    elif len(arguments) == 5 and arguments[0] == "unpack":
        unpack(read_pins(arguments[1]), *arguments[2:])
    else:
        raise Failure(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Failure, OSError, zipfile.BadZipFile) as failure:
        sys.exit("wheels.py: %s" % failure)
