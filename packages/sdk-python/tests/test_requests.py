from __future__ import annotations

import asyncio
import json
from datetime import datetime, timezone
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from conftest import Open, failure, page, scripted

from postern import AsyncPostern, Postern, PosternConnectionError, PosternError

profile = httpx.Response(200, json={"id": "prof_1", "object": "profile"})


def test_ids_are_escaped_and_an_empty_id_raises_a_value_error(open_client: Open) -> None:
    client, requests = open_client(profile)
    client.get_profile("a/b?c@d")
    assert str(requests[0].url) == "http://x/v1/profiles/a%2Fb%3Fc%40d"
    for wrong in ["", ".", "..", None]:
        with pytest.raises(ValueError):
            client.delete_profile(wrong)  # type: ignore[arg-type]
    assert len(requests) == 1


def test_query_values_are_joined_and_omitted_ones_are_not_sent(open_client: Open) -> None:
    client, requests = open_client(page([]))
    since = datetime(2026, 11, 21, 9, tzinfo=timezone.utc)
    client.list_comments(platform=["threads", "instagram"], hidden=False, limit=10, since=since)
    query = unquote(requests[0].url.query.decode())
    expected = "limit=10&platform=threads,instagram&hidden=false&since=2026-11-21T09:00:00+00:00"
    assert query == expected


def test_omitted_fields_are_not_sent_and_none_is_null(open_client: Open) -> None:
    client, requests = open_client(profile)
    client.update_profile("prof_1", external_id=None)
    client.create_post(
        targets=[
            {"account_id": "acc_1", "scheduled_at": datetime(2026, 12, 1, tzinfo=timezone.utc)}
        ]
    )
    assert [json.loads(request.content) for request in requests] == [
        {"external_id": None},
        {"targets": [{"account_id": "acc_1", "scheduled_at": "2026-12-01T00:00:00+00:00"}]},
    ]
    assert requests[0].headers["content-type"] == "application/json"


def test_a_profile_can_be_set_for_the_client_and_by_with_profile(open_client: Open) -> None:
    client, requests = open_client(profile)
    bound = client.with_profile("client-42")
    for each in [client, bound, bound.with_options(profile=None, headers={"x-a": "1"})]:
        each.get_me()
    assert [request.headers.get("service-profile") for request in requests] == [
        None,
        "client-42",
        None,
    ]
    assert requests[2].headers["x-a"] == "1"
    assert requests[0].headers["authorization"] == "Bearer pst_owner_k"
    with pytest.raises(ValueError):
        client.with_profile("")


def test_an_error_response_becomes_a_postern_error_with_all_of_its_fields(
    open_client: Open,
) -> None:
    client, _ = open_client(failure(409, "account_has_scheduled_posts", retry_after="7"))
    with pytest.raises(PosternError) as caught:
        client.move_account("acc_1", profile_id="p")
    error = caught.value
    assert str(error) == "409 account_has_scheduled_posts: It is account_has_scheduled_posts."
    assert error.platform is not None
    assert [error.details[0].path, error.platform.value] == ["name", "threads"]
    fields = ["status", "code", "type", "message", "param", "retryable", "retry_after_seconds"]
    assert [getattr(error, name) for name in [*fields, "request_id", "doc_url"]] == [
        *[409, "account_has_scheduled_posts", "test_error", "It is account_has_scheduled_posts."],
        *["name", False, 7, "req_1", "http://x/docs/errors#account_has_scheduled_posts"],
    ]


def test_a_page_of_a_proxy_raises_with_an_error_status_and_with_200(open_client: Open) -> None:
    html = {"content-type": "text/html"}
    with pytest.raises(PosternError) as caught:
        open_client(httpx.Response(404, text="<h1>", headers=html))[0].get_me()
    assert [caught.value.code, caught.value.status] == ["unexpected_answer", 404]
    broken = httpx.Response(200, text='{"id":', headers={"content-type": "application/json"})
    for response in [httpx.Response(200, text="<h1>", headers=html), broken]:
        with pytest.raises(PosternConnectionError) as lost:
            open_client(response, retries=0)[0].get_me()
        assert lost.value.reason == "answer"


def test_a_redirect_is_not_followed(open_client: Open) -> None:
    client, requests = open_client(httpx.Response(308, headers={"location": "/elsewhere"}))
    with pytest.raises(PosternError) as caught:
        client.create_profile(name="Bakery")
    assert caught.value.message == "The response was a redirect to /elsewhere. Correct the URL."
    assert len(requests) == 1


def test_csv_is_returned_as_text(open_client: Open) -> None:
    csv = httpx.Response(200, text="\ufeffdate,views\n", headers={"content-type": "text/csv"})
    assert open_client(csv)[0].export_account_insights("acc_1") == "date,views\n"


def test_a_list_iterates_over_all_pages_with_the_same_filters(open_client: Open) -> None:
    items = [{"id": "1"}, {"id": "2"}, {"id": "3"}]
    client, requests = open_client(page(items[:2], "c1"), page([], "c2"), page(items[2:]))
    posts = client.list_posts(status=["draft"], limit=2)
    assert [posts.has_more, posts.next_cursor, len(requests)] == [True, "c1", 1]
    assert [post.id for post in posts] == ["1", "2", "3"]
    assert [request.url.query.decode() for request in requests] == [
        "limit=2&status=draft",
        "limit=2&cursor=c1&status=draft",
        "limit=2&cursor=c2&status=draft",
    ]


def test_next_page_returns_the_next_page_and_none_after_the_last(open_client: Open) -> None:
    client, requests = open_client(page([{"id": "1"}], "c1"), page([{"id": "2"}]))
    following = client.list_profiles().next_page()
    assert following is not None
    assert [following.data[0].id, following.has_more] == ["2", False]
    assert following.next_page() is None
    assert len(requests) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "postern.example.com"},
        {"url": "https://"},
        {"key": ""},
        {"key": "a\nb"},
        {"timeout": 0},
        {"retries": -1},
        {"retries": 11},
        {"profile": ""},
    ],
)
def test_a_client_with_an_invalid_option_raises_a_value_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Postern(**{"url": "http://x", "key": "k", **wrong})


@pytest.mark.parametrize(
    ("url", "requested"),
    [
        ("https://x.example", "https://x.example/v1/me"),
        ("https://x.example/v1/", "https://x.example/v1/me"),
        ("https://x.example/postern//", "https://x.example/postern/v1/me"),
    ],
)
def test_the_url_may_end_with_slashes_and_v1(url: str, requested: str) -> None:
    transport, requests = scripted(profile)
    Postern(url, "k", http=httpx.Client(transport=transport)).get_me()
    assert str(requests[0].url) == requested


def test_the_key_is_not_in_the_representation_of_the_client(open_client: Open) -> None:
    client, _ = open_client(profile)
    assert "pst_owner_k" not in repr(vars(client))


def test_the_client_for_asyncio_sends_reads_pages_and_retries(waits: list[float]) -> None:
    lost = httpx.ConnectError("lost")
    transport, requests = scripted(lost, page([{"id": "1"}], "c1"), page([{"id": "2"}]), profile)

    async def main() -> list[str]:
        http = httpx.AsyncClient(transport=transport)
        async with AsyncPostern("http://x", "k", http=http) as client:
            ids = [post.id async for post in client.list_posts()]
            return [*ids, (await client.with_profile("client-42").get_profile("a")).id]

    assert asyncio.run(main()) == ["1", "2", "prof_1"]
    assert len(waits) == 1
    assert requests[3].headers["service-profile"] == "client-42"
