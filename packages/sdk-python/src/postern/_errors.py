from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ._generated.models import ErrorError, ErrorErrorDetailsItem, ErrorErrorPlatformType0


class PosternError(Exception):
    """An error response.

    `code` is one of the API's error codes, which are explained at `/docs/errors` of the server, or
    `unexpected_answer` if the response is not from Postern, such as a proxy's error page.
    """

    def __init__(
        self, status: int, error: Mapping[str, Any], retry_after_seconds: int | None = None
    ) -> None:
        body = ErrorError(error)
        self.status = status
        self.code: str = body.code
        self.message = body.message or f"The response status was {status}."
        self.type: str = body.type or "api_error"
        self.param = body.param
        """The invalid field or parameter."""
        self.details: list[ErrorErrorDetailsItem] = body.details or []
        self.platform: ErrorErrorPlatformType0 | None = body.platform
        """The platform's own error, if the platform caused it."""
        self.retryable = bool(body.retryable)
        """Whether a retry may succeed."""
        self.retry_after_seconds = retry_after_seconds
        self.request_id: str | None = body.request_id
        self.doc_url: str | None = body.doc_url
        super().__init__(f"{status} {self.code}: {self.message}")


class PosternConnectionError(Exception):
    """There is no valid response. The request may or may not have been processed.

    `reason` is `timeout` (no response in time), `network` (the connection failed) or `answer` (the
    response is not JSON; check the URL).
    """

    def __init__(self, reason: Literal["timeout", "network", "answer"], message: str) -> None:
        super().__init__(message)
        self.reason = reason
