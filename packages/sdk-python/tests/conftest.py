"""A scripted server, and a clock that records waits instead of waiting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from postern import Postern

Step = httpx.Response | Exception


def scripted(*steps: Step) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """A transport with scripted responses, which records the requests. The last step repeats."""
    requests: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        request.read()
        step = steps[min(len(requests), len(steps) - 1)]
        requests.append(request)
        if isinstance(step, Exception):
            raise step
        return httpx.Response(step.status_code, headers=step.headers, content=step.content)

    return httpx.MockTransport(respond), requests


Open = Callable[..., tuple[Postern, list[httpx.Request]]]


@pytest.fixture
def open_client() -> Open:
    def open_with(*steps: Step, **options: Any) -> tuple[Postern, list[httpx.Request]]:
        transport, requests = scripted(*steps)
        http = httpx.Client(transport=transport)
        return Postern("http://x", "pst_owner_k", http=http, **options), requests

    return open_with


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    recorded: list[float] = []

    async def record(seconds: float) -> None:
        recorded.append(seconds)

    monkeypatch.setattr(time, "sleep", recorded.append)
    monkeypatch.setattr(asyncio, "sleep", record)
    return recorded


def failure(
    status: int, code: str, *, retryable: bool = False, retry_after: str | None = None
) -> httpx.Response:
    """An error response of the API."""
    error = {
        "type": "test_error",
        "code": code,
        "message": f"It is {code}.",
        "param": "name",
        "details": [{"path": "name", "code": "too_small", "message": "Too short."}],
        "platform": {"value": "threads", "code": "190", "message": "No."},
        "retryable": retryable,
        "doc_url": f"http://x/docs/errors#{code}",
        "request_id": "req_1",
    }
    headers = {"retry-after": retry_after} if retry_after else {}
    return httpx.Response(status, json={"error": error}, headers=headers)


def page(data: list[Any], next_cursor: str | None = None) -> httpx.Response:
    body = {"object": "list", "data": data, "has_more": next_cursor is not None}
    return httpx.Response(200, json={**body, "next_cursor": next_cursor})
