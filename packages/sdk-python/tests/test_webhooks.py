"""The vectors are those of the TypeScript verifier."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from postern import OtherEvent, WebhookError, sign_webhook, verify_webhook

vectors = json.loads(Path(os.environ["WEBHOOK_VECTORS"]).read_text(encoding="utf8"))
vector = {name: vectors[name] for name in ("secret", "now", "body", "signature")}


def reason_of(**change: Any) -> str:
    try:
        verify_webhook(**{**vector, **change})
    except WebhookError as error:
        return error.reason
    return "verified"


def test_the_published_test_vector_signs_and_verifies() -> None:
    unsigned = {name: vector[name] for name in ("body", "secret", "now")}
    assert sign_webhook(**unsigned) == vector["signature"]
    event = verify_webhook(**vector)
    assert event.to_dict() == json.loads(vector["body"])
    assert event.type == "webhook.test"
    assert event.data.message == "Grüße 👋"


@pytest.mark.parametrize("change", vectors["valid"])
def test_a_valid_delivery_is_verified(change: dict[str, Any]) -> None:
    assert reason_of(**change) == "verified"


@pytest.mark.parametrize("case", vectors["invalid"])
def test_an_invalid_delivery_raises_its_reason(case: dict[str, Any]) -> None:
    assert reason_of(**case["change"]) == case["reason"]


def test_during_a_rotation_one_matching_secret_is_enough() -> None:
    secrets = ["whsec_new", vector["secret"]]
    assert reason_of(secret=secrets) == "verified"
    assert reason_of(secret=secrets[::-1]) == "verified"
    signature = sign_webhook(vector["body"], secrets, now=vector["now"])
    assert len(signature.split(",")) == 3
    assert reason_of(signature=signature) == "verified"


def test_the_body_can_be_bytes_but_not_a_parsed_value() -> None:
    assert reason_of(body=vector["body"].encode()) == "verified"
    with pytest.raises(TypeError):
        reason_of(body={})


def test_the_tolerance_and_the_current_time_are_used() -> None:
    assert reason_of(now=vector["now"] + 11, tolerance_seconds=10) == "timestamp_out_of_tolerance"
    assert reason_of(now=None) == "timestamp_out_of_tolerance"
    signature = sign_webhook(vector["body"], vector["secret"])
    assert signature.startswith(f"t={int(time.time())}"[:-1])
    assert reason_of(signature=signature, now=None) == "verified"


@pytest.mark.parametrize("body", [*vectors["malformed_bodies"], b"\xff"])
def test_a_signed_body_that_is_not_an_event_is_malformed(body: str | bytes) -> None:
    signature = sign_webhook(body, vector["secret"], now=vector["now"])
    assert reason_of(body=body, signature=signature) == "body_malformed"


def test_an_event_of_an_unknown_type_passes() -> None:
    body = json.dumps({"id": "1", "type": "post.liked", "data": {"count": 3}})
    signature = sign_webhook(body, "s")
    event: Any = verify_webhook(body, signature, "s")
    assert isinstance(event, OtherEvent)
    assert [event.type, event.data] == ["post.liked", {"count": 3}]


@pytest.mark.parametrize("secret", ["", [], ["a", ""]])
def test_a_missing_secret_raises_a_value_error(secret: Any) -> None:
    with pytest.raises(ValueError):
        reason_of(secret=secret)
