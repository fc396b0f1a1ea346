import { z } from 'zod'
import { PlatformError } from './errors.ts'

type Source = { source?: string }
type Reviver = (key: string, value: unknown, context?: Source) => unknown

/**
 * Parses JSON without losing digits: an integer beyond 2^53 becomes the string of its digits
 * (Threads' `user_id`, TikTok's post ids). Texts are as they can be stored and told: to the letter, but
 * without U+0000, which PostgreSQL stores in no text, and halves of surrogate pairs, which UTF-8 cannot
 * carry. Answers `undefined` for a text that is not JSON: the
 * parser's own error would quote the text, tokens included.
 */
export function parseJson(text: string): unknown {
  const read: Reviver = (_key, value, context) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const source = context?.source ?? ''
    return /^-?\d+$/.test(source) ? source : value
  }
  try {
    return JSON.parse(text, read)
  } catch {
    return undefined
  }
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A platform's id: always a string here, whether the wire has a string or a number. */
export const platformId = z
  .union([z.string().min(1), z.int().nonnegative()])
  .transform((value) => String(value))

/**
 * An address that a page may link to or take a picture from: of http or https, with what could end
 * an attribute escaped. Anything else is none, as whoever reads it from us makes a link of it.
 */
export function webAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

export const webUrl = z.string().nullish().transform(webAddress)

/**
 * The body in the documented shape, or `PlatformError` `unavailable`. The error names the fields
 * that differ and never their values.
 */
export function readShape<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(body)')
  throw new PlatformError('unavailable', {
    cause: new Error(`unexpected answer at: ${fields.join(', ')}`),
  })
}
