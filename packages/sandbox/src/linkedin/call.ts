import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { LinkedinError } from './errors.ts'
import { authenticate, type LinkedinSession } from './session.ts'
import { settingsOf } from './settings.ts'

export type LinkedinCall = {
  context: Context<Env>
  sandbox: Sandbox
  session: LinkedinSession
  query: URLSearchParams
  /** The decoded key of the path, such as a URN. */
  key: string
}

/** Opens a call. Rest.li wants URNs in paths encoded and the structure of lists not (linkedin.md §2). */
export function openCall(
  context: Context<Env>,
  sandbox: Sandbox,
  rawKey: string | undefined,
): LinkedinCall {
  const session = authenticate(context, sandbox)
  const { search, searchParams } = new URL(context.req.url)
  if (rawKey?.includes(':') || /List%28/i.test(search)) {
    throw new LinkedinError(400, 'ILLEGAL_ARGUMENT', 'Invalid query parameters or key')
  }
  const key = decodeURIComponent(rawKey ?? '')
  return { context, sandbox, session, query: searchParams, key }
}

export async function readJson(call: LinkedinCall): Promise<Record<string, unknown>> {
  const value: unknown = await call.context.req.json().catch(() => null)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new LinkedinError(400, 'BAD_REQUEST', 'The body is no JSON object.')
}

/** A page of a list; it may be shorter than asked for, with a link to the next one (linkedin.md §2). */
export function pageOf<Item, Shown>(
  call: LinkedinCall,
  items: readonly Item[],
  show: (item: Item) => Shown,
) {
  const { query, sandbox, context } = call
  const start = Number(query.get('start') ?? 0)
  const asked = Number(query.get('count') ?? 10)
  const count = Math.min(asked, settingsOf(sandbox).linkedin_page_size)
  const end = start + count
  const { pathname, search } = new URL(context.req.url)
  const params = new URLSearchParams(search)
  params.set('start', String(end))
  params.set('count', String(asked))
  const href = `${pathname.slice('/linkedin/api'.length)}?${params}`
  const links = end < items.length ? [{ type: 'application/json', rel: 'next', href }] : []
  const elements = items.slice(start, end).map(show)
  return { elements, paging: { start, count: asked, links } }
}
