import { z } from 'zod'
import { hasTooManyValues } from '../../core/json-values.ts'
import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'

const { depthMax, idCharsMax, listMax, urlCharsMax, valuesMax } = limits.platform

/**
 * Parses JSON without losing digits: integers beyond 2^53 become strings (Threads' `user_id`, TikTok's
 * post ids). Strings lose U+0000, which PostgreSQL cannot store, and lone surrogates, which UTF-8
 * cannot encode. Returns `undefined` for invalid JSON, as the parser's error would quote tokens,
 * and for JSON with more than `limits.platform.valuesMax` values, which would take seconds to check.
 */
export function parseJson(text: string): unknown {
  if (hasTooManyValues(Buffer.from(text), valuesMax, depthMax)) return undefined
  // A reviver could do both, but takes ten times as long as the parser: 22 instead of 2 ms for 33,000 values.
  const hasEscapes = text.includes('\\u') || !text.isWellFormed()
  try {
    const value: unknown = JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text)
    return hasEscapes ? toStorable(value) : value
  } catch {
    return undefined
  }
}

/** A string, also one without an end, or a number. */
const stringOrNumber = /"(?:[^"\\]+|\\[\s\S])*"?|-?\d[\d.eE+-]*/g

function quoteLongIntegers(text: string): string {
  return text.replace(stringOrNumber, (token) =>
    /^-?[1-9]\d{15,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
}

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const key of Object.keys(members)) members[key] = toStorable(members[key])
  return members
}

/** A platform's id as a string, whether the platform sends a string or a number. */
export const platformId = z
  .union([z.string().min(1).max(idCharsMax), z.int().nonnegative()])
  .transform((value) => String(value))

/**
 * A normalized http or https URL that is safe in links and image sources; `null` for any other text
 * and for a longer URL, as clients of the API put this URL into their pages.
 */
export function parseWebUrl(text: string | null | undefined): string | null {
  const url = text && text.length <= urlCharsMax ? URL.parse(text) : null
  const isWeb = url && /^https?:$/.test(url.protocol) && url.href.length <= urlCharsMax
  return isWeb ? url.href : null
}

export const webUrl = z.string().nullish().transform(parseWebUrl)

/**
 * A list of a response. Its length is checked before its elements, and reading stops at the first
 * invalid one: zod would keep every problem of every element, which takes seconds and gigabytes.
 */
export function listOf<T>(element: z.ZodType<T>, max: number = listMax) {
  return z
    .array(z.unknown())
    .max(max)
    .transform((items, context): T[] => {
      const elements: T[] = []
      for (const [index, item] of items.entries()) {
        const { data, error } = element.safeParse(item)
        if (error) {
          for (const { path } of error.issues.slice(0, fieldsNamedMax)) {
            context.addIssue({ code: 'custom', path: [index, ...path] })
          }
          return z.NEVER
        }
        elements.push(data as T)
      }
      return elements
    })
}

/**
 * Parses the body by its documented schema; throws `PlatformError` `unavailable` otherwise. The error
 * names the first invalid fields, never their values.
 */
export function readShape<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  throw new PlatformError('unavailable', {
    cause: new Error(`unexpected response at: ${invalidFields(parsed.error)}`),
  })
}

const fieldsNamedMax = 20
const fieldCharsMax = 100

/** The paths of the first invalid fields. The names in them may be a server's. */
export function invalidFields({ issues }: z.ZodError): string {
  return issues
    .slice(0, fieldsNamedMax)
    .map(({ path }) => path.join('.').slice(0, fieldCharsMax) || '(body)')
    .join(', ')
}
