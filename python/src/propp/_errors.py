"""What can go wrong."""

from __future__ import annotations


class ProppError(Exception):
    """propp could not do what was asked for; the message says what to do."""


class NoCounters(ProppError):
    """There is no GPU here, or its counters may not be read."""
