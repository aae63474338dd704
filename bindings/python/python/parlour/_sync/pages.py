"""Pages of lists for synchronous code, made from ``_async.pages`` by ``scripts/python/sync.py``: change that one."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .._hints import install
from .._native import Pages
from .._resources.base import reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from .._native import RawAnswer, ResponseInfo
    from .._options.interfaces import Reader

T = TypeVar("T")


class Page(Generic[T]):
    """A page of a list. Iterating over it gives its items and those of all pages after it, which are fetched as they
    are needed; :meth:`iter_pages` gives the pages."""

    __slots__ = ("_after", "_fetch", "data", "first_id", "has_more", "last_id", "next_page", "response_info")

    def __init__(self, answer: RawAnswer, root: str, pages: Pages, fetch: Callable[[Pages], Any]) -> None:
        page: Any = reader(root)(answer)
        self._after = pages.after(answer)
        self._fetch = fetch
        self.data: list[T] = page.data
        """The items of this page."""
        self.has_more: bool | None = page.has_more
        """Whether the service said that there are more."""
        self.first_id: str | None = page.first_id
        """The id of the first item, in lists that are walked by ids."""
        self.last_id: str | None = page.last_id
        """The id of the last item, likewise."""
        self.next_page: str | None = page.next_page
        """The cursor of the next page, in lists that are walked by cursors."""
        self.response_info: ResponseInfo = answer.info
        """Status, headers, rate limits and attempts of the answer."""

    def has_next_page(self) -> bool:
        """Whether there is another page, as far as it is known."""
        return self._after.has_next

    def get_next_page(self) -> Page[T]:
        """The next page. ``RuntimeError`` after the last."""
        if not self._after.has_next:
            raise RuntimeError("this is the last page: ask has_next_page() first")
        page: Page[T] = self._fetch(self._after)
        return page

    def iter_pages(self) -> Reader[Page[T]]:
        """This page and those after it."""
        return _PageIterator(self)

    def __iter__(self) -> Reader[T]:
        return _ItemIterator(self)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.data)} items, has_next_page={self.has_next_page()})"


class _PageIterator(Generic[T]):
    """The pages of a list. After an error the same page is asked for again."""

    __slots__ = ("_begun", "_is_closed", "_page")

    def __init__(self, page: Page[T]) -> None:
        self._page = page
        self._begun = False
        self._is_closed = False

    def __iter__(self) -> Self:
        return self

    def close(self) -> None:
        """Ends the iterator: no page is fetched any more."""
        self._is_closed = True

    def __next__(self) -> Page[T]:
        if self._is_closed:
            raise StopIteration
        if self._begun:
            if not self._page.has_next_page():
                raise StopIteration
            self._page = self._page.get_next_page()
        self._begun = True
        return self._page


class _ItemIterator(Generic[T]):
    """The items of a list. After an error the same page is asked for again."""

    __slots__ = ("_is_closed", "_items", "_page")

    def __init__(self, page: Page[T]) -> None:
        self._page = page
        self._items = iter(page.data)
        self._is_closed = False

    def __iter__(self) -> Self:
        return self

    def close(self) -> None:
        """Ends the iterator: no page is fetched any more."""
        self._is_closed = True

    def __next__(self) -> T:
        while not self._is_closed:
            for item in self._items:
                return item
            if not self._page.has_next_page():
                break
            self._page = self._page.get_next_page()
            self._items = iter(self._page.data)
        raise StopIteration


install(globals())
