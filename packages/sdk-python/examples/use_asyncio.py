import asyncio
import os

from postern import AsyncPostern


async def main() -> None:
    async with AsyncPostern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"]) as client:
        me, page = await asyncio.gather(client.get_me(), client.list_profiles(limit=1))
        print(f"{me.owner.name}: {page.data[0].name}")
        async for account in client.list_accounts():
            print(account.username)


asyncio.run(main())
