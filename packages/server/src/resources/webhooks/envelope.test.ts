import { expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { writeEnvelope } from './envelope.ts'

const occurrence = (text: string) =>
  ({
    ownerId: 'own_1',
    profileId: 'prof_01k4wz7tq8e1n9mdh2y6c3vbfa',
    profileExternalId: 'client-42',
    type: 'webhook.test',
    data: { webhook_id: 'whk_01k4wz7tq8e1n9mdh2y6c3vbfb', message: text },
    now: new Date('2026-11-21T09:00:00.000Z'),
  }) as const

const { eventBytesMax } = limits.webhook

test('an event of at most 64 KiB is not changed', () => {
  const { body } = writeEnvelope(occurrence('x'.repeat(60_000)))
  expect(JSON.parse(body.toString()).data.message).toHaveLength(60_000)
})

test.each(['x', 'é', '\u0000', '"', '👋'])(
  'an event of more than 64 KiB of %j has its longest text cut',
  (text) => {
    const { id, body } = writeEnvelope(occurrence(text.repeat(100_000)))
    expect(body.length).toBeLessThanOrEqual(eventBytesMax)
    const parsed = JSON.parse(body.toString('utf8'))
    expect(parsed).toMatchObject({
      id,
      type: 'webhook.test',
      data: { webhook_id: 'whk_01k4wz7tq8e1n9mdh2y6c3vbfb' },
    })
    expect(parsed.data.message.endsWith('…')).toBe(true)
    expect(parsed.data.message.isWellFormed()).toBe(true)
    expect(parsed.data.message.slice(0, -1)).not.toContain('\uFFFD')
  },
)

test('no body contains a line break, even if its texts do', () => {
  const { body } = writeEnvelope(occurrence('a\nb\r\nc\u2028d'))
  expect(body.toString()).not.toMatch(/[\r\n]/)
  expect(JSON.parse(body.toString()).data.message).toBe('a\nb\r\nc\u2028d')
})
