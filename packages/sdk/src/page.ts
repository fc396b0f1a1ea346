import type { Item, ListId, Path, Query, ResponseBody } from './operation.ts'
import { send } from './request.ts'
import type { RequestOptions, Settings } from './settings.ts'

export type Page<T> = {
  object: 'list'
  data: T[]
  has_more: boolean
  next_cursor: string | null
  /** The next page, or `null` after the last one. */
  nextPage(): Promise<Page<T> | null>
}

/** `await` returns the first page, `for await` iterates over the items of all pages. */
export type List<T> = Promise<Page<T>> & AsyncIterable<T>

type ListRequest<Id extends ListId> = {
  path?: Path<Id>
  query?: Query<Id>
  options?: RequestOptions | undefined
}

/** Requests the first page immediately and further pages when they are needed. */
export function list<Id extends ListId>(
  settings: Settings,
  id: Id,
  request: ListRequest<Id>,
): List<Item<Id>> {
  const first = readPage(settings, id, request)
  return Object.assign(first, { [Symbol.asyncIterator]: () => itemsFrom(first) })
}

async function readPage<Id extends ListId>(
  settings: Settings,
  id: Id,
  { path, query, options }: ListRequest<Id>,
): Promise<Page<Item<Id>>> {
  const input = { ...(path ? { path } : {}), ...(query ? { query } : {}) }
  const response: ResponseBody<Id> = await send(settings, id, input, options)
  const cursor = response.next_cursor
  const nextPage = async () =>
    cursor === null
      ? null
      : await readPage(settings, id, {
          ...(path ? { path } : {}),
          query: { ...query, cursor } as Query<Id>,
          options,
        })
  return { ...response, nextPage } as Page<Item<Id>>
}

async function* itemsFrom<T>(first: Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  for (let page: Page<T> | null = await first; page; page = await page.nextPage()) {
    yield* page.data
  }
}
