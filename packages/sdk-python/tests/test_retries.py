from __future__ import annotations

import io
import socket
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import httpx
import pytest
from conftest import Open, Step, failure

from postern import Postern, PosternConnectionError, PosternError

done = httpx.Response(200, json={"id": "x"})
lost = httpx.ConnectError("lost")

Request = Callable[[Postern], object]


def read(client: Postern) -> object:
    return client.get_me()


def remove(client: Postern) -> object:
    return client.delete_webhook("a")


def create(client: Postern) -> object:
    return client.create_post(text="Hi")


def update(client: Postern) -> object:
    return client.update_post("a", text="Hi")


def reply(client: Postern) -> object:
    return client.reply_to_comment("a", text="Hi")


@pytest.mark.parametrize(
    "step",
    [
        lost,
        httpx.ReadError("lost"),
        httpx.ReadTimeout("slow"),
        failure(500, "internal_error", retryable=True),
        httpx.Response(503),
    ],
)
def test_after_an_unknown_outcome_get_delete_and_post_are_retried_but_not_patch_and_a_reply(
    open_client: Open, waits: list[float], step: Step
) -> None:
    for request in [read, remove, create]:
        client, requests = open_client(step, done)
        request(client)
        assert len(requests) == 2
    for request in [update, reply]:
        client, requests = open_client(step, done)
        with pytest.raises((PosternError, PosternConnectionError)):
            request(client)
        assert len(requests) == 1
    assert len(waits) == 3


@pytest.mark.parametrize(
    "step",
    [
        failure(429, "rate_limited", retryable=True),
        failure(408, "request_timeout", retryable=True),
        failure(409, "idempotency_in_progress", retryable=True),
    ],
)
def test_a_request_that_was_rejected_temporarily_is_retried(
    open_client: Open, waits: list[float], step: Step
) -> None:
    for request in [read, remove, create, update, reply]:
        client, requests = open_client(step, done)
        request(client)
        assert len(requests) == 2


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "validation_failed"),
        (404, "post_not_found"),
        (409, "default_profile"),
        (500, "never"),
        (501, "unexpected_answer"),
    ],
)
def test_a_permanent_error_is_not_retried(
    open_client: Open, waits: list[float], status: int, code: str
) -> None:
    client, requests = open_client(failure(status, code))
    with pytest.raises(PosternError):
        read(client)
    assert [len(requests), waits] == [1, []]


def test_all_attempts_of_a_post_have_the_same_key(open_client: Open, waits: list[float]) -> None:
    client, requests = open_client(lost, lost, done)
    create(client)
    keys = [request.headers["idempotency-key"] for request in requests]
    assert [len(keys), len(set(keys)), len(keys[0])] == [3, 1, 36]
    create(client)
    client.create_post(idempotency_key="mine")
    assert requests[3].headers["idempotency-key"] != keys[0]
    assert requests[4].headers["idempotency-key"] == "mine"
    client.get_me()
    assert "idempotency-key" not in requests[5].headers


def test_after_the_last_retry_the_last_error_is_raised(
    open_client: Open, waits: list[float]
) -> None:
    client, requests = open_client(lost)
    with pytest.raises(PosternConnectionError) as caught:
        read(client)
    assert [caught.value.reason, caught.value.__cause__] == ["network", lost]
    assert len(requests) == 3
    assert 0.25 <= waits[0] <= 0.5 <= waits[1] <= 1
    with pytest.raises(PosternConnectionError):
        read(client.with_options(retries=0))
    assert len(requests) == 4


def test_delays_double_up_to_8_seconds(
    open_client: Open, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.random", lambda: 1.0)
    client, _ = open_client(lost, retries=6)
    with pytest.raises(PosternConnectionError):
        read(client)
    assert waits == [0.5, 1, 2, 4, 8, 8]


def test_retry_after_is_followed_in_seconds_and_as_a_date_up_to_a_minute(
    open_client: Open, waits: list[float]
) -> None:
    date = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
    for retry_after in ["20", date]:
        read(open_client(failure(429, "rate_limited", retry_after=retry_after), done)[0])
    assert 20 <= waits[0] < 20.5 and 28 <= waits[1] < 31
    client, requests = open_client(failure(429, "rate_limited", retry_after="240"))
    with pytest.raises(PosternError) as caught:
        client.sync_insights()
    assert [caught.value.retry_after_seconds, len(requests), len(waits)] == [240, 1, 2]


def test_a_timeout_raises_and_its_limits_are_set_per_request(
    open_client: Open, waits: list[float]
) -> None:
    client, requests = open_client(httpx.ReadTimeout("slow"), timeout=5)
    with pytest.raises(PosternConnectionError) as caught:
        read(client)
    assert caught.value.reason == "timeout"
    with pytest.raises(PosternConnectionError):
        client.upload_media(b"x")
    timeouts = [request.extensions["timeout"]["read"] for request in requests]
    assert timeouts == [5, 5, 5, 3600, 3600, 3600]


class Pipe(io.BytesIO):
    def seekable(self) -> bool:
        return False


def test_an_upload_is_repeated_from_its_start_unless_it_cannot_be_rewound(
    open_client: Open, waits: list[float]
) -> None:
    file = io.BytesIO(b"picture")
    file.seek(5)
    client, requests = open_client(lost, done)
    client.upload_media(file, alt_text="Grüße", keep_location=True)
    for request in requests:
        assert b'filename="file"\r\n' in request.content
        assert b"\r\n\r\npicture\r\n" in request.content
        assert request.content.index(b"Gr\xc3\xbc\xc3\x9fe") < request.content.index(b"picture")
    client, requests = open_client(lost, done)
    with pytest.raises(PosternConnectionError):
        client.upload_media(Pipe(b"picture"))
    assert len(requests) == 1


def test_a_server_that_does_not_respond_is_a_timeout_and_a_closed_port_a_network_failure() -> None:
    reasons = []
    for is_listening in [True, False]:
        with socket.socket() as server:
            server.bind(("127.0.0.1", 0))
            if is_listening:
                server.listen()
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            with Postern(url, "k", timeout=0.05, retries=0) as client:
                with pytest.raises(PosternConnectionError) as caught:
                    client.get_me()
        reasons.append(caught.value.reason)
    assert reasons == ["timeout", "network"]
