"""Against a running server: POSTERN_URL and POSTERN_KEY, an owner key."""

from __future__ import annotations

import asyncio
import os
import struct
import zlib
from pathlib import Path

import httpx
import pytest

from postern import AsyncPostern, Postern, PosternError, UploadFile

pytestmark = pytest.mark.skipif("POSTERN_URL" not in os.environ, reason="POSTERN_URL is not set")


@pytest.fixture
def client() -> Postern:
    return Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"])


class LossyTransport(httpx.HTTPTransport):
    """Loses the response to each first attempt of a request."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: set[str] = set()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        key = request.headers["idempotency-key"]
        if key in self.keys:
            return response
        self.keys.add(key)
        response.read()
        raise httpx.ReadError("lost")


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_a_profile_is_created_read_updated_and_deleted_by_its_external_id(client: Postern) -> None:
    created = client.create_profile(name="Bäckerei", external_id="a+b@c.d:1")
    assert client.get_profile("a+b@c.d:1") == created
    assert client.create_profile(name="Again", external_id="a+b@c.d:1").id == created.id
    assert client.update_profile(created.id, name="Bakery").name == "Bakery"
    client.delete_profile("a+b@c.d:1")
    with pytest.raises(PosternError) as caught:
        client.get_profile(created.id)
    assert [caught.value.status, caught.value.code] == [404, "profile_not_found"]
    assert (caught.value.request_id or "").startswith("req_")


def test_a_validation_failure_names_the_field(client: Postern) -> None:
    with pytest.raises(PosternError) as caught:
        client.create_profile(name="")
    error = caught.value
    assert [error.code, error.param, error.details[0].path] == ["validation_failed", "name", "name"]
    assert error.doc_url == f"{os.environ['POSTERN_URL']}/docs/errors#validation_failed"


def test_the_items_of_all_pages_are_listed_in_both_clients(client: Postern) -> None:
    created = [client.create_profile(name=f"P{number}").id for number in range(3)]
    listed = [profile.id for profile in client.list_profiles(limit=2)]
    assert set(created) <= set(listed)

    async def list_async() -> list[str]:
        async with AsyncPostern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"]) as other:
            return [profile.id async for profile in other.list_profiles(limit=2)]

    assert asyncio.run(list_async()) == listed
    for each in created:
        client.delete_profile(each)


def test_a_request_whose_response_was_lost_is_retried_and_takes_effect_once(
    client: Postern, waits: list[float]
) -> None:
    profile = client.create_profile(name="Once").id
    http = httpx.Client(transport=LossyTransport())
    lossy = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"], http=http)
    bound = lossy.with_profile(profile)
    post = bound.create_post(text="Once")
    media = bound.upload_media(png(40, 30), alt_text='Grüße "Brot"')
    reader = client.with_profile(profile)
    assert [each.id for each in reader.list_posts(status=["draft"])] == [post.id]
    assert [each.to_dict() for each in reader.list_media()] == [media.to_dict()]
    assert [media.width, media.height, media.alt_text] == [40, 30, 'Grüße "Brot"']
    assert len(waits) == 2
    client.delete_profile(profile)


def test_a_file_is_uploaded_from_a_path_and_from_an_open_file(
    client: Postern, tmp_path: Path
) -> None:
    path = tmp_path / "loaf.png"
    path.write_bytes(png(20, 10))
    with path.open("rb") as file:
        files: list[UploadFile] = [str(path), path, file]
        sizes = [client.upload_media(each).size for each in files]
    assert sizes == [path.stat().st_size] * 3
    with pytest.raises(PosternError) as caught:
        client.upload_media(b"no image")
    assert [caught.value.status, caught.value.code] == [415, "media_type_not_supported"]


def test_an_idempotency_key_reused_for_another_request_is_refused(client: Postern) -> None:
    client.create_post(text="A", idempotency_key="order-1")
    with pytest.raises(PosternError) as caught:
        client.create_post(text="B", idempotency_key="order-1")
    assert caught.value.code == "idempotency_key_reused"


def test_a_profile_key_sees_its_profile_only(client: Postern) -> None:
    profile = client.create_profile(name="Bound")
    secret = client.create_api_key(name="bound", profile_id=profile.id).secret
    bound = Postern(os.environ["POSTERN_URL"], secret)
    me = bound.get_me()
    assert me.profile is not None and me.profile.id == profile.id
    with pytest.raises(PosternError) as caught:
        bound.list_profiles()
    assert caught.value.code == "owner_key_required"
    client.delete_profile(profile.id)
