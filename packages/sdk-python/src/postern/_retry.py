"""When a request is repeated. The rules are those of the TypeScript SDK."""

from __future__ import annotations

import random

from ._errors import PosternConnectionError, PosternError
from ._request import Call

first_delay_seconds = 0.5
delay_seconds_max = 8.0
retry_after_seconds_max = 60
retryable_statuses = (500, 502, 503, 504)

# Operations that are never retried automatically, because a platform could publish twice.
never_retried = ("reply_to_comment",)


def retry_delay(error: Exception, call: Call, retries_before: int) -> float | None:
    """The seconds before the next retry, or `None` if the request must not be retried."""
    if call.upload is not None and not call.upload.is_repeatable:
        return None
    if not _was_rejected(error) and not (_is_outcome_unknown(error) and _is_repeatable(call)):
        return None
    backoff = min(first_delay_seconds * 2.0**retries_before, delay_seconds_max)
    jittered = backoff * (0.5 + random.random() / 2)
    requested = error.retry_after_seconds if isinstance(error, PosternError) else None
    if requested is None:
        return jittered
    # The caller decides about longer waits.
    return None if requested > retry_after_seconds_max else requested + jittered * 0.5


def _was_rejected(error: Exception) -> bool:
    """Whether the server rejected the request temporarily, before it did anything."""
    if not isinstance(error, PosternError):
        return False
    return error.status in (408, 429) or error.code == "idempotency_in_progress"


def _is_outcome_unknown(error: Exception) -> bool:
    """Whether the request may or may not have been processed."""
    if isinstance(error, PosternConnectionError):
        return True
    if not isinstance(error, PosternError) or error.status not in retryable_statuses:
        return False
    return error.retryable or error.code == "unexpected_answer"


def _is_repeatable(call: Call) -> bool:
    return call.operation not in never_retried and call.method in ("GET", "DELETE", "POST")
