"""That every endpoint of the service is a method of both clients, under the name that the reference page says."""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from parlour import AsyncClient, Client

TABLES = Path(__file__).resolve().parents[3] / "schema/made/tables.json"
ENDPOINTS: list[dict[str, Any]] = json.loads(TABLES.read_text("utf-8"))["endpoints"]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda row: row["name"])
def test_an_endpoint_is_a_documented_method(endpoint: dict[str, Any]) -> None:
    for client in (
        Client(base_url="http://127.0.0.1:9", api_key="k"),
        AsyncClient(base_url="http://127.0.0.1:9", api_key="k"),
    ):
        method = attrgetter(endpoint["names"]["python"])(client)
        assert callable(method)
        assert method.__doc__
