import { z } from 'zod'
import { PlatformError } from './errors.ts'

type Source = { source?: string }
type Reviver = (key: string, value: unknown, context?: Source) => unknown

/**
 * Parses JSON without losing digits: integers beyond 2^53 become strings (Threads' `user_id`, TikTok's
 * post ids). Strings lose U+0000, which PostgreSQL cannot store, and lone surrogates, which UTF-8
 * cannot encode. Returns `undefined` for invalid JSON, as the parser's error would quote tokens.
 */
export function parseJson(text: string): unknown {
  const reviver: Reviver = (_key, value, context) => {
    if (typeof value === 'string') return toStorableText(value)
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const source = context?.source ?? ''
    return /^-?\d+$/.test(source) ? source : value
  }
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A platform's id as a string, whether the platform sends a string or a number. */
export const platformId = z
  .union([z.string().min(1), z.int().nonnegative()])
  .transform((value) => String(value))

/**
 * A normalized http or https URL that is safe in links and image sources; `null` for any other text,
 * as clients of the API put this URL into their pages.
 */
export function parseWebUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

export const webUrl = z.string().nullish().transform(parseWebUrl)

/**
 * Parses the body by its documented schema; throws `PlatformError` `unavailable` otherwise. The error
 * names the invalid fields, never their values.
 */
export function readShape<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(body)')
  throw new PlatformError('unavailable', {
    cause: new Error(`unexpected response at: ${fields.join(', ')}`),
  })
}
