import { z } from 'zod'
import type { IdKind } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import { platformValues } from '../core/networks.ts'
import { isTimeZone, timeZoneCharsMax } from '../core/time-zones.ts'
import { exampleIds, exampleOf } from './examples.ts'

/** Fields that several resources share. */

export const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, in UTC.', pattern: 'Z$', examples: ['2026-11-20T09:00:00.000Z'] })

/** An instant in a request, in UTC or with an offset. Seconds and the colon of the offset may be missing. */
export const givenInstant = z
  .string()
  .overwrite(completeInstant)
  .check(
    z.iso.datetime({
      offset: true,
      error: 'It must be a date and time with Z or an offset, such as 2026-12-01T09:00:00Z.',
    }),
  )

/** An instant in a request, or `next_slot` for the next free slot of the posting plan. */
export const instantOrNextSlot = z
  .string()
  .overwrite(completeInstant)
  .check((payload) => {
    const { value: input } = payload
    if (input === 'next_slot' || givenInstant.safeParse(input).success) return
    const message =
      'It must be a date and time with Z or an offset, such as 2026-12-01T09:00:00Z, or next_slot.'
    payload.issues.push({ code: 'invalid_format', format: 'datetime', input, message })
  })

const shortInstant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:Z|([+-]\d\d):?(\d\d))$/

/** Writes out what ISO 8601 lets programs leave out: `2026-12-01T09:00+0100`. Anything else stays. */
function completeInstant(text: string): string {
  const match = shortInstant.exec(text)
  if (!match) return text
  const [, minute, seconds = ':00', hours, minutes] = match
  return `${minute}${seconds}${hours ? `${hours}:${minutes}` : 'Z'}`
}

/**
 * Marks a field of a response that clients, networks or visitors write, in the OpenAPI document too. The
 * tools for assistants fence it (`mcp/untrusted.ts`).
 */
export const writtenByOthers = { 'x-untrusted': true } as const

export function idOf(kind: IdKind) {
  return z.string().meta({ examples: [exampleIds[kind]] })
}

export const platformValue = z
  .enum(platformValues)
  .meta({ id: 'PlatformValue', description: 'A social network. New values may be added.' })

/** One line of text without control characters. Surrounding whitespace is removed. */
export function lineOfText(charsMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(charsMax)
    .check(without(/\p{Cc}/u, 'It must not contain control characters.'))
    .meta({ description: 'One line of text, without control characters.' })
}

/** The words of a search in `place`, such as `the text`. The example is found in that of the response. */
export function searchWords(place: string, example: string) {
  return lineOfText(limits.search.charsMax).meta({
    description: `Words that must all occur in ${place}, in any order. A part of a word is enough; a word of one or two letters must be its beginning. Capitals and accents make no difference.`,
    examples: [example],
  })
}

/**
 * Rejects text that matches the pattern. The OpenAPI document leaves the pattern out, because other
 * languages' regular expressions lack these character classes.
 */
export function without(pattern: RegExp, message: string) {
  return (payload: z.core.ParsePayload<string>) => {
    if (!pattern.test(payload.value)) return
    const { value: input } = payload
    payload.issues.push({ code: 'invalid_format', format: 'regex', input, message, continue: true })
  }
}

/** A color in a request, as `#` and six hexadecimal digits. */
export const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'It must be a color such as #1a2b3c.')
  .meta({ examples: ['#0f766e'] })

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Any JSON value. Parsed JSON always is one, so no check is needed. */
export const jsonValue = (z.unknown() as unknown as z.ZodType<Json, Json>).meta({
  id: 'JsonValue',
  description: 'Any JSON value.',
})

/** A JSON object that the owner may fill freely, limited in bytes. */
export function metadata(bytesMax: number) {
  return z
    .record(z.string(), jsonValue)
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= bytesMax,
      `It must not be larger than ${bytesMax} bytes as JSON.`,
    )
    .meta({ description: `Your own data, up to ${bytesMax} bytes as JSON.` })
}

/** The ID or external_id of a profile. */
export const profileReference = z
  .string()
  .min(1)
  .max(limits.profile.externalIdCharsMax)
  .meta({ description: 'The ID or `external_id` of a profile.', examples: ['cafe-aurora'] })

/** A search for profiles, or for what belongs to them. */
export const profileSearch = lineOfText(limits.profile.nameCharsMax).meta({
  description: 'Part of the name or `external_id` of the profile.',
  examples: ['aurora'],
})

/** A page of a list. Its example is made from the example of its items. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const example = { object: 'list', data: [exampleOf(item)], has_more: false, next_cursor: null }
  return z
    .object({
      object: z.literal('list'),
      data: z.array(item),
      has_more: z.boolean().meta({ description: 'Whether there are more items after this page.' }),
      next_cursor: z.string().nullable().meta({
        description: 'Send it as `cursor` to get the next page. `null` on the last page.',
      }),
    })
    .meta({ examples: [example] })
}

/** A filter with one or more of these values. `which` says what is listed: `posts with these statuses`. */
/** The filters of a list as a query gives them: the type of what its schema parses. */
export type FilterOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>

export function anyOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  which: string,
) {
  return list(z.array(z.enum(values)).min(1).max(values.length)).meta({ description: only(which) })
}

/** A filter with one or more IDs. `which` says what is listed: `posts with these IDs`. */
export function idsOf(kind: IdKind, max: number, which: string) {
  return several(idOf(kind).min(1), max).meta({ description: only(which) })
}

const only = (which: string) => `Only ${which}, separated by commas.`

/** A parameter with one or more strings, none of which contains a comma. */
export function several(item: z.ZodString, max: number) {
  return list(z.array(item).min(1).max(max))
}

/**
 * Accepts `a,b`, as documented, and the parameter repeated once per value, as some generated clients
 * send it.
 */
function list<Items extends z.ZodArray>(items: Items) {
  return z.preprocess((input) => (typeof input === 'string' ? input.split(',') : input), items)
}

/** An IANA name of a time zone in a request. */
export const timeZone = z
  .string()
  .max(timeZoneCharsMax)
  .refine(isTimeZone, 'It must be the IANA name of a time zone, such as Europe/Berlin.')
  .meta({ examples: ['Europe/Berlin'] })
