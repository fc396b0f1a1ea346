from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Page(Generic[T]):
    """One page of a list. Iterating over it also requests the pages that follow."""

    def __init__(self, data: list[T], next_cursor: str | None, load: Callable[[str], Page[T]]):
        self.data = data
        self.next_cursor = next_cursor
        self._load = load

    @property
    def has_more(self) -> bool:
        return self.next_cursor is not None

    def next_page(self) -> Page[T] | None:
        """The next page, or `None` after the last one."""
        return None if self.next_cursor is None else self._load(self.next_cursor)

    def __iter__(self) -> Iterator[T]:
        page: Page[T] | None = self
        while page is not None:
            yield from page.data
            page = page.next_page()


class AsyncPage(Generic[T]):
    """One page of a list."""

    def __init__(
        self,
        data: list[T],
        next_cursor: str | None,
        load: Callable[[str], Awaitable[AsyncPage[T]]],
    ):
        self.data = data
        self.next_cursor = next_cursor
        self._load = load

    @property
    def has_more(self) -> bool:
        return self.next_cursor is not None

    async def next_page(self) -> AsyncPage[T] | None:
        """The next page, or `None` after the last one."""
        return None if self.next_cursor is None else await self._load(self.next_cursor)


class AsyncPages(Generic[T]):
    """A list: `await` returns its first page, `async for` iterates over the items of all pages."""

    def __init__(self, first: Callable[[], Awaitable[AsyncPage[T]]]):
        self._first = first

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = await self
        while page is not None:
            for item in page.data:
                yield item
            page = await page.next_page()
