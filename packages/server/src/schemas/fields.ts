import { z } from 'zod'
import { type IdKind, idPrefixes } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import { platformValues } from '../core/networks.ts'

/** The shapes of single fields that several resources share. */

export const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC.', pattern: 'Z$', examples: ['2026-11-21T09:00:00.000Z'] })

/** An instant as callers give it, in UTC or with an offset. */
export const givenInstant = z.iso.datetime({
  offset: true,
  error: 'Give an instant with Z or an offset, such as 2026-12-01T09:00:00Z.',
})

export function idOf(kind: IdKind) {
  return z.string().meta({ examples: [`${idPrefixes[kind]}_01k4wz7tq8e1n9mdh2y6c3vbfa`] })
}

export const platformValue = z
  .enum(platformValues)
  .meta({ id: 'PlatformValue', description: 'A platform. More may be added.' })

/** A text without control characters; surrounding white space is removed. */
export function lineOfText(charsMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(charsMax)
    .check(without(/\p{Cc}/u, 'It must not contain control characters.'))
    .meta({ description: 'No control characters.' })
}

/**
 * Refuses a text that matches. The OpenAPI document does not show the pattern: the regular expressions
 * of other languages lack such classes of characters.
 */
export function without(pattern: RegExp, message: string) {
  return (payload: z.core.ParsePayload<string>) => {
    if (!pattern.test(payload.value)) return
    const { value: input } = payload
    payload.issues.push({ code: 'invalid_format', format: 'regex', input, message, continue: true })
  }
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Any JSON value: what comes from JSON is one, so its shape needs no check. */
export const jsonValue = (z.unknown() as unknown as z.ZodType<Json, Json>).meta({
  id: 'JsonValue',
  description: 'Any JSON value.',
})

/** Free data of the owner's: a flat or nested JSON object, limited in bytes. */
export function metadata(bytesMax: number) {
  return z
    .record(z.string(), jsonValue)
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= bytesMax,
      `It must not exceed ${bytesMax} bytes as JSON.`,
    )
}

/** A profile's id or external_id, wherever one is accepted. */
export const profileReference = z
  .string()
  .min(1)
  .max(limits.profile.externalIdCharsMax)
  .meta({ description: 'The id or the external_id of a profile.' })

/** The page of a list resource. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

/** Several values of a filter. */
export function anyOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return list(z.array(z.enum(values)).min(1).max(values.length))
}

/** Several ids in a filter. */
export function idsOf(kind: IdKind, max: number) {
  return several(idOf(kind).min(1), max)
}

/** Several texts in a filter, none of which contains a comma. */
export function several(item: z.ZodString, max: number) {
  return list(z.array(item).min(1).max(max))
}

/**
 * A filter of several values: `a,b`, as the document says, or the parameter once for each value, as
 * some generated clients send it.
 */
function list<Items extends z.ZodArray>(items: Items) {
  return z
    .preprocess((given) => (typeof given === 'string' ? given.split(',') : given), items)
    .meta({ description: 'One or several, separated by commas.' })
}
