"""`python -m propp` is the command `propp`, with this Python for programs that end with .py."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Becomes the command; does not return."""
    from propp import _binary
    from propp._errors import ProppError

    try:
        command = _binary.find()
    except ProppError as error:
        sys.exit(f"propp: {error}")
    environment = {**os.environ, "PROPP_PYTHON": sys.executable}
    try:
        os.execve(command, [command, *sys.argv[1:]], environment)
    except OSError as error:
        sys.exit(f"propp: cannot run {command}: {error}")


if __name__ == "__main__":
    main()
