"""What hatchling does not know of the wheel: its version and its platform.

`cargo xtask wheel` says both, by PROPP_WHEEL_VERSION and PROPP_WHEEL_TAG.
"""

import os

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # hatchling reads the version with this file alone.
    BuildHookInterface = object


def version():
    """The workspace's version."""
    return _told("PROPP_WHEEL_VERSION")


class PlatformHook(BuildHookInterface):
    """Any Python 3, and the glibc that the binary needs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + _told("PROPP_WHEEL_TAG")


def _told(name):
    value = os.environ.get(name)
    if not value:
        raise SystemExit("%s is not set: build the wheel by `cargo xtask wheel`" % name)
    return value
