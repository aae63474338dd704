"""Pages of lists with the interface of the official SDK. A page becomes one of these by its class alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import parlour

if TYPE_CHECKING:
    from typing import TypeVar

    _A = TypeVar("_A")


class PageInfo(NamedTuple):
    """Where the next page is."""

    params: dict[str, str]
    """The parameters that ask for it."""


class _OfPage:
    __slots__ = ()

    def next_page_info(self: Any) -> PageInfo | None:
        """Where the next page is; ``None`` after the last."""
        if not self.has_next_page():
            return None
        if self.next_page is not None:
            return PageInfo({"page": self.next_page})
        return PageInfo({"after_id": self.last_id or ""})


class Page(_OfPage, parlour.Page[Any]):
    """A page of synchronous code."""

    __slots__ = ()

    def get_next_page(self) -> parlour.Page[Any]:
        """As the method of this package."""
        return paged(super().get_next_page())


class AsyncPage(_OfPage, parlour.AsyncPage[Any]):
    """A page of asynchronous code."""

    __slots__ = ()

    async def get_next_page(self) -> parlour.AsyncPage[Any]:
        """As the method of this package."""
        return paged(await super().get_next_page())


_KINDS: dict[type, Any] = {parlour.Page: Page, parlour.AsyncPage: AsyncPage}


def paged(answer: _A) -> _A:
    """A page as one of these, and a list that is asked for as one of such pages; anything else as it is."""
    made: Any = answer
    kind = _KINDS.get(type(answer))
    if kind is not None:
        made.__class__ = kind
    elif hasattr(answer, "_first"):
        first = made._first

        async def adopted() -> Any:
            return paged(await first())

        made._first = adopted
    return answer
