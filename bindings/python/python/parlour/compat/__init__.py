"""``parlour.compat``: the same module as ``parlour_compat``, of the distribution ``parlour-compat``.

Nothing but the alias is here. The stubs beside it show type checkers the same names; `scripts/python/compat_stubs.py`
writes them.
"""

import sys

try:
    import parlour_compat
except ModuleNotFoundError as error:
    if error.name != "parlour_compat":
        raise
    raise ImportError(
        "parlour.compat is a distribution of its own, which is not installed: run `pip install 'parlour[compat]'`",
        name=__name__,
    ) from None

# The import system takes the entry of `sys.modules` once this file has run. Submodules are found by the
# finder of `parlour_compat`.
sys.modules[__name__] = parlour_compat
