from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import TypedDict

import httpx
from typing_extensions import NotRequired, Self, Unpack

from ._generated.client import AsyncOperations, Operations
from ._generated.models import Media
from ._request import Call
from ._settings import Settings
from ._unset import UNSET, Unset
from ._upload import Upload, UploadFile


class Options(TypedDict):
    profile: NotRequired[str | None]
    """For owner keys: the id or external_id of a profile that all requests are limited to."""
    timeout: NotRequired[float]
    """Seconds without data from the server; 30 by default."""
    upload_timeout: NotRequired[float]
    """The same for uploads; an hour by default."""
    retries: NotRequired[int]
    """The maximum number of retries of a request that can be repeated; 2 by default."""
    headers: NotRequired[Mapping[str, str]]
    """Sent with every request."""


class Postern(Operations):
    """A client of the API. Close it, or use it in a `with` statement, to close its connections.

    `key` is an owner key or a profile key. `http` replaces the HTTP client, for example to use a
    proxy. Raises ValueError for invalid options.
    """

    def __init__(
        self, url: str, key: str, *, http: httpx.Client | None = None, **options: Unpack[Options]
    ) -> None:
        super().__init__(_settings_of(url, key, options), http or httpx.Client())

    def with_options(self, **options: Unpack[Options]) -> Self:
        """A client with other options, which uses the same connections."""
        copy = type(self).__new__(type(self))
        Operations.__init__(copy, replace(self._settings, **options), self._http)
        return copy

    def with_profile(self, id_or_external_id: str) -> Self:
        """A client limited to this profile. For owner keys."""
        return self.with_options(profile=id_or_external_id)

    def upload_media(
        self,
        file: UploadFile,
        *,
        alt_text: str | None = None,
        keep_location: bool = False,
        idempotency_key: str | Unset = UNSET,
    ) -> Media:
        """Uploads a file: a path, bytes, or a file that is open in binary mode.

        The server removes GPS positions from the file unless `keep_location` is set. A file that
        cannot be rewound, such as a pipe, is not retried.
        """
        return self._send(_upload_of(file, alt_text, keep_location, idempotency_key), Media)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncPostern(AsyncOperations):
    """The client for asyncio. Its methods are those of `Postern`."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        http: httpx.AsyncClient | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(_settings_of(url, key, options), http or httpx.AsyncClient())

    def with_options(self, **options: Unpack[Options]) -> Self:
        """A client with other options, which uses the same connections."""
        copy = type(self).__new__(type(self))
        AsyncOperations.__init__(copy, replace(self._settings, **options), self._http)
        return copy

    def with_profile(self, id_or_external_id: str) -> Self:
        """A client limited to this profile. For owner keys."""
        return self.with_options(profile=id_or_external_id)

    async def upload_media(
        self,
        file: UploadFile,
        *,
        alt_text: str | None = None,
        keep_location: bool = False,
        idempotency_key: str | Unset = UNSET,
    ) -> Media:
        """Like `Postern.upload_media`. The file is read in the event loop's thread."""
        return await self._send(_upload_of(file, alt_text, keep_location, idempotency_key), Media)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


def _settings_of(url: str, key: str, options: Options) -> Settings:
    return Settings(
        url=url,
        key=key,
        profile=options.get("profile"),
        timeout=options.get("timeout", 30.0),
        upload_timeout=options.get("upload_timeout", 3_600.0),
        retries=options.get("retries", 2),
        headers=options.get("headers", {}),
    )


def _upload_of(
    file: UploadFile, alt_text: str | None, keep_location: bool, idempotency_key: str | Unset
) -> Call:
    upload = Upload(file, alt_text, keep_location)
    path = "/v1/media"
    return Call("create_media", "POST", path, upload=upload, idempotency_key=idempotency_key)
