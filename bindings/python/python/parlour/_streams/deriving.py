"""Derives events from those of the service (protocol §4.8), and completes the two events of an end.

An event costs one look at its class, and a delta one more at its block. Snapshots cost nothing until they are read.
The message itself is put together in the core; here are only the pieces of the blocks that have not ended.
"""

from __future__ import annotations

from .._native import (
    ContentBlockDeltaEvent,
    ContentBlockStartEvent,
    ContentBlockStopEvent,
    MessageStopEvent,
    block_growth,
)
from .._types.derived import Inputs, Members, Texts, is_citation
from .._types.messages import CitationEvent, InputJSONEvent, SignatureEvent, TextEvent, ThinkingEvent
from .._types.model import Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

    from .._types.derived import Derived
    from .._types.messages import Message

    class Stream(Protocol):
        """Where events are read."""

        _GROWS: ClassVar[Kinds]
        """The blocks of which events are derived."""

        def _finish(self, event: Any) -> None:
            """Sets the complete block or message on an end event."""

    Blocks: TypeAlias = dict[int, "Block"]
    """The blocks that have begun and not ended, by their index."""
    Kinds: TypeAlias = dict[Any, Callable[..., "Block"]]
    """Constructors of growing blocks, by the type of delta that the core assigns to a block."""
    C = TypeVar("C")


class Block:
    """A block that grows by pieces."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def grow(self, event: ContentBlockDeltaEvent) -> Derived | None:
        """Adds a delta and returns the derived event. A delta of another kind of block changes nothing."""
        raise NotImplementedError


class _Text(Block):
    __slots__ = ("citations", "text")

    def __init__(self, index: int, block: Any) -> None:
        super().__init__(index)
        self.text = Texts(_string(block, "text"))
        cited = getattr(block, "citations", None)
        self.citations = Members(list(cited) if isinstance(cited, list) else [])

    def grow(self, event: ContentBlockDeltaEvent) -> Derived | None:
        piece = event.text
        if piece is not None:
            grown = self.text
            pieces = grown.pieces
            pieces.append(piece)
            return TextEvent(piece, self.index, grown, len(pieces))
        delta = event.delta
        if getattr(delta, "type", None) != "citations_delta":
            return None
        citation = getattr(delta, "citation", None)
        if not is_citation(citation):
            return None
        cited = self.citations.pieces
        cited.append(citation)
        return CitationEvent(citation, self.index, self.citations, len(cited))


class _Thinking(Block):
    __slots__ = ("signature", "thinking")

    def __init__(self, index: int, block: Any) -> None:
        super().__init__(index)
        self.thinking = Texts(_string(block, "thinking"))
        # The signature of the start is replaced by the first that comes.
        self.signature = Texts()

    def grow(self, event: ContentBlockDeltaEvent) -> Derived | None:
        piece = event.thinking
        if piece is not None:
            grown = self.thinking
            pieces = grown.pieces
            pieces.append(piece)
            return ThinkingEvent(piece, self.index, grown, len(pieces))
        delta = event.delta
        if getattr(delta, "type", None) != "signature_delta":
            return None
        signature = getattr(delta, "signature", None)
        if not isinstance(signature, str):
            return None
        pieces = self.signature.pieces
        pieces.append(signature)
        return SignatureEvent(signature, self.index, self.signature, len(pieces))


class _Input(Block):
    __slots__ = ("json",)

    def __init__(self, index: int, block: Any, begun: str = "") -> None:
        super().__init__(index)
        self.json = Inputs(getattr(block, "input", None), begun)

    def grow(self, event: ContentBlockDeltaEvent) -> Derived | None:
        piece = event.partial_json
        if piece is None:
            return None
        grown = self.json
        pieces = grown.pieces
        pieces.append(piece)
        return InputJSONEvent(piece, self.index, grown, len(pieces))


class _EndedInput(_Input):
    __slots__ = ()

    def __init__(self, index: int, block: Any, begun: str = "") -> None:
        super().__init__(index, block, begun)
        self.json.trailing = False


class _Compaction(Block):
    __slots__ = ("_make",)

    def __init__(self, index: int, make: Callable[[ContentBlockDeltaEvent], Derived | None]) -> None:
        super().__init__(index)
        self._make = make

    def grow(self, event: ContentBlockDeltaEvent) -> Derived | None:
        return self._make(event)


GROWS: Kinds = {"text": _Text, "thinking": _Thinking, "input": _Input}


def derives(
    *,
    trailing_strings: bool = True,
    compaction: Callable[[ContentBlockDeltaEvent], Derived | None] | None = None,
) -> Callable[[type[C]], type[C]]:
    """Decorates a class that derives from ``MessageStream`` or its asynchronous counterpart, or a base of such classes:
    which events its streams derive.

    Args:
        trailing_strings: Whether the snapshot of an ``input_json`` event shows a string that has not ended.
        compaction: Makes the event that follows a delta of a compaction block, for which this package has none;
            ``None`` for no event.
    """
    kinds: Kinds = GROWS if trailing_strings else {**GROWS, "input": _EndedInput}
    if compaction is not None:
        made = compaction
        kinds = {**kinds, "compaction": lambda index, block: _Compaction(index, made)}

    def decorated(cls: type[C]) -> type[C]:
        streams: Any = cls
        streams._GROWS = kinds
        return cls

    return decorated


def _string(block: Any, name: str) -> str:
    value = getattr(block, name, None)
    return value if isinstance(value, str) else ""


def _begun(index: int, block: Any, kinds: Kinds) -> Block | None:
    """A block as it begins; none for one that grows by no pieces."""
    if not isinstance(block, Model):
        return None
    kind = getattr(block, "type", None)
    growing = kinds.get(block_growth(kind, "input" in block.__dict__)) if isinstance(kind, str) else None
    return None if growing is None else growing(index, block)


def resumed(message: Message | None, kinds: Kinds) -> Blocks:
    """The blocks of a message of which somebody else has read the beginning."""
    blocks: Blocks = {}
    for index, block in enumerate([] if message is None else message.content):
        kind = block_growth(block.type, hasattr(block, "input"))
        growing = kinds.get(kind)
        if growing is None:
            continue
        if kind == "input":
            blocks[index] = growing(index, None, getattr(block, "raw_input", None) or "")
        else:
            blocks[index] = growing(index, block)
    return blocks


def derive(event: Any, blocks: Blocks, stream: Stream) -> Derived | None:
    """Processes the last event that was read and returns the derived one. The end event of a block, and of
    the message, gets the complete block or message."""
    kind = type(event)
    if kind is ContentBlockDeltaEvent:
        block = blocks.get(event.index)
        return None if block is None else block.grow(event)
    if kind is ContentBlockStartEvent:
        index = event.index
        begun = _begun(index, event.content_block, stream._GROWS)
        if begun is not None:
            blocks[index] = begun
    elif kind is ContentBlockStopEvent:
        blocks.pop(event.index, None)
        stream._finish(event)
    elif kind is MessageStopEvent:
        stream._finish(event)
    return None
