import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthor, uniqueText } from '../../../../test/platforms/conformance/author.ts'
import { sandboxMastodon } from '../../../../test/platforms/conformance/sandbox-worlds.ts'

let author: Awaited<ReturnType<typeof openAuthor>>
let commentId: string

beforeAll(async () => {
  author = await openAuthor(sandboxMastodon)
  const account = await author.connect()
  const [text, answer] = [uniqueText('What shall we bake?'), uniqueText('Rye, please')]
  await author.publish(account, { text })
  await author.network.reply(await author.findPost(text), answer)
  // The post is read several times until its comments are due.
  for (let found: { id: string } | undefined; !found; commentId = found?.id ?? '') {
    ;[found] = await author.syncComments(answer)
  }
})
afterAll(() => author.close())

const reply = (text: string) =>
  author.testApp.call('POST', `/v1/comments/${commentId}/reply`, { text })

test('the name of the author counts: a reply that fits only without it → content_invalid', async () => {
  const { limits } = await author.readAccount()
  expect(limits.reply).toMatchObject({ max: 500, mentions_author: true })
  // `@ben ` in front.
  const tooLong = await reply('y'.repeat(496))
  expect(tooLong.body.error).toMatchObject({
    code: 'content_invalid',
    retryable: false,
    details: [{ path: 'text', limit: 500, actual: 501 }],
  })
  expect((await reply(`@ben ${'y'.repeat(495)}`)).status).toBe(201)
  expect((await reply('y'.repeat(495))).status).toBe(201)
})

test('a text that the server refuses for its own reason → content_invalid with its words', async () => {
  const mastodon = { max_characters: 100 }
  await author.testApp.sandbox.control('PUT', '/settings', { mastodon_limits: { mastodon } })
  const { status, body } = await reply('y'.repeat(200))
  const message = 'Validation failed: Text character limit of 100 exceeded'
  expect([status, body.error]).toMatchObject([
    422,
    {
      code: 'content_invalid',
      retryable: false,
      details: [{ path: 'text', message }],
      platform: { value: 'mastodon', code: 'http_422', message },
    },
  ])
})
