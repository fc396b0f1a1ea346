import type { Call } from './call.ts'
import { originOf } from './servers.ts'
import { compareIds } from './status-id.ts'

type Sizes = { standard: number; max: number }

/**
 * A page of records, newest first, by `max_id`, `since_id`, `min_id` and `limit`, with the `Link`
 * header (mastodon.md §0).
 */
export function pageOf<T extends { id: string }>(
  call: Call,
  records: T[],
  { standard, max }: Sizes,
): { records: T[]; link: string | null } {
  const { input } = call
  const limit = Math.min(Math.max(1, Number(input.text('limit')) || standard), max)
  const [newest, minimum] = [input.text('max_id'), input.text('min_id')]
  // The other program ignores since_id (mastodon.md §4.2).
  const since = call.server.isOtherProgram ? undefined : input.text('since_id')
  const oldest = minimum ?? since
  const inRange = records
    .filter(({ id }) => !newest || compareIds(id, newest) < 0)
    .filter(({ id }) => !oldest || compareIds(id, oldest) > 0)
    .sort((a, b) => compareIds(b.id, a.id))
  // min_id: those directly above it. Otherwise: the newest.
  const page = minimum ? inRange.slice(-limit) : inRange.slice(0, limit)
  return { records: page, link: linkOf(call, page) }
}

function linkOf({ context, sandbox, server }: Call, page: { id: string }[]): string | null {
  if (page.length === 0) return null
  const { pathname, searchParams } = new URL(context.req.url)
  const urlWith = (name: string, id: string) => {
    const params = new URLSearchParams(searchParams)
    for (const key of ['max_id', 'since_id', 'min_id']) params.delete(key)
    params.set(name, id)
    return `<${originOf(sandbox, server)}${pathname}?${params}>`
  }
  const next = urlWith('max_id', page.at(-1)!.id)
  const previous = urlWith('min_id', page[0]!.id)
  return `${next}; rel="next", ${previous}; rel="prev"`
}

export function pageResponse({ context }: Call, body: object[], link: string | null): Response {
  return context.json(body, 200, link ? { link } : {})
}
