import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlueskyFixture, openBlueskyFixture } from '../../../test/platforms/bluesky-fixture.ts'
import { sampleContent } from '../../../test/platforms/publish-samples.ts'
import type { GrantedAccount } from '../contract/platform.ts'
import type { Progress, PublishInput, Rendition } from '../contract/publish.ts'
import { cardImageLimits } from './limits.ts'
import { preparedRecord } from './prepare.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const url = 'https://bakery.example/bread'
const picture: Rendition = {
  type: 'image/jpeg',
  data: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  width: 1_200,
  height: 630,
}
let fixture: BlueskyFixture
let account: GrantedAccount

beforeAll(async () => {
  fixture = await openBlueskyFixture(() => start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.control('POST', '/reset')
  account = await fixture.connect()
})

/** Prepares a post with a link card and returns the card of its record. */
async function cardWith(
  readLinkImage: PublishInput['readLinkImage'],
  progress: Progress = {},
): Promise<object> {
  const content = sampleContent({ text: 'Bread', options: { card_url: url, card_title: 'Rye' } })
  const key = { id: 'target_1', createdAt: start }
  const step = await fixture.platform.publish!.prepare({
    tokens: account.tokens,
    key,
    account,
    facts: null,
    answers: null,
    content,
    progress,
    ...(readLinkImage ? { readLinkImage } : {}),
  })
  if (step.state === 'wait') return await cardWith(readLinkImage, step.progress)
  return (preparedRecord(step.progress).embed as { external: object }).external
}

const card = { uri: url, title: 'Rye', description: '' }

test('a page with a picture → the card has it, read once within the limits of the network', async () => {
  const asked: unknown[] = []
  const external = await cardWith(async (...args) => {
    asked.push(args)
    return picture
  })
  const thumb = { $type: 'blob', ref: expect.anything(), mimeType: 'image/jpeg', size: 22 }
  expect(external).toEqual({ ...card, thumb })
  expect(asked).toEqual([[url, cardImageLimits]])
})

test('a page without a picture → a card without one, and the page is read once', async () => {
  let reads = 0
  const external = await cardWith(async () => {
    reads += 1
    return null
  })
  expect([external, reads]).toEqual([card, 1])
})

test('a picture that the server refuses → a card without one', async () => {
  const answer = { status: 400, body: { error: 'InvalidMimeType', message: 'No.' } }
  const fault = { platform: 'bluesky', match: 'uploadBlob', kind: 'answer', answer }
  await fixture.control('POST', '/faults', fault)
  expect(await cardWith(async () => picture)).toEqual(card)
})
