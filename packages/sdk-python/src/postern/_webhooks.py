from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Sequence
from typing import Any, Literal, cast, get_args, get_type_hints

from ._generated.models import WebhookEvent
from ._model import Model

signatures_max = 10

WebhookErrorReason = Literal[
    "signature_missing",
    "signature_malformed",
    "timestamp_out_of_tolerance",
    "signature_mismatch",
    "body_malformed",
]


class WebhookError(Exception):
    """An invalid delivery. Respond with a 4xx status and ignore it."""

    def __init__(self, reason: WebhookErrorReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class OtherEvent(Model):
    """An event of a type that this version does not know."""

    id: str
    type: str
    created_at: str
    profile_id: str | None
    profile_external_id: str | None
    data: dict[str, Any]


def verify_webhook(
    body: bytes | str,
    signature: str | None,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: int = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies the signature and time of a delivery, then parses its event.

    `body` is the raw body, before any parser, and `signature` the header `Service-Signature`.
    During a rotation pass both secrets. `now` is a Unix time in seconds. Check the event's `type`:
    a newer server can send types that this version does not know. Raises WebhookError.
    """
    secrets = _secrets_of(secret)
    sent_at, signatures = _read_header(signature)
    distance = abs(int(time.time() if now is None else now) - int(sent_at))
    if distance > tolerance_seconds:
        message = f"The signature's time differs by {distance} seconds. Check the clock."
        raise WebhookError("timestamp_out_of_tolerance", message)
    raw = _bytes_of(body)
    # Compare every pair in constant time, without an early exit.
    matches = [
        hmac.compare_digest(_digest_of(item, sent_at, raw), candidate)
        for item in secrets
        for candidate in signatures
    ]
    if not any(matches):
        raise WebhookError("signature_mismatch", "No signature matches the body.")
    return _read_event(raw)


def sign_webhook(
    body: bytes | str, secret: str | Sequence[str], *, now: float | None = None
) -> str:
    """Creates the header `Service-Signature`, for tests of a receiver."""
    sent_at = str(int(time.time() if now is None else now))
    digests = [_digest_of(item, sent_at, _bytes_of(body)) for item in _secrets_of(secret)]
    return ",".join([f"t={sent_at}", *(f"v1={digest}" for digest in digests)])


def _secrets_of(secret: str | Sequence[str]) -> Sequence[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if secrets and all(isinstance(item, str) and item for item in secrets):
        return secrets
    raise ValueError("secret must be the secret of the endpoint (whsec_…).")


def _read_header(header: str | None) -> tuple[str, list[str]]:
    if not header:
        raise WebhookError("signature_missing", "The header Service-Signature is missing.")
    fields = [field.strip() for field in header.split(",")]
    times = [field[2:] for field in fields if field.startswith("t=")]
    digests = [field[3:] for field in fields if field.startswith("v1=")]
    has_time = len(times) == 1 and re.fullmatch(r"[0-9]{1,15}", times[0])
    has_digests = 0 < len(digests) <= signatures_max
    if not has_time or not has_digests or not all(map(_is_digest, digests)):
        message = "Service-Signature does not have the form t=…,v1=…."
        raise WebhookError("signature_malformed", message)
    return times[0], digests


def _is_digest(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def _digest_of(secret: str, sent_at: str, body: bytes) -> str:
    """The HMAC key is the whole secret, including `whsec_`."""
    return hmac.new(secret.encode(), f"{sent_at}.".encode() + body, hashlib.sha256).hexdigest()


def _bytes_of(body: bytes | str) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("body must be the raw body (bytes or str), not a parsed value.")


def _read_event(body: bytes) -> WebhookEvent:
    try:
        event = json.loads(body.decode())
    except ValueError as error:
        raise WebhookError("body_malformed", "The body is not JSON.") from error
    if not isinstance(event, dict) or not all(
        isinstance(event.get(name), str) for name in ("id", "type")
    ):
        raise WebhookError("body_malformed", "The body is not an event.")
    # The type checker sees the known events only, so that a comparison of `type` narrows them.
    return cast(WebhookEvent, event_classes.get(event["type"], OtherEvent)(event))


event_classes: dict[str, type[Model]] = {
    get_args(get_type_hints(event)["type"])[0]: event for event in get_args(WebhookEvent)
}
