import type { Context } from 'hono'
import type { Env } from './sandbox.ts'

export type Params = Record<string, string>

/**
 * Merges the query and the body into one flat record. Meta accepts the query string, form, multipart
 * and JSON (threads.md §0). JSON values that are not strings become JSON text.
 */
export async function readParams(context: Context<Env>): Promise<Params> {
  const params: Params = Object.fromEntries(new URL(context.req.url).searchParams)
  if (context.req.method === 'GET' || context.req.method === 'HEAD') return params
  const type = context.req.header('content-type') ?? ''
  if (type.includes('json'))
    return { ...params, ...flatten(await context.req.json().catch(() => ({}))) }
  if (type.includes('form')) {
    const form = await context.req.parseBody()
    for (const [key, value] of Object.entries(form)) {
      if (typeof value === 'string') params[key] = value
    }
  }
  return params
}

function flatten(body: unknown): Params {
  const params: Params = {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return params
  for (const [key, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue
    params[key] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return params
}

/** The token of an `Authorization: Bearer` header. */
export function bearer(context: Context<Env>): string | null {
  const match = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')
  return match?.[1] ?? null
}
