"""Written by `scripts/python/compat_stubs.py`. The names of the package."""

from typing import Any

from parlour_compat import *

def __getattr__(name: str) -> Any: ...
