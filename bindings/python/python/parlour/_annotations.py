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

from ._async_batches import AsyncBatches, AsyncBatchesWithRawResponse
from ._async_client import AsyncClient
from ._async_files import AsyncFiles, AsyncFilesWithRawResponse, AsyncFilesWithStreamingResponse
from ._async_io import AsyncListing
from ._async_messages import AsyncMessages, AsyncMessagesWithRawResponse, AsyncMessagesWithStreamingResponse
from ._async_pages import AsyncPage
from ._async_resources import AsyncLimits, AsyncModels, AsyncModelsWithRawResponse, AsyncSkills
from ._async_skills import AsyncSkillsWithRawResponse, AsyncSkillVersions, AsyncSkillVersionsWithRawResponse
from ._async_stream import AsyncMessageStream, AsyncStream
from ._async_streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
from ._async_structured import AsyncAnswerStreamManager
from ._async_tool_run import AsyncStreamedToolRun, AsyncToolRun
from ._base_stream import BaseStream
from ._batches import Batches
from ._client import Client
from ._derived import Derived
from ._files import Files, FilesWithRawResponse, FilesWithStreamingResponse
from ._headers import Headers
from ._interfaces import AsyncKey, AsyncReader, FileContent, Form, Grown, Key, Reader, UploadFile
from ._loop import TaskPort, TrioPort
from ._loop import TaskPort as AsyncPort
from ._messages import Messages, MessagesWithRawResponse, MessagesWithStreamingResponse
from ._native import (
    BatchRun,
    BatchWriter,
    Body,
    Conversation,
    Op,
    Port,
    RawAnswer,
    ResponseInfo,
    Trimmed,
    Upload,
)
from ._native import Client as NativeClient
from ._options import NOT_GIVEN
from ._pages import Page
from ._resource_base import RawResourceResponse
from ._resources import Limits, Models, Skills
from ._skills import SkillVersions
from ._stops import Stop
from ._stream import MessageStream, Stream
from ._streamed import StreamedEvents, StreamedManager, StreamedResponse
from ._structured import AnswerStreamManager
from ._structured_base import Parsed, ParsedMessage
from ._tool import Content, Outcome, Tool, ToolCall, ToolLike, ToolTable
from ._tool_run import StreamedToolRun, ToolRun
from ._tool_run_base import BaseToolRun
from .params import *
from .types import *

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")
One = TypeVar("One")
