"""Tools made of functions: their definitions, their arguments, the results of calls. It must not know how
calls are run."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

from .._hints import install
from .._native import from_json, to_json, transform_schema
from .._schemas import docstring as _docstring
from .._schemas import pydantic_shapes as _pydantic_shapes
from .._schemas import shapes as _shapes
from .._schemas import values as _values
from .._schemas.shapes import Member
from .._types.tool_call import ToolCall

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Content: TypeAlias = str | Sequence[Mapping[str, Any]]
"""The content of a tool result: text, or content blocks."""

PLACING = frozenset({"cache_control", "defer_loading"})
"""Keys of a definition that do not describe the tool."""


class ToolError(Exception):
    """Raised by a tool: the model gets this text, or these content blocks, as a failure."""

    def __init__(self, content: Content) -> None:
        super().__init__(content)
        self.content = content
        """Text, or content blocks."""


class ToolContext(Generic[T]):
    """The context of a call: a parameter with this annotation gets it and is in no schema. ``value`` is the
    argument of ``run_tools(context=...)``, a database handle for example."""

    __slots__ = ("_cancelled", "call", "value")

    def __init__(self, value: T, call: ToolCall) -> None:
        self.value = value
        """The argument of ``run_tools(context=...)``."""
        self.call = call
        """The call that is being run."""
        self._cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether the result is not wanted any more: the run was cancelled, or the time of the call is over. For
        functions on threads, which nothing can stop while they wait outside of Python."""
        return self._cancelled


def _is_context(hint: Any) -> bool:
    return (typing.get_origin(hint) or hint) is ToolContext


class _Spec:
    """The parameters of a signature."""

    __slots__ = ("context", "members", "positional", "shape")

    def __init__(self, function: Any, names: Mapping[str, Any] | None, said: dict[str, str]) -> None:
        self.context: str | None = None
        self.members: list[Member] = []
        self.positional: list[str] = []
        called = _plain(function)
        label = getattr(called, "__qualname__", repr(called))
        hints = _shapes.Builder(names).hints(called)
        for parameter in inspect.signature(function).parameters.values():
            name, hint = parameter.name, hints.get(parameter.name, parameter.annotation)
            if _is_context(hint):
                self.context = name
                if parameter.kind is parameter.POSITIONAL_ONLY:
                    self.positional.append(name)
                continue
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise TypeError(
                    f"the tool {label} takes {parameter}, for which there is no schema: give every parameter a "
                    "name, or the tool an input_schema"
                )
            if parameter.kind is parameter.POSITIONAL_ONLY:
                self.positional.append(name)
            where = f"the parameter {name} of the tool {label}"
            self.members.append(Member(name, hint, parameter.default, said.get(name, ""), where))
        kinds = [kind for one in self.members for kind in (one.hint, one.default)]
        if any(map(_pydantic_shapes.is_pydantic, kinds)):
            self.shape = _pydantic_shapes.record(self.members)
        else:
            self.shape = _shapes.record(self.members, names)


class _Made:
    """The definition of a function, made at its first use: annotations may name classes that are defined
    later."""

    __slots__ = ("context", "definition", "spec")

    def __init__(self) -> None:
        self.spec: _Spec | None = None
        self.definition: dict[str, Any] | None = None
        self.context: list[str] | None = None


class Tool(Mapping[str, Any], Generic[P, R]):
    """A function that the model may call. Calling it calls the function.

    As a mapping it is its definition, so that the ``tools`` of any request may contain it.
    """

    def __init__(
        self,
        function: Callable[P, R],
        *,
        name: str | None = None,
        description: str | None = None,
        input_schema: Mapping[str, Any] | None = None,
        strict: bool | None = None,
        definition: Mapping[str, Any] | None = None,
        names: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        self._wrapped: Any = function
        self._function: Any = (
            function.__func__ if isinstance(function, staticmethod | classmethod) else function
        )
        if not callable(self._function):
            raise TypeError(f"a tool is a function or another callable, not {type(function).__name__}")
        self._given = {"name": name, "description": description, "strict": strict, **more}
        self._schema = input_schema
        self._definition = definition
        self._names = names
        self._made = _Made()
        self._is_async: bool | None = None
        # The same of the methods bound to instances, which are all alike.
        self._made_of_methods: _Made | None = _Made()
        self.__doc__ = _documented(self._function).__doc__
        self.__name__ = _name_of(self._function)
        self.__qualname__ = getattr(self._function, "__qualname__", self.__name__)
        self.__module__ = getattr(self._function, "__module__", __name__)
        self.__wrapped__ = self._function

    @property
    def name(self) -> str:
        """The name that the model calls it by; of a toolset, its own."""
        if self._definition is not None:
            return str(self._definition.get("name") or self.toolset or self.__name__)
        return self._given["name"] or self.__name__

    @property
    def description(self) -> str:
        """The description for the model."""
        return str(self.to_dict().get("description", ""))

    @property
    def input_schema(self) -> dict[str, Any]:
        """The schema of its arguments; empty for a tool that the service defines."""
        return self.to_dict().get("input_schema", {})  # type: ignore[no-any-return]

    @property
    def toolset(self) -> str | None:
        """The toolset whose members the function runs: of a definition of the type ``computer_toolset_...`` it is
        ``computer`` (protocol §1.6)."""
        return toolset_of(str((self._definition or {}).get("type", "")))

    @property
    def is_async(self) -> bool:
        """Whether the function is a coroutine function."""
        if self._is_async is None:
            called = self._function
            self._is_async = inspect.iscoroutinefunction(called) or inspect.iscoroutinefunction(
                getattr(called, "__call__", None)  # noqa: B004 (it is looked at, not called)
            )
        return self._is_async

    def to_dict(self) -> dict[str, Any]:
        """The definition as it is sent."""
        if self._made.definition is None:
            self._made.definition = self._define()
        return self._made.definition

    def _define(self) -> dict[str, Any]:
        if self._definition is not None:
            return dict(self._definition)
        given = {key: value for key, value in self._given.items() if value is not None}
        said, _ = _docstring.read(self.__doc__)
        made = {"name": self.name, "description": given.pop("description", said)}
        if not made["description"]:
            del made["description"]
        schema = dict(self._schema) if self._schema is not None else self._signature().shape.schema
        if given.get("strict"):
            schema, _ = transform_schema(schema)
        return made | {"input_schema": schema} | {key: value for key, value in given.items() if key != "name"}

    def _signature(self) -> _Spec:
        if self._made.spec is None:
            _, said = _docstring.read(self.__doc__)
            self._made.spec = _Spec(self._function, self._names, said)
        return self._made.spec

    def _arguments(
        self, given: dict[str, Any], context: ToolContext[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of the function for an input; :class:`Mismatch` if it does not fit."""
        if self._schema is not None or self._definition is not None:
            name = self._context_name()
            return [], given if name is None else given | {name: context}
        spec = self._signature()
        made: dict[str, Any] = _values.read(spec.shape, given)
        if spec.context is not None:
            made[spec.context] = context
        first = []
        for name in spec.positional:
            if name not in made:
                # The parameters after it have defaults too.
                break
            first.append(made.pop(name))
        return first, made

    def _context_name(self) -> str | None:
        """The parameter for the context of a function whose signature is no schema."""
        if self._made.context is None:
            hints = _shapes.Builder(self._names).hints(_plain(self._function))
            self._made.context = [name for name, hint in hints.items() if _is_context(hint)]
        return next(iter(self._made.context), None)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._function(*args, **kwargs)  # type: ignore[no-any-return]

    @typing.overload
    def __get__(self, instance: None, owner: Any) -> Tool[P, R]: ...
    @typing.overload
    def __get__(self, instance: object, owner: Any = None) -> Tool[..., R]: ...
    def __get__(self, instance: object | None, owner: Any = None) -> Tool[..., R]:
        if isinstance(self._wrapped, staticmethod) or self._made_of_methods is None:
            return self
        target = owner if isinstance(self._wrapped, classmethod) else instance
        if target is None:
            return self
        bound: Tool[..., R] = Tool.__new__(Tool)
        bound.__dict__.update(self.__dict__)
        bound._wrapped = bound._function = types.MethodType(self._function, target)
        bound._made, bound._made_of_methods = self._made_of_methods, None
        return bound

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Tool({self.name!r})"


def _plain(function: Any) -> Any:
    """Unwraps a callable to the function that carries its annotations."""
    while isinstance(function, types.MethodType) or hasattr(function, "func"):
        function = function.__func__ if isinstance(function, types.MethodType) else function.func
    is_class = isinstance(function, type)
    if inspect.isroutine(function) or is_class:
        return function.__init__ if is_class else function
    return type(function).__call__


def _documented(function: Any) -> Any:
    """The object that carries the docstring of a callable: a class itself, else its function."""
    return function if isinstance(function, type) else _plain(function)


def _name_of(function: Any) -> str:
    while hasattr(function, "func"):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__


@typing.overload
def tool(function: Callable[P, R], /) -> Tool[P, R]: ...
@typing.overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    strict: bool | None = None,
    definition: Mapping[str, Any] | None = None,
    **more: Any,
) -> Callable[[Callable[P, R]], Tool[P, R]]: ...
@typing.overload
def tool(
    function: Callable[P, R],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    strict: bool | None = None,
    definition: Mapping[str, Any] | None = None,
    **more: Any,
) -> Tool[P, R]: ...
def tool(function: Any = None, /, **options: Any) -> Any:
    """Makes a tool of a function, a coroutine function, a method or another callable.

    Name, description and the schema of the arguments come from the function: its name, its docstring, its signature.
    The arguments arrive as the types of the annotations. These arguments win: ``name``, ``description``,
    ``input_schema`` (the arguments then arrive as the JSON they are), ``strict`` (the service enforces the schema,
    protocol §9.7), and further keys of the definition such as ``cache_control``.

    ``definition`` is for tools that the service defines and a program runs (``{"type": "bash_20250124", "name":
    "bash"}``): it is sent as it is, and the members of the input are the arguments.
    """
    if function is not None:
        return Tool(function, names=_shapes.names_around(function, 1), **options)

    def decorated(function: Any) -> Any:
        return Tool(function, names=_shapes.names_around(function, 1), **options)

    return decorated


class ToolTable:
    """The tools of a run: the definitions to send, and the functions to call."""

    __slots__ = ("_coroutines", "definitions", "functions", "toolsets")

    def __init__(self, tools: Iterable[Any], *, coroutines: bool) -> None:
        self._coroutines = coroutines
        if isinstance(tools, Mapping | str) or callable(tools):
            raise TypeError(f"tools is a list of tools, not {type(tools).__name__}: write tools=[...]")
        self.definitions: list[Any] = []
        self.functions: dict[str, Tool[..., Any]] = {}
        self.toolsets: dict[str, Tool[..., Any]] = {}
        for one in tools:
            self.add(one)

    def add(self, one: Any) -> None:
        """Takes a tool, a function or a definition."""
        made = self.tool_of(one)
        self.put(made)
        self.definitions.append(definition_of(made))

    def tool_of(self, one: Any) -> Any:
        """The tool that a function is; tools and definitions as they are. It may be one for coroutines."""
        if not isinstance(one, Tool) and callable(one) and not isinstance(one, Mapping):
            one = Tool(one)
        if isinstance(one, Tool) and one.is_async and not self._coroutines:
            raise TypeError(
                f"the tool {one.name} is a coroutine function, which a synchronous run cannot await: use AsyncClient"
            )
        return one

    def put(self, made: Any) -> None:
        """Takes the function of a tool. A definition has none: it ends that of its name, unless it is its own."""
        if not isinstance(made, Tool):
            self._replace(made)
        elif made.toolset is not None:
            self.toolsets[made.toolset] = made
        else:
            self.functions[made.name] = made

    def _replace(self, definition: Any) -> None:
        if not isinstance(definition, Mapping):
            return
        name = definition.get("name")
        toolset = toolset_of(str(definition.get("type", "")))
        table, key = (self.functions, name) if name else (self.toolsets, toolset)
        before = table.get(key) if isinstance(key, str) else None
        if before is not None and essence(definition) != essence(before):
            del table[str(key)]

    def remove(self, name: str) -> None:
        """Forgets the function of a name, or of a toolset's type."""
        self.functions.pop(name, None)
        for toolset, made in list(self.toolsets.items()):
            if made.to_dict().get("type") == name:
                del self.toolsets[toolset]

    def of(self, call: ToolCall) -> Tool[..., Any]:
        """The tool of a call that has one."""
        return self.functions[call.name] if call.toolset is None else self.toolsets[call.toolset]


def toolset_of(kind: str) -> str | None:
    """The toolset that a definition of this type declares (protocol §1.6)."""
    return kind.partition("_toolset_")[0] if "_toolset_" in kind else None


def essence(definition: Mapping[str, Any]) -> Any:
    """A definition as the service has it, without what concerns its place in the request alone."""
    return from_json(to_json({key: definition[key] for key in definition if key not in PLACING}))


def definition_of(made: Any) -> Any:
    """The definition to send for a tool; a definition is returned unchanged."""
    return made.to_dict() if isinstance(made, Tool) else made


ToolLike: TypeAlias = Tool[..., Any] | Callable[..., Any] | Mapping[str, Any]
"""An item of ``tools`` of a run: a tool, a function, or a definition."""


def called(tool: Tool[..., Any], call: ToolCall, context: ToolContext[Any]) -> Any:
    """Calls the function and returns its result, which may be a coroutine."""
    given = call.input
    if tool.toolset is not None:
        # The call has the name of the member, as `context.call.name`.
        given = {"name": call.name, "input": given}
    first, named = tool._arguments(given, context)
    return tool._function(*first, **named)


install(globals())
# As programs know it, in tracebacks too.
ToolError.__module__ = "parlour"
