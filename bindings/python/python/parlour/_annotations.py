"""The names that annotations of this package use, where a module imports them for type checkers alone. ``_hints``
imports this module when type hints or a signature are read for the first time."""

# ruff: noqa: F401, F403

from __future__ import annotations

import asyncio
import inspect
import logging
import os
from asyncio import AbstractEventLoop
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AbstractContextManager
from contextvars import Context
from datetime import datetime, timedelta
from os import PathLike
from types import TracebackType
from typing import (
    IO,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NoReturn,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    Unpack,
)

from ._async.batches import AsyncBatches, AsyncBatchesWithRawResponse
from ._async.client import AsyncClient
from ._async.files import AsyncFiles, AsyncFilesWithRawResponse, AsyncFilesWithStreamingResponse
from ._async.io import AsyncListing
from ._async.messages import AsyncMessages, AsyncMessagesWithRawResponse, AsyncMessagesWithStreamingResponse
from ._async.pages import AsyncPage
from ._async.resources import AsyncLimits, AsyncModels, AsyncModelsWithRawResponse, AsyncSkills
from ._async.skills import AsyncSkillsWithRawResponse, AsyncSkillVersions, AsyncSkillVersionsWithRawResponse
from ._async.stream import AsyncMessageStream, AsyncStream
from ._async.streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
from ._async.structured import AsyncAnswerStreamManager
from ._async.tool_run import AsyncStreamedToolRun, AsyncToolRun
from ._io.loop import TaskPort, TrioPort
from ._io.loop import TaskPort as AsyncPort
from ._io.stops import Stop
from ._native import (
    BatchRun,
    BatchWriter,
    Body,
    Conversation,
    HookCall,
    Op,
    Port,
    RawAnswer,
    ResponseInfo,
    Trimmed,
    Upload,
)
from ._native import Client as NativeClient
from ._options.credentials import Asking
from ._options.interfaces import AsyncKey, AsyncReader, FileContent, Form, Grown, Key, Reader, UploadFile
from ._options.options import NOT_GIVEN
from ._resources.base import RawResourceResponse
from ._schemas.structured import Parsed, ParsedMessage
from ._streams.base import BaseStream
from ._sync.batches import Batches
from ._sync.client import Client
from ._sync.files import Files, FilesWithRawResponse, FilesWithStreamingResponse
from ._sync.messages import Messages, MessagesWithRawResponse, MessagesWithStreamingResponse
from ._sync.pages import Page
from ._sync.resources import Limits, Models, Skills
from ._sync.skills import SkillVersions
from ._sync.stream import MessageStream, Stream
from ._sync.streamed import StreamedEvents, StreamedManager, StreamedResponse
from ._sync.structured import AnswerStreamManager
from ._sync.tool_run import StreamedToolRun, ToolRun
from ._tools.outcome import Outcome
from ._tools.run import BaseToolRun
from ._tools.tool import Content, Tool, ToolLike, ToolTable
from ._types.derived import Derived
from ._types.drain import DrainReport
from ._types.headers import Headers
from ._types.hooks import CallEnd, HookFailure, HookResult, LimitNotice, ToolExecution
from ._types.ledger import UsageReport
from ._types.limiter import LimiterState
from ._types.stats import ClientStats
from ._types.tool_call import ToolCall
from .params import *
from .types import *

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")
One = TypeVar("One")
