"""Kinds of question: one file each, one shape (``base.Kind``), one registry. PURE."""

from . import multiple, single, truefalse
from .base import Accepted, InvalidResponse, Kind, Response

KINDS: dict[str, Kind] = {kind.KIND.name: kind.KIND for kind in (single, multiple, truefalse)}

__all__ = ["KINDS", "Accepted", "InvalidResponse", "Kind", "Response"]
