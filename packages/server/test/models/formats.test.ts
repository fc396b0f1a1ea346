import { createHmac, randomBytes } from 'node:crypto'
import { verifyWebhook } from '@postern/sdk/webhooks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CursorValue, decodeCursor, encodeCursor } from '../../src/core/cursor.ts'
import { addDays } from '../../src/core/day.ts'
import { ServiceError } from '../../src/core/errors.ts'
import { limits } from '../../src/core/limits.ts'
import { textLength } from '../../src/platforms/contract/text-length.ts'
import { threadsText } from '../../src/platforms/threads/limits.ts'
import { chunkAt, nextByteAfter, planChunks } from '../../src/platforms/tiktok/chunks.ts'
import { parseJson } from '../../src/platforms/wire/json.ts'
import { isSameText } from '../../src/resources/comments/sync/replies.ts'
import {
  countDays,
  daysInRange,
  parseRange,
  previousRange,
} from '../../src/resources/insights/range.ts'
import { postStatusOf } from '../../src/resources/posts/status.ts'
import { summarizeFailures } from '../../src/resources/webhooks/delivery/consecutive-failures.ts'
import { nextAttemptAt } from '../../src/resources/webhooks/delivery/outcome.ts'
import { signatureHeader } from '../../src/resources/webhooks/delivery/signature.ts'
import { targetStatuses } from '../../src/schemas/target.ts'
import { propertyRuns, testProperty } from '../property-runs.ts'

const runs = 200
const secret = () => `whsec_${randomBytes(32).toString('base64url')}`
const instant = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
})

describe('a signature', () => {
  const body = fc
    .string({ unit: 'binary' })
    .map((text) => `{"id":"1","type":"x","data":${JSON.stringify(text.toWellFormed())}}`)

  test('verifies only with its secret, body and time', async () => {
    await fc.assert(
      fc.asyncProperty(
        body,
        instant,
        fc.integer({ min: -300, max: 300 }),
        async (text, at, late) => {
          const [signingSecret, otherSecret] = [secret(), secret()]
          const signature = signatureHeader([signingSecret], Buffer.from(text), at)
          const now = new Date(Math.floor(at.getTime() / 1_000) * 1_000 + late * 1_000)
          await expect(
            verifyWebhook({ body: text, signature, secret: signingSecret, now }),
          ).resolves.toBeTruthy()
          for (const wrong of [
            { body: `${text} `, signature, secret: signingSecret, now },
            { body: text, signature, secret: otherSecret, now },
            {
              body: text,
              signature,
              secret: signingSecret,
              now: new Date(now.getTime() + 601_000),
            },
          ]) {
            await expect(verifyWebhook(wrong)).rejects.toThrow()
          }
        },
      ),
      propertyRuns(runs, 'signature'),
    )
  })

  testProperty(
    'contains the HMAC-SHA256 of <t>.<body> for each secret, in the format of the contract',
    fc.property(fc.uint8Array(), instant, fc.integer({ min: 1, max: 3 }), (bytes, at, count) => {
      const secrets = Array.from({ length: count }, secret)
      const t = Math.floor(at.getTime() / 1_000)
      const digests = secrets.map((key) =>
        createHmac('sha256', key)
          .update(Buffer.concat([Buffer.from(`${t}.`), bytes]))
          .digest('hex'),
      )
      const expected = [`t=${t}`, ...digests.map((digest) => `v1=${digest}`)].join(',')
      expect(signatureHeader(secrets, Buffer.from(bytes), at)).toBe(expected)
    }),
  )

  test('any other header is refused with a WebhookError', async () => {
    const header = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('t=1', 'v1=', 'v1=00', ',', '=', 't', ' ', 't=1e9'), {
          maxLength: 8,
        })
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(header, async (signature) => {
        const verdict = verifyWebhook({ body: '{}', signature, secret: secret(), now: new Date(0) })
        await expect(verdict).rejects.toMatchObject({ name: 'WebhookError' })
      }),
      propertyRuns(runs, 'signature header'),
    )
  })
})

describe('a cursor', () => {
  const values = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
    minLength: 1,
    maxLength: 4,
  })

  testProperty(
    'decodes to its values for the same list and filters, and is invalid_cursor for others',
    fc.property(values, fc.jsonValue(), fc.jsonValue(), (cursorValues, binding, otherBinding) => {
      const cursor = encodeCursor(binding, cursorValues as CursorValue[])
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(decodeCursor(binding, cursor, cursorValues.length)).toEqual(
        JSON.parse(JSON.stringify(cursorValues)),
      )
      expect(() => decodeCursor(binding, cursor, cursorValues.length + 1)).toThrow(ServiceError)
      if (JSON.stringify(binding) === JSON.stringify(otherBinding)) return
      expect(() => decodeCursor(otherBinding, cursor, cursorValues.length)).toThrow(ServiceError)
    }),
  )

  testProperty(
    'with arbitrary text returns invalid_cursor',
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      (text) => {
        expect(() => decodeCursor(['list'], text, 1)).toThrow(ServiceError)
      },
    ),
  )
})

describe('a range of days', () => {
  const day = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2010-01-01', days))

  testProperty(
    'has 1 to 365 days, both ends included; the previous range is as long and ends the day before',
    fc.property(day, fc.integer({ min: -5, max: 370 }), (from, length) => {
      const to = addDays(from, length)
      if (length < 0 || length > 364) {
        const code = length < 0 ? 'invalid_range' : 'range_too_long'
        expect(() => parseRange({ from, to }, '2026-11-21')).toThrow(
          expect.objectContaining({ code }),
        )
        return
      }
      const range = parseRange({ from, to }, '2026-11-21')
      const days = daysInRange(range)
      expect([days.length, days[0], days.at(-1), new Set(days).size]).toEqual([
        length + 1,
        from,
        to,
        length + 1,
      ])
      const previous = previousRange(range)
      expect([countDays(previous.from, previous.to), addDays(previous.to, 1)]).toEqual([
        length + 1,
        from,
      ])
      // Their text order is their date order.
      expect(days.toSorted()).toEqual(days)
    }),
  )

  testProperty(
    'defaults to the last 30 days',
    fc.property(day, (today) => {
      expect(parseRange({}, today)).toEqual({ from: addDays(today, -29), to: today, days: 30 })
    }),
  )

  testProperty(
    'with an invalid date returns invalid_range',
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      if (/^2\d{3}-\d\d-\d\d$/.test(text)) return
      expect(() => parseRange({ from: text }, '2026-11-21')).toThrow(
        expect.objectContaining({ code: 'invalid_range' }),
      )
    }),
  )
})

testProperty(
  'a retry is never early and late by at most a tenth of its wait or a minute; the eighth attempt is the last',
  fc.property(
    fc.integer({ min: 1, max: 12 }),
    instant,
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    (number, completedAt, random) => {
      const minutes = [1, 5, 30, 120, 300, 480, 480]
      const next = nextAttemptAt({ number, once: false, completedAt }, random)
      expect(nextAttemptAt({ number, once: true, completedAt }, random)).toBeNull()
      if (number >= 8) {
        expect(next).toBeNull()
        return
      }
      const waitMs = minutes[number - 1]! * 60_000
      const late = next!.getTime() - completedAt.getTime() - waitMs
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(Math.min(waitMs / 10, 60_000))
    },
  ),
)

testProperty(
  'counting consecutive failures by batches gives the same number as counting one by one',
  fc.property(fc.array(fc.array(fc.boolean(), { maxLength: 20 }), { maxLength: 8 }), (batches) => {
    let expectedCount = 0
    let batchedCount = 0
    for (const batch of batches) {
      for (const failed of batch) expectedCount = failed ? expectedCount + 1 : 0
      const results = batch.map((failed) => ({
        endpointId: 'x',
        error: failed ? 'timeout' : null,
        completedAt: new Date(0),
      }))
      const summary = summarizeFailures(results).get('x')
      if (summary) batchedCount = summary.ok ? summary.tail : batchedCount + summary.tail
    }
    expect(batchedCount).toBe(expectedCount)
  }),
)

describe('an upload in chunks', () => {
  testProperty(
    'sends every byte once and in order; every chunk is smaller than two chunk sizes',
    fc.property(fc.integer({ min: 1, max: 500_000_000 }), (size) => {
      const plan = planChunks(size)
      let first = 0
      for (let chunks = 1; ; chunks += 1) {
        const chunk = chunkAt(plan, first)
        const length = chunk.last - chunk.first + 1
        expect(chunk.first).toBe(first)
        expect(length).toBeGreaterThan(0)
        expect(length).toBeLessThan(2 * plan.chunkBytes)
        first = nextByteAfter(plan, `bytes 0-${chunk.last}/${size}`)!
        expect(first).toBe(chunk.last + 1)
        if (!chunk.isLast) continue
        expect([first, chunks]).toEqual([size, plan.count])
        return
      }
    }),
  )
})

describe('a text', () => {
  const text = fc.string({ unit: 'binary' })

  testProperty(
    'from a platform loses only the characters that PostgreSQL cannot store',
    fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (sent) => {
      const { text: parsed } = parseJson(JSON.stringify({ text: sent })) as { text: string }
      expect(parsed.isWellFormed() && !parsed.includes('\0')).toBe(true)
      if (sent.isWellFormed() && !sent.includes('\0')) expect(parsed).toBe(sent)
      expect(isSameText(sent, `  ${sent}\n`)).toBe(true)
    }),
  )

  testProperty(
    'has a length on Threads between its number of characters and its number of bytes',
    fc.property(fc.string({ unit: 'grapheme' }), (sent) => {
      const length = textLength(sent, threadsText)
      expect(length).toBeGreaterThanOrEqual([...sent].length)
      expect(length).toBeLessThanOrEqual(Buffer.byteLength(sent))
      expect(textLength(`${sent} plain`, threadsText)).toBe(length + 6)
    }),
  )
})

testProperty(
  'the status of a post depends neither on the order of its targets nor on canceled ones',
  fc.property(fc.array(fc.constantFrom(...targetStatuses), { minLength: 1 }), (targets) => {
    const status = postStatusOf(targets)
    expect(postStatusOf(targets.toReversed())).toBe(status)
    if (targets.some((target) => target !== 'canceled' && target !== 'draft')) {
      expect(postStatusOf([...targets, 'canceled'])).toBe(status)
    }
    if (targets.every((target) => target === 'published')) expect(status).toBe('published')
    if (targets.includes('publishing') || targets.includes('unknown')) {
      expect(status).toBe('publishing')
    }
  }),
)

test('every limit is a positive number, or a list or record of positive numbers', () => {
  const isPositive = (value: unknown): boolean =>
    typeof value === 'number' ? value > 0 : Object.values(value as object).every(isPositive)
  expect(isPositive(limits)).toBe(true)
})
