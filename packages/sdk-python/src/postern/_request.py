"""What one operation sends, and how its response is read."""

from __future__ import annotations

import datetime
import email.utils
import json
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

from ._errors import PosternConnectionError, PosternError
from ._settings import Settings, check_profile
from ._unset import Unset, without_unset
from ._upload import Upload


@dataclass(frozen=True)
class Call:
    operation: str
    method: str
    path: str
    ids: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    upload: Upload | None = None
    idempotency_key: str | Unset = Unset()


def build_request(
    http: httpx.Client | httpx.AsyncClient, settings: Settings, call: Call, key: str
) -> httpx.Request:
    """Builds the request of one attempt. Raises ValueError for an empty id."""
    headers = {"accept": "application/json, text/csv;q=0.5", **settings.headers}
    headers["authorization"] = f"Bearer {settings.key}"
    if settings.profile is not None:
        headers["service-profile"] = check_profile(settings.profile)
    if call.method == "POST":
        headers["idempotency-key"] = key
    content: dict[str, Any] = {}
    if call.upload is not None:
        content = {"data": call.upload.fields, "files": {"file": ("file", call.upload.open())}}
    elif call.body is not None:
        headers["content-type"] = "application/json"
        content = {"content": json.dumps(without_unset(dict(call.body)), default=_text_of)}
    timeout = settings.upload_timeout if call.upload is not None else settings.timeout
    url = settings.url + _path_of(call)
    return http.build_request(call.method, url, headers=headers, timeout=timeout, **content)


def _path_of(call: Call) -> str:
    ids = {name: _segment_of(name, value) for name, value in call.ids.items()}
    query = {
        name: _text_of(value)
        for name, value in without_unset(dict(call.query)).items()
        if value is not None
    }
    path = call.path.format(**ids)
    return f"{path}?{httpx.QueryParams(query)}" if query else path


def _segment_of(name: str, value: str) -> str:
    """Rejects an empty id, `.` and `..`, which would result in the path of another resource."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be an id, not {value!r}.")
    return quote(value, safe="")


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return ",".join(_text_of(item) for item in value)
    raise TypeError(f"{value!r} cannot be sent.")


def read_response(response: httpx.Response) -> Any:
    """The JSON or CSV of a response. Raises PosternError or PosternConnectionError."""
    content_type = response.headers.get("content-type", "")
    if response.is_success and content_type.startswith("text/csv"):
        # Without the byte order mark by which Excel recognizes UTF-8.
        return response.text.removeprefix("\ufeff")
    body = _parse(response.text) if "json" in content_type else None
    if not response.is_success:
        raise _error_of(response, body)
    if body is None:
        message = f"{response.url} returned {response.status_code} without JSON. Check the URL."
        raise PosternConnectionError("answer", message)
    return body


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _error_of(response: httpx.Response, body: Any) -> PosternError:
    status = response.status_code
    retry_after = _seconds_of(response.headers.get("retry-after"))
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict) and isinstance(error.get("code"), str):
        return PosternError(status, error, retry_after)
    if response.has_redirect_location:
        message = f"The response was a redirect to {response.headers['location']}. Correct the URL."
    else:
        message = f"The response with status {status} is not from Postern. Check URL and proxies."
    request_id = response.headers.get("x-request-id")
    unexpected = {"code": "unexpected_answer", "message": message, "request_id": request_id}
    return PosternError(status, unexpected, retry_after)


def _seconds_of(header: str | None) -> int | None:
    """`Retry-After` in seconds, from a number or a date."""
    if header is None:
        return None
    if re.fullmatch(r"\d+", header):
        return int(header)
    try:
        at = email.utils.parsedate_to_datetime(header).timestamp()
    except ValueError:
        return None
    return max(0, math.ceil(at - time.time()))
