import type { Answer, Item, ListId, Path, Query } from './operation.ts'
import { send } from './request.ts'
import type { RequestOptions, Settings } from './settings.ts'

export type Page<T> = {
  object: 'list'
  data: T[]
  has_more: boolean
  next_cursor: string | null
  /** The page after this one; `null` after the last. */
  nextPage(): Promise<Page<T> | null>
}

/** Awaited it is the first page; with `for await` it is every item of every page. */
export type List<T> = Promise<Page<T>> & AsyncIterable<T>

type ListRequest<Id extends ListId> = {
  path?: Path<Id>
  query?: Query<Id>
  options?: RequestOptions | undefined
}

/** Asks for the first page at once, and for those after it as they are wanted. */
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
  const answer: Answer<Id> = await send(settings, id, input, options)
  const cursor = answer.next_cursor
  const nextPage = async () =>
    cursor === null
      ? null
      : await readPage(settings, id, {
          ...(path ? { path } : {}),
          query: { ...query, cursor } as Query<Id>,
          options,
        })
  return { ...answer, nextPage } as Page<Item<Id>>
}

async function* itemsFrom<T>(first: Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  for (let page: Page<T> | null = await first; page; page = await page.nextPage()) {
    yield* page.data
  }
}
