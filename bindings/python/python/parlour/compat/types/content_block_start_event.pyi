"""Written by `scripts/python/compat_stubs.py`. Each module has all names."""

from typing import Any

from parlour_compat._for_checkers import *

def __getattr__(name: str) -> Any: ...
