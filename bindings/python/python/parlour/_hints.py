"""Type hints and signatures that are made when somebody looks at them: ``typing.get_type_hints``,
``inspect.signature``, ``help()`` and what editors complete. Until then nothing of ``typing``, ``inspect`` or ``params``
is imported, and a call takes the way that it would take without this.

The names in annotations are those that a module imports for type checkers. They are read from its source. It must not
import the rest of the package.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    import inspect
    from collections.abc import Iterator
    from typing import Any

_FUNCTION = type(lambda: None)
_names: dict[str, dict[str, Any]] = {}


class Hints(dict):  # type: ignore[type-arg]
    """The annotations of a class or function: text until they are read, types from then on. Where a module has no
    source, or a package of its annotations is not installed, they stay text."""

    __slots__ = ("_module", "text")

    def __init__(self, annotations: dict[str, Any], module: str) -> None:
        super().__init__(annotations)
        self._module: str | None = module
        self.text = annotations
        """The annotations as text of the source."""

    def _made(self) -> Hints:
        module, self._module = self._module, None
        if module is not None:
            names = names_of(module)
            for name, text in dict.items(self):
                if isinstance(text, str):
                    try:
                        made = eval(text, names)
                    except NameError:
                        continue
                    dict.__setitem__(self, name, made)
        return self

    # `dict(hints)` takes the short way of a plain dict unless `__iter__` is another's.

    def __iter__(self) -> Iterator[str]:
        return dict.__iter__(self._made())

    def __getitem__(self, name: str) -> Any:
        return dict.__getitem__(self._made(), name)

    def get(self, name: str, default: Any = None) -> Any:
        """As that of any dict."""
        return dict.get(self._made(), name, default)

    def items(self) -> Any:
        """As that of any dict."""
        return dict.items(self._made())

    def values(self) -> Any:
        """As that of any dict."""
        return dict.values(self._made())

    def copy(self) -> dict[str, Any]:
        """As that of any dict."""
        return dict(self)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def text_of(annotations: dict[str, Any]) -> dict[str, Any]:
    """Annotations as text of the source."""
    return annotations.text if type(annotations) is Hints else annotations


def names_of(module: str) -> dict[str, Any]:
    """All names that annotations of a module may use."""
    names = _names.get(module)
    if names is None:
        # Entered before it is whole: modules name each other.
        names = _names[module] = {**vars(sys.modules[module])}
        for statement in _for_checkers(module):
            _run(statement, names)
    return names


def _for_checkers(module: str) -> list[ast.stmt]:
    """The statements of a module that type checkers alone run."""
    import ast

    loader: Any = getattr(sys.modules[module].__spec__, "loader", None)
    source = loader.get_source(module) if hasattr(loader, "get_source") else None
    blocks = (one for one in ast.parse(source or "").body if isinstance(one, ast.If))
    return [
        statement
        for block in blocks
        if isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for statement in block.body
    ]


def _run(statement: ast.stmt, names: dict[str, Any]) -> None:
    import ast
    from importlib import import_module

    if isinstance(statement, ast.ClassDef | ast.FunctionDef) and statement.name in names:
        # The definition at run time wins over that for type checkers.
        return
    if isinstance(statement, ast.ImportFrom) and statement.level and statement.module:
        # Of this package, whose module may have the name for type checkers alone.
        module = import_module("." * statement.level + statement.module, names["__package__"])
        for one in statement.names:
            found = vars(module) if one.name in vars(module) else names_of(module.__name__)
            if one.name in found:
                # A name that is not found is in the stub of the native module alone.
                names[one.asname or one.name] = found[one.name]
        return
    if isinstance(statement, ast.AnnAssign):
        # An alias of types, as text if it is defined above them; its annotation says nothing.
        value, target = statement.value, statement.target
        assert value is not None
        assert isinstance(target, ast.Name)
        made = eval(compile(ast.Expression(value), "<names for annotations>", "eval"), names)
        names[target.id] = eval(made, names) if isinstance(made, str) else made
        return
    try:
        exec(compile(ast.Module([statement], []), "<names for annotations>", "exec"), names)
    except ImportError:
        # Of a package that this one can do without.
        return


class Signature:
    """A lazy signature of a function, resolved at its first use. It lists the keywords of a TypedDict by
    their names."""

    __slots__ = ("_function", "_keywords", "_signature")

    def __init__(self, function: Any, keywords: str | None) -> None:
        self._function = function
        self._keywords = keywords
        self._signature: inspect.Signature | None = None

    def _made(self) -> inspect.Signature:
        if self._signature is None:
            self._signature = _signature(self._function, self._keywords)
        return self._signature

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        import inspect

        return inspect.Signature

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made(), name)

    def __eq__(self, other: object) -> bool:
        return self._made() == (other._made() if type(other) is Signature else other)

    def __hash__(self) -> int:
        return hash(self._made())

    def __str__(self) -> str:
        return str(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> Any:
        return self._made().__reduce__()


def _signature(function: Any, keywords: str | None) -> inspect.Signature:
    import inspect
    import typing
    from importlib import import_module

    # By its name: that module imports this one, and is loaded at the first use only.
    params = import_module("parlour.params")
    not_given = import_module("parlour").NOT_GIVEN
    plain = type(function)(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    plain.__kwdefaults__ = function.__kwdefaults__
    plain.__annotations__ = function.__annotations__
    signature = inspect.signature(plain)
    # A parameter with a leading underscore takes refused arguments.
    parameters = [one for one in signature.parameters.values() if one.name[0] != "_"]
    rest = parameters[-1] if parameters else None
    if rest is None or rest.kind is not rest.VAR_KEYWORD:
        return signature
    if keywords is not None:
        shape = getattr(params, keywords)
    else:
        (shape,) = typing.get_args(rest.annotation) or (None,)
    if shape is None:
        return signature
    hints = typing.get_type_hints(shape)
    known = {one.name for one in parameters}
    # Options of the call go last, after parameters of the request.
    options = params.CallOptions.__annotations__.keys() if "model" in hints else ()
    order = sorted((name for name in hints if name not in known), key=lambda name: name in options)
    if "betas" in hints:
        # Any text is one; the known ones, which are many, have a module.
        hints["betas"] = typing.Sequence[str]
    kind = inspect.Parameter.KEYWORD_ONLY
    added = [inspect.Parameter(name, kind, default=not_given, annotation=hints[name]) for name in order]
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
    """Has the hints and signatures of a module made when they are looked at. ``keywords`` names the type of the
    keywords of methods whose own annotation does not: ``create="RequestParams"`` for example, in each class."""
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


_VAR_KEYWORD = 8
"""The flag of code that takes any keywords (``inspect.CO_VARKEYWORDS``)."""


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
