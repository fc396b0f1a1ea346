import type { Context } from 'hono'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { badRequest } from './errors.ts'

export type YoutubeCall = { context: Context<Env>; sandbox: Sandbox; query: URLSearchParams }

/** The requested parts. `part` is required (youtube.md §2). */
export function partsOf({ query }: YoutubeCall): string[] {
  const parts = (query.get('part') ?? '').split(',').filter(Boolean)
  if (parts.length === 0) {
    throw badRequest('missingRequiredParameter', 'No filter selected. Expected: part')
  }
  return parts
}

/** The members of a resource that were requested. */
export function pick(parts: readonly string[], resource: Record<string, unknown>) {
  const names = ['kind', 'etag', 'id', ...parts]
  return Object.fromEntries(
    Object.entries(resource).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

/** One page of a list; tokens are positions. */
export function pageOf<Item>(
  { query }: YoutubeCall,
  items: readonly Item[],
  { size, max }: { size: number; max: number },
) {
  const asked = query.get('maxResults')
  const count = asked === null ? size : Number(asked)
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw badRequest('invalidParameter', 'Invalid value for maxResults')
  }
  const token = query.get('pageToken')
  const start = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString())
  if (!Number.isInteger(start) || start < 0 || start > items.length) {
    throw badRequest('invalidPageToken', 'The request specifies an invalid page token.')
  }
  const end = start + count
  const next = Buffer.from(String(end)).toString('base64url')
  return {
    page: items.slice(start, end),
    envelope: {
      ...(end < items.length ? { nextPageToken: next } : {}),
      pageInfo: { totalResults: items.length, resultsPerPage: count },
    },
  }
}

export async function readJson(call: YoutubeCall): Promise<Record<string, unknown>> {
  const value: unknown = await call.context.req.json().catch(() => null)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw badRequest('parseError', 'This API does not support parsing form-encoded input.')
}
