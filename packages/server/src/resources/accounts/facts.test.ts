import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile, buildWebhook } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { buildLink, registerOrigin } from '../../../test/connect-flow.ts'
import { openInbox, receiveComment } from '../../../test/inbox.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectNewPerson,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { AccountFacts } from '../../core/account-facts.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import type { Account } from '../../schemas/account.ts'
import { refreshFacts } from './facts.ts'

const facts: AccountFacts = {
  server: 'social.example',
  software: 'Mastodon 4.6.0',
  textMax: 5_000,
  urlChars: 23,
  mediaMax: 8,
  altTextMax: 1_500,
  imageBytesMax: 1_000_000,
  imagePixelsMax: 33_177_600,
  mimeTypes: ['image/jpeg', 'video/mp4'],
}
const tokens: Tokens = {
  access: 'the-access-token',
  refresh: null,
  accessExpiresAt: null,
  refreshExpiresAt: null,
  issuedAt: '2026-11-20T09:00:00.000Z',
}

const testApp = useTestApp({ poolMax: 4 })

beforeAll(async () => {
  await buildWebhook(testApp)
})

const read = async (id: string): Promise<Account> =>
  (await testApp.call('GET', `/v1/accounts/${id}`)).body

const refresh = (id: string, readFacts: () => Promise<AccountFacts>) =>
  refreshFacts(testApp.ctx, id, { readFacts }, tokens)

describe('the limits of an account', () => {
  test('are those of its server where they were read at connect', async () => {
    const { id, limits } = await buildAccount(testApp, { granted: { facts } })
    expect(limits).toMatchObject({
      text_max: 5_000,
      media_max: 8,
      reply_max: 5_000,
      text: { max: 5_000, unit: 'bytes', url_chars: 23, bytes_max: null },
      reply: { max: 5_000, url_chars: 23 },
      media: { max: 8, alt_text_max: 1_500 },
    })
    expect(limits.media.files).toMatchObject([
      {
        type: 'image',
        formats: ['image/jpeg'],
        undocumented_formats: [],
        bytes_max: 1_000_000,
        pixels_max: 33_177_600,
      },
      { type: 'video', formats: ['video/mp4'], bytes_max: 1_000_000_000, pixels_max: null },
    ])
    expect((await read(id)).limits).toEqual(limits)
  })

  test('without facts are those of the platform', async () => {
    const { limits } = await buildAccount(testApp)
    const platforms = await testApp.call('GET', '/v1/platforms')
    const threads = platforms.body.data.find(({ platform }: Account) => platform === 'threads')
    expect([limits.text, limits.reply, limits.media]).toEqual([
      threads.text,
      threads.reply,
      threads.media,
    ])
  })

  test('changed at the server → replaced by the daily check', async () => {
    const { id, updated_at } = await buildAccount(testApp, { granted: { facts } })
    testApp.clock.advance(60_000)
    await refresh(id, async () => ({ ...facts, textMax: 300 }))
    const changed = await read(id)
    expect(changed.limits.text_max).toBe(300)
    expect(changed.updated_at > updated_at).toBe(true)
  })

  test('unchanged at the server → the account is not updated', async () => {
    const { id, updated_at } = await buildAccount(testApp, { granted: { facts } })
    testApp.clock.advance(60_000)
    await refresh(id, async () => facts)
    expect((await read(id)).updated_at).toBe(updated_at)
  })

  test('not readable → the limits stay', async () => {
    const { id, limits } = await buildAccount(testApp, { granted: { facts } })
    await refresh(id, () => Promise.reject(new Error('The server is away.')))
    expect((await read(id)).limits).toEqual(limits)
  })
})

describe('a server that allows less', () => {
  const shrink = (id: string) => refresh(id, async () => ({ ...facts, textMax: 20 }))
  const text = 'More than twenty characters'

  test('a first comment above its limit → an error with limit and actual length', async () => {
    const account = await connectNewPerson(testApp)
    await shrink(account.id)
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text: 'Bread',
      mode: 'now',
      targets: [{ account_id: account.id, first_comment: text }],
    })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    expect(body.error.details).toMatchObject([
      { path: 'targets.0.first_comment', code: 'text_bytes_too_long', limit: 20, actual: 27 },
    ])
  })

  test('a reply above its limit → content_invalid before the platform is called', async () => {
    const inbox = await openInbox(testApp, 'threads')
    const comment = await receiveComment(testApp, inbox)
    await shrink(comment.account_id)
    const reply = await testApp.call('POST', `/v1/comments/${comment.id}/reply`, { text })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'content_invalid'])
    expect(reply.body.error.details).toMatchObject([
      { path: 'text', code: 'too_long', limit: 20, actual: 27 },
    ])
  })
})

describe('a Mastodon server that allows less than before', () => {
  const text = 'Bread! '.repeat(300)

  async function connectMastodon(): Promise<Account> {
    await registerOrigin(testApp)
    const link = await buildLink(testApp, (await buildProfile(testApp)).id)
    const browser = openBrowser(testApp)
    const server = `otherserver.localhost:${new URL(testApp.sandbox.url).port}`
    const question = `${new URL(link.url).pathname}/mastodon`
    const { location } = await browser.visit('POST', question, { server })
    const anna = { decision: 'allow', person: 'anna', account: 'anna' } as const
    await browser.visit('GET', await browser.decide(location!, anna))
    return (await testApp.call('GET', '/v1/accounts?platform=mastodon&include=limits')).body.data[0]
  }

  test('validation says it after the daily check, and the scheduled post fails without a call', async () => {
    const account = await connectMastodon()
    expect(account.limits).toMatchObject({
      text_max: 5_000,
      text: { unit: 'graphemes', url_chars: 23, short_mentions: true },
    })
    const content = { text, targets: [{ account_id: account.id }] }
    const scheduled_at = new Date(testApp.clock.now().getTime() + 3 * 86_400_000).toISOString()
    const { id } = await buildPost(testApp, { ...content, mode: 'schedule', scheduled_at })

    const otherserver = { max_characters: 500 }
    await testApp.sandbox.control('PUT', '/settings', { mastodon_limits: { otherserver } })
    testApp.clock.advance(30 * 3_600_000)
    await testApp.work()
    const { limits } = await read(account.id)
    expect([limits.text_max, limits.reply_max]).toEqual([500, 500])
    const validated = await testApp.call('POST', '/v1/posts/validate', content)
    expect(validated.body).toMatchObject({
      valid: false,
      targets: [{ errors: [{ code: 'text_too_long', limit: 500, actual: 2_100 }] }],
    })

    await testApp.sandbox.control('DELETE', '/calls')
    await advanceUntilIdle(testApp, 4 * 86_400_000)
    expect((await readPost(testApp, id)).targets).toMatchObject([
      {
        status: 'failed',
        attempts: 0,
        error: {
          code: 'content_invalid',
          message: expect.stringContaining('The server allows 500 characters'),
        },
      },
    ])
    const calls: { method: string }[] = (await testApp.sandbox.control('GET', '/calls')).data
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    const events = await postEvents(testApp, id)
    expect(events.map(({ type }) => type)).toEqual(['post.scheduled', 'post.failed'])
  })
})
