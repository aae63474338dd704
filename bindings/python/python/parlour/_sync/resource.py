"""Base class of the endpoints other than messages in synchronous code, made from ``_async.resource`` by
``scripts/python/sync.py``: change that one. The core decides paths, pages and intervals."""

from __future__ import annotations

from typing import Any, ParamSpec, TypeVar

from .._hints import install
from .._native import RAW, Pages, ResourceCall
from .._options.options import of_call
from .._resources.base import STREAMED, TYPED, BaseResource, RawResourceResponse, options_of, reader
from .._types.response import RawStreamResponse
from .io import call, listing
from .pages import Page
from .streamed import open_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .._native import Client as NativeClient
    from .._native import RawAnswer

P = ParamSpec("P")
T = TypeVar("T")


class Resource(BaseResource):
    """Base class of the resources."""

    __slots__ = ()

    def _whole(
        self,
        root: str,
        name: str,
        ids: tuple[str, ...] = (),
        body: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        return self._sent(root, ResourceCall.whole(name, list(ids), [], body), options_of(options or {}))

    def _sent(self, root: str, made: ResourceCall, options: dict[str, Any] | None) -> Any:
        read = reader(root, made.operation)
        if self._form == STREAMED:
            return open_body(self._native, made, options, self._key, read)
        answer = call(self._native, RAW, made, options, self._key)
        return RawResourceResponse(answer, read) if self._form else read(answer)

    def _listed(
        self,
        root: str,
        name: str,
        query: list[tuple[str, str]],
        given: Mapping[str, Any],
        ids: tuple[str, ...] = (),
    ) -> Any:
        options = options_of(given)
        pages = Pages(name, list(ids), query)

        def fetch(pages: Pages) -> Page[Any]:
            answer = call(self._native, RAW, pages.next(), options, self._key)
            return Page(answer, root, pages, fetch)

        def read(answer: RawAnswer) -> Page[Any]:
            return Page(answer, root, pages, fetch)

        def raw() -> RawResourceResponse[Page[Any]]:
            answer = call(self._native, RAW, pages.next(), options, self._key)
            return RawResourceResponse(answer, read)

        if self._form == STREAMED:
            return open_body(self._native, pages.next(), options, self._key, read)
        return raw() if self._form else listing(lambda: fetch(pages))


def count_tokens(
    native: NativeClient, key: Any, request: Any, params: dict[str, Any], *, form: int = TYPED
) -> Any:
    """Counts the input tokens of a request."""
    body, options = of_call(request, params)
    made = ResourceCall.whole("messages.count_tokens", [], [], body)
    return Resource(native, key, form=form)._sent("MessageTokensCount", made, options)


# Types of the calls that return responses, for type checkers: the same methods, of resources in other forms.


def whole(method: Callable[P, T]) -> Callable[P, RawResourceResponse[T]]:
    """For type checkers: the result type of a method whose resource returns whole answers."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def opened(method: Callable[P, T]) -> Callable[P, RawStreamResponse[T]]:
    """As :func:`whole`, of a method that returns a stream."""
    made: Any = method
    return made  # type: ignore[no-any-return]


install(globals())
