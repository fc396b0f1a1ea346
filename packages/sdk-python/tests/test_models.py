"""The examples of the OpenAPI document, read by the generated classes."""

from __future__ import annotations

import inspect
import json
import os
import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from conftest import Open

from postern import AsyncPostern, Postern, WebhookEvent, models, sign_webhook, verify_webhook

document = json.loads(Path(os.environ["OPENAPI_DOCUMENT"]).read_text(encoding="utf8"))
operations: dict[str, dict[str, Any]] = {
    re.sub(r"[A-Z]", lambda match: f"_{match[0].lower()}", operation["operationId"]): operation
    for methods in document["paths"].values()
    for operation in methods.values()
}


def content_of(operation: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    response = next(operation["responses"][code] for code in operation["responses"] if code < "300")
    content: dict[str, dict[str, Any]] = response["content"]
    return next(iter(content.items()))


# The client has no streams: httpx would need another way to read and to reconnect.
streams = {name for name, each in operations.items() if content_of(each)[0] == "text/event-stream"}


@pytest.mark.parametrize("client", [Postern, AsyncPostern])
def test_the_client_has_a_method_for_each_operation(client: type) -> None:
    methods = {name for name, _ in inspect.getmembers(client, inspect.isfunction)}
    own = {"upload_media", "with_options", "with_profile", "close"}
    assert {name for name in methods if name[0] != "_"} == (set(operations) - streams) | own


@pytest.mark.parametrize("name", sorted(set(operations) - streams))
def test_the_example_of_each_response_is_read(open_client: Open, name: str) -> None:
    operation = operations[name]
    content_type, content = content_of(operation)
    example = content["example"]
    text = example if content_type == "text/csv" else json.dumps(example)
    response = httpx.Response(200, text=text, headers={"content-type": content_type})
    client, requests = open_client(response)
    method = getattr(client, name)
    required = [
        parameter
        for parameter in inspect.signature(method).parameters.values()
        if parameter.default is inspect.Parameter.empty
    ]
    positional = [f"id_{index}" for index, each in enumerate(required) if each.kind.value == 1]
    named = {each.name: "a" for each in required if each.kind.value == 3}
    result = method(*positional, **named)
    if content_type == "text/csv":
        assert result == example
    elif "next_cursor" in example:
        assert [item.to_dict() for item in result.data] == example["data"]
    else:
        assert result.to_dict() == example
        # `from` is a keyword, so its attribute is `from_`.
        assert not [key for key in example if key != "from" and not hasattr(result, key)]
    path = next(
        path for path, methods in document["paths"].items() if operation in methods.values()
    )
    ids = iter(positional)
    assert requests[0].url.path == re.sub(r"\{\w+\}", lambda _: next(ids), path)


def test_there_is_a_class_for_each_event() -> None:
    assert len(get_args(WebhookEvent)) == len(document["webhooks"])
    for event_type, methods in document["webhooks"].items():
        example = methods["post"]["requestBody"]["content"]["application/json"]["example"]
        body = json.dumps(example)
        event = verify_webhook(body, sign_webhook(body, "s"), "s")
        assert event.type == event_type
        assert type(event) in get_args(WebhookEvent)


def test_nested_values_times_and_maps_have_their_types(open_client: Open) -> None:
    _, content = content_of(operations["get_post"])
    client, _ = open_client(httpx.Response(200, json=content["example"]))
    post = client.get_post("post_1")
    assert isinstance(post.targets[0], models.Target)
    assert isinstance(post.created_at, datetime)
    assert post.created_at.tzinfo == timezone.utc
    assert post == models.Post(post.to_dict())
    assert repr(post).startswith("Post(id='post_")


def test_unknown_fields_and_enum_values_of_a_newer_server_pass() -> None:
    account = models.Account({"id": "acc_1", "status": "asleep", "mood": "good"})
    assert [account.status, account.to_dict()["mood"], account.username] == ["asleep", "good", None]
