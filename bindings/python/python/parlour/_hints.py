"""Lazy type hints and signatures, for ``typing.get_type_hints``, ``inspect.signature``, ``help()`` and editors. Until
they are read, nothing of ``typing``, ``inspect`` or ``params`` is imported, and calls cost what they would cost without
this.

Names in annotations that a module imports for type checkers alone come from ``_annotations``, which the package
registers with :func:`resolve_names_with`. This module must not import the rest of the package.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterator
    from typing import Any

_FUNCTION: Any = type(lambda: None)
_VAR_KEYWORD = 8
"""The flag of code that takes any keywords (``inspect.CO_VARKEYWORDS``)."""

_names: Callable[[], dict[str, Any]]


def resolve_names_with(names: Callable[[], dict[str, Any]]) -> None:
    """Sets the function that returns the names of annotations that modules lack at run time."""
    global _names  # noqa: PLW0603
    _names = names


class Hints(dict):  # type: ignore[type-arg]
    """The annotations of a class or function: text until they are read, types from then on. An annotation stays text
    if it names a package that is not installed, or a class of the stub alone."""

    __slots__ = ("_module", "text")

    def __init__(self, annotations: dict[str, Any], module: str) -> None:
        super().__init__(annotations)
        self._module: str | None = module
        self.text = annotations
        """The annotations as text of the source."""

    def _resolve(self) -> Hints:
        module, self._module = self._module, None
        if module is not None:
            names, own = _names(), vars(sys.modules[module])
            for name, text in self.text.items():
                if isinstance(text, str):
                    try:
                        dict.__setitem__(self, name, eval(text, names, own))
                    except (AttributeError, NameError):
                        continue
        return self

    # `dict(hints)` reads the items directly unless `__iter__` is overridden.

    def __iter__(self) -> Iterator[str]:
        return dict.__iter__(self._resolve())

    def __getitem__(self, name: str) -> Any:
        return dict.__getitem__(self._resolve(), name)

    def get(self, name: str, default: Any = None) -> Any:
        """As that of any dict."""
        return dict.get(self._resolve(), name, default)

    def items(self) -> Any:
        """As that of any dict."""
        return dict.items(self._resolve())

    def values(self) -> Any:
        """As that of any dict."""
        return dict.values(self._resolve())

    def copy(self) -> dict[str, Any]:
        """As that of any dict."""
        return dict(self)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def text_of(annotations: dict[str, Any]) -> dict[str, Any]:
    """Annotations as text of the source."""
    return annotations.text if type(annotations) is Hints else annotations


class Signature:
    """A lazy signature of a function, resolved at its first use. It lists the keywords of a TypedDict by
    their names."""

    __slots__ = ("_function", "_keywords", "_signature")

    def __init__(self, function: Any, keywords: str | None) -> None:
        self._function = function
        self._keywords = keywords
        self._signature: inspect.Signature | None = None

    def _resolve(self) -> inspect.Signature:
        if self._signature is None:
            self._signature = _signature(self._function, self._keywords)
        return self._signature

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        import inspect

        return inspect.Signature

    def __getattr__(self, name: str) -> Any:
        return getattr(self._resolve(), name)

    def __eq__(self, other: object) -> bool:
        return self._resolve() == (other._resolve() if type(other) is Signature else other)

    def __hash__(self) -> int:
        return hash(self._resolve())

    def __str__(self) -> str:
        return str(self._resolve())

    def __repr__(self) -> str:
        return repr(self._resolve())

    def __reduce__(self) -> Any:
        return self._resolve().__reduce__()


def _signature(function: Any, keywords: str | None) -> inspect.Signature:
    import inspect
    import typing

    names = _names()
    # A copy, which has no `__signature__`.
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    plain = _FUNCTION(code, function.__globals__, function.__name__, defaults, closure)
    plain.__kwdefaults__ = function.__kwdefaults__
    plain.__annotations__ = function.__annotations__
    signature = inspect.signature(plain)
    # A parameter with a leading underscore takes refused arguments.
    parameters = [one for one in signature.parameters.values() if one.name[0] != "_"]
    rest = parameters[-1] if parameters else None
    if rest is None or rest.kind is not rest.VAR_KEYWORD:
        return signature
    shape = names[keywords] if keywords else next(iter(typing.get_args(rest.annotation)), None)
    if shape is None:
        return signature
    hints = typing.get_type_hints(shape)
    known = {one.name for one in parameters}
    # Options of the call go last, after parameters of the request.
    options = names["CallOptions"].__annotations__.keys() if "model" in hints else ()
    order = sorted((name for name in hints if name not in known), key=lambda name: name in options)
    if "betas" in hints:
        # Any text is one; the known ones, which are many, have a module.
        hints["betas"] = typing.Sequence[str]
    kind, default = inspect.Parameter.KEYWORD_ONLY, names["NOT_GIVEN"]
    added = [inspect.Parameter(name, kind, default=default, annotation=hints[name]) for name in order]
    # A request may have parameters that this version does not know; options are checked.
    more = [rest.replace(annotation=typing.Any)] if "model" in hints else []
    return signature.replace(parameters=[*parameters[:-1], *added, *more])


class Attributes(dict):  # type: ignore[type-arg]
    """The attributes of a function, of which its signature is not copied: ``functools.wraps`` would give that of the
    function to whatever wraps a method, and with it ``self``."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def keys(self) -> Any:
        """All names but that of the signature."""
        return dict.keys(self) - {"__signature__"}


def install(module: dict[str, Any], **keywords: str) -> None:
    """Makes the type hints and signatures of a module lazy: nothing that they name is imported until they are read.
    Called at the end of the module, whose annotations are text. Names that it lacks at run time are looked up among
    those of this package.

    Args:
        module: The ``globals()`` of the module.
        keywords: The class of ``parlour.params`` whose keys a signature lists in place of ``**params``, by the name of
            the method, where its own annotation does not say: ``create="RequestParams"`` for example, in each class.
    """
    name = module["__name__"]
    for value in list(module.values()):
        if isinstance(value, type):
            if value.__module__ == name:
                _class(value, name, keywords)
        elif type(value) is _FUNCTION and value.__module__ == name:
            _function(value, name, keywords)


def _class(cls: type, module: str, keywords: dict[str, str]) -> None:
    members = vars(cls)
    own = members.get("__annotations__")
    for value in list(members.values()):
        kind = type(value)
        if kind is _FUNCTION:
            _function(value, module, keywords)
        elif kind is property:
            _function(value.fget, module, keywords)
        elif kind is classmethod or kind is staticmethod:
            _function(value.__func__, module, keywords)
    if own:
        cls.__annotations__ = Hints(own, module)


def _function(function: Any, module: str, keywords: dict[str, str]) -> None:
    if type(function) is not _FUNCTION or function.__module__ != module:
        return
    annotations = function.__annotations__
    if type(annotations) is Hints or not (annotations or function.__name__ in keywords):
        return
    function.__annotations__ = Hints(annotations, module)
    if function.__code__.co_flags & _VAR_KEYWORD:
        signature = Signature(function, keywords.get(function.__name__))
        function.__dict__ = Attributes(function.__dict__, __signature__=signature)
