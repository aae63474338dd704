"""Methods of Rust's model that go through all blocks or fields: a new one would otherwise have to be added to each."""

from __future__ import annotations

from .rust_model import Item, Struct, Union, Variant

ANSWER = "content::ContentBlock"
REQUEST = "input::InputBlock"


def merged_usage(made: dict[str, Item]) -> str:
    """The counts of a stream, and how one becomes a count of the message, for a macro of `Usage::merge`."""
    usage, delta = made.get("usage::Usage"), made.get("usage::UsageDelta")
    if not (isinstance(usage, Struct) and isinstance(delta, Struct)):
        return ""
    optional = {field.name: field.type.startswith("Option<") for field in usage.fields}
    return "\n".join(
        f"            {field.name}: {'Some' if optional[field.name] else 'identity'},"
        for field in delta.fields
    )


def blocks(made: dict[str, Item]) -> dict[str, str]:
    """The methods of the unions of blocks, by the path of the union."""
    if not {ANSWER, REQUEST} <= made.keys():
        return {}
    answer = f"impl ContentBlock {{\n{_server_result_of(made, ANSWER)}\n}}"
    request = f"impl InputBlock {{\n{_cache_control_mut(made)}\n\n{_server_result_of(made, REQUEST)}\n}}"
    return {ANSWER: answer, REQUEST: f"{request}\n\n{_echo(made)}"}


def _variants(made: dict[str, Item], path: str) -> tuple[Variant, ...]:
    union = made[path]
    if not isinstance(union, Union):
        raise ValueError(f"{path} is not a union")
    return union.variants


def _has(made: dict[str, Item], variant: Variant, key: str) -> bool:
    struct = made.get(variant.type)
    return isinstance(struct, Struct) and any(field.key == key for field in struct.fields)


def _server_result_of(made: dict[str, Item], path: str) -> str:
    arms = [
        f"Self::{one.name}(result) => Some(&result.tool_use_id),"
        for one in _variants(made, path)
        if one.tag.endswith("_tool_result") and _has(made, one, "tool_use_id")
    ]
    return f"""\
    /// The server tool call that this block is the result of, if it is one.
    #[must_use]
    pub fn server_result_of(&self) -> Option<&str> {{
        match self {{
            {" ".join(arms)}
            _ => None,
        }}
    }}"""


def _cache_control_mut(made: dict[str, Item]) -> str:
    variants = _variants(made, REQUEST)
    marked = [one for one in variants if _has(made, one, "cache_control")]
    arms = [f"Self::{one.name}(block) => Some(&mut block.cache_control)," for one in marked]
    others = [f"Self::{one.name}(_)" for one in variants if one not in marked]
    return f"""\
    /// The cache marker behind this block (protocol §10), to be set or taken away; `None` for a block that takes none.
    pub fn cache_control_mut(&mut self) -> Option<&mut Option<CacheControl>> {{
        match self {{
            {" ".join(arms)}
            {" | ".join([*others, "Self::Other(_)"])} => None,
        }}
    }}"""


def _echo(made: dict[str, Item]) -> str:
    names = [*(one.name for one in _variants(made, ANSWER)), "Other"]
    arms = [f"ContentBlock::{name}(block) => Self::{name}(block)," for name in names]
    return f"""\
impl From<ContentBlock> for InputBlock {{
    /// The block of an answer, to be sent back as it came.
    fn from(block: ContentBlock) -> Self {{
        match block {{
            {" ".join(arms)}
        }}
    }}
}}"""
