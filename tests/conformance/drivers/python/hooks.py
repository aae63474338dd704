"""The hooks that a case lists: each method gives its results one after the other, and the last one for ever."""

from __future__ import annotations

from typing import Any


class Hook:
    """Without the base class of the package, which any object does without."""

    def __init__(self, row: dict[str, Any], *, is_async: bool) -> None:
        for method in ("on_call", "on_attempt", "on_failure"):
            if method in row:
                setattr(self, method, _method(row[method], is_async=is_async))


def _method(rows: list[Any], *, is_async: bool) -> Any:
    left = list(rows)

    def given(asked: Any) -> Any:
        return _result(left.pop(0) if len(left) > 1 else left[0], asked)

    async def awaited(asked: Any) -> Any:
        return given(asked)

    return awaited if is_async else given


def _result(row: dict[str, Any] | None, asked: Any) -> Any:
    if row is None:
        return None
    if "fail" in row:
        raise RuntimeError(row["fail"])
    out = {key: value for key, value in row.items() if key not in ("copy", "retry_after_ms")}
    if "copy" in row:
        seen = {ours: asked.headers.get(theirs, "none") for ours, theirs in row["copy"].items()}
        out["headers"] = {**out.get("headers", {}), **seen}
    if "retry_after_ms" in row:
        out["retry_after"] = row["retry_after_ms"] / 1000
    return out
