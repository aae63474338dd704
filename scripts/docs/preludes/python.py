# The names that the code blocks of the pages take for granted.
from typing import Any

import parlour
from parlour import AsyncClient, Client
from parlour.params import MessageParam

messages: list[MessageParam] = []
client = Client()
reply: Any
vault: Any
identity: Any
sign: Any


async def fetch_key() -> str:
    return "key"
