"""What a profiled Python runs first: it waits for `import torch`.

propp puts the folder of this file before the others in PYTHONPATH (`--pytorch modules`). The
program's own sitecustomize, if it has one, runs as it would without.
"""

import sys


def _chain():
    """Runs the sitecustomize that this one hides."""
    import os
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path) != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _wait():
    """Has the hook installed when the program imports torch."""
    import propp_modules

    propp_modules.wait_for_torch()


try:
    _wait()
except Exception:  # The program must not notice.
    pass
try:
    _chain()
finally:
    # What the program sees is as without propp.
    import os

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != here]
    del os, here
