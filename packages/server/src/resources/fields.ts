import { z } from 'zod'
import { platformValues } from '../base/config.ts'
import { type IdKind, idPrefixes } from '../base/ids.ts'
import { limits } from '../base/limits.ts'

/** The shapes of single fields that several resources share. */

export const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC.', examples: ['2026-11-21T09:00:00.000Z'] })

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
    .regex(/^[^\p{Cc}]*$/u, 'It must not contain control characters.')
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

/** Several values of a filter, separated by commas. */
export function anyOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).min(1).max(values.length))
    .meta({ description: `One or several of ${values.join(', ')}, separated by commas.` })
}

/** Several ids in a filter, separated by commas. */
export function idsOf(kind: IdKind, max: number) {
  return several(idOf(kind).min(1), max).meta({
    description: 'One or several ids, separated by commas.',
  })
}

/** Several texts in a filter, separated by commas, which none of them may have. */
export function several(item: z.ZodString, max: number) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1).max(max))
}
