"""Sends requests, with retries where they are safe."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from ._errors import PosternConnectionError, PosternError
from ._page import AsyncPage, AsyncPages, Page
from ._request import Call, build_request, read_response
from ._retry import retry_delay
from ._settings import Settings
from ._unset import Unset

T = TypeVar("T")


class Base:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def _send(self, call: Call, read: Callable[[Any], T]) -> T:
        key = _key_of(call)
        retries = 0
        while True:
            try:
                return read(self._attempt(call, key))
            except (PosternError, PosternConnectionError) as error:
                delay = retry_delay(error, call, retries)
                if delay is None or retries >= self._settings.retries:
                    raise
            retries += 1
            time.sleep(delay)

    def _attempt(self, call: Call, key: str) -> Any:
        try:
            request = build_request(self._http, self._settings, call, key)
            return read_response(self._http.send(request, follow_redirects=False))
        except httpx.TransportError as error:
            raise _connection_error(error) from error
        finally:
            if call.upload is not None:
                call.upload.close()

    def _list(self, call: Call, read: Callable[[Any], T]) -> Page[T]:
        body = self._send(call, dict[str, Any])
        data = [read(item) for item in body["data"]]
        return Page(data, body["next_cursor"], lambda cursor: self._list(_at(call, cursor), read))


class AsyncBase:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def _send(self, call: Call, read: Callable[[Any], T]) -> T:
        key = _key_of(call)
        retries = 0
        while True:
            try:
                return read(await self._attempt(call, key))
            except (PosternError, PosternConnectionError) as error:
                delay = retry_delay(error, call, retries)
                if delay is None or retries >= self._settings.retries:
                    raise
            retries += 1
            await asyncio.sleep(delay)

    async def _attempt(self, call: Call, key: str) -> Any:
        try:
            request = build_request(self._http, self._settings, call, key)
            return read_response(await self._http.send(request, follow_redirects=False))
        except httpx.TransportError as error:
            raise _connection_error(error) from error
        finally:
            if call.upload is not None:
                call.upload.close()

    def _list(self, call: Call, read: Callable[[Any], T]) -> AsyncPages[T]:
        async def load(cursor: str | None) -> AsyncPage[T]:
            body = await self._send(_at(call, cursor) if cursor else call, dict[str, Any])
            return AsyncPage([read(item) for item in body["data"]], body["next_cursor"], load)

        return AsyncPages(lambda: load(None))


def _key_of(call: Call) -> str:
    return str(uuid.uuid4()) if isinstance(call.idempotency_key, Unset) else call.idempotency_key


def _at(call: Call, cursor: str) -> Call:
    return replace(call, query={**call.query, "cursor": cursor})


def _connection_error(error: httpx.TransportError) -> PosternConnectionError:
    if isinstance(error, httpx.TimeoutException):
        message = "No response in time. Retry or raise the timeout."
        return PosternConnectionError("timeout", message)
    return PosternConnectionError("network", f"The request failed: {error}")
