"""Calls the MCP endpoint with the official Python client and prints what it received as JSON."""

import asyncio
import json
import os
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def run(mode: str) -> dict:
    headers = {"Authorization": f"Bearer {os.environ['POSTERN_KEY']}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(os.environ["POSTERN_URL"], http_client=http)
        async with Client(transport, mode=mode) as client:
            listed = await client.list_tools()
            created = await client.call_tool(
                "create_post", {"text": f"Written by {mode}", "mode": "draft", "profile": sys.argv[1]}
            )
            read = await client.call_tool("get_post", {"id": created.structured_content["id"]})
            refused = await client.call_tool("get_post", {"id": "post_unknown"})
            comments = await client.call_tool("list_comments", {"account_id": sys.argv[2]})
            return {
                "protocol": client.protocol_version,
                "tools": [tool.name for tool in listed.tools],
                "post": read.structured_content,
                "error": [refused.is_error, refused.content[0].text],
                "comments": comments.structured_content["data"],
                "comments_text": comments.content[0].text,
            }


async def main() -> None:
    print(json.dumps({mode: await run(mode) for mode in ["legacy", "auto", "2026-07-28"]}))


asyncio.run(main())
