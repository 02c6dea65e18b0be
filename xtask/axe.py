"""Fetches and unpacks the axe-core that axe.txt pins, for tests of HTML reports.

axe-core (MPL-2.0) is a script that looks for barriers in a page. Tests run it in their
browser; it is in no page and in nothing that is shipped.

    axe.py PINS FOLDER
"""

import os
import sys
import tarfile

import npm

FILES = ["axe.min.js", "LICENSE", "LICENSE-3RD-PARTY.txt"]


def unpack(path, folder):
    with tarfile.open(path) as package:
        for name in FILES:
            with package.extractfile(f"package/{name}") as file:
                with open(os.path.join(folder, name), "wb") as out:
                    out.write(file.read())


if __name__ == "__main__":
    npm.install(*sys.argv[1:], unpack)
