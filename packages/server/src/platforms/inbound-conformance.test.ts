import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { noStorage } from '../../test/platforms/conformance-fixture.ts'
import {
  type ConnectedAccount,
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../test/platforms/inbox-fixture.ts'
import { openReceiver, type Receiver } from '../../test/platforms/inbox-receiver.ts'
import { loadConfig } from '../core/config.ts'
import { type AppPlatformValue, networkSettings, type PlatformValue } from '../core/networks.ts'
import type { InboundEvent, InboundRequest } from './contract/inbound.ts'
import type { Platform } from './contract/platform.ts'
import { createPlatforms } from './registry.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const metaPlatforms: PlatformValue[] = ['threads', 'instagram', 'facebook']
const verifyToken = 'our-own-verify-token'
const metaSecret = networkSettings.facebook.sandbox.clientSecret
let fixture: InboxFixture
let receiver: Receiver
let subscribedPlatform: PlatformValue = 'threads'

beforeAll(async () => {
  fixture = await openInboxFixture(start)
  receiver = await openReceiver(
    (query) =>
      fixture.platforms.get(subscribedPlatform)!.inbound?.handshake?.(query, verifyToken) ?? null,
  )
})
afterAll(async () => {
  await receiver.close()
  await fixture.close()
})
beforeEach(async () => {
  await fixture.reset()
  receiver.received.length = 0
})

describe.each(metaPlatforms)('%s', (value) => {
  test('the handshake succeeds only with our verify token', async () => {
    expect(await register(value)).toMatchObject({ webhook_problem: null })
    const other = await register(value, { verify_token: 'another verify token' })
    expect((other as { webhook_problem: string | null }).webhook_problem).toContain('403')
  })

  test('a webhook comment equals the comment that is read, for any characters', async () => {
    const connected = await subscribed(value)
    const post = await fixture.post(connected)
    const id = await fixture.comment(post, {
      author: 'kim',
      text: 'Schön! 👩‍👩‍👧 שלום </b> \\ "x"',
    })
    const [event] = await eventsOf(value)
    const { credentials, platform, account } = connected
    const list = { ...credentials, platformPostId: post, cursor: null }
    const [read] = (await platform.comments!.listComments(list)).items
    // The sandbox sends different permalinks in Facebook webhooks and reads.
    const differences = value === 'facebook' ? { permalink: expect.stringContaining(id) } : {}
    expect(event).toEqual({
      type: 'comment',
      platformAccountId: account.platformAccountId,
      platformPostId: post,
      comment: { ...read, likeCount: null, ...differences },
    })
    expect(read?.platformCommentId).toBe(id)
  })

  test('own replies are marked and replies have their parent', async () => {
    const connected = await subscribed(value)
    const post = await fixture.post(connected)
    const parent = await fixture.comment(post, { webhook: false })
    await fixture.comment(post, { by_owner: true, parent })
    await fixture.comment(post, { author: 'lee', parent })
    const comments = (await eventsOf(value)).map((event) => 'comment' in event && event.comment)
    expect(comments).toMatchObject([
      { isOwn: true, parentCommentId: parent, canHide: false },
      { isOwn: false, parentCommentId: parent, canHide: value !== 'threads' },
    ])
  })

  test('a webhook with an invalid signature is refused', async () => {
    const connected = await subscribed(value)
    await fixture.comment(await fixture.post(connected), { text: 'é' })
    await fixture.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    const inbound = connected.platform.inbound!
    expect(inbound.readEvents(request)).toHaveLength(1)
    const name = 'x-hub-signature-256'
    const signature = request.headers[name]!
    const again = Buffer.from(JSON.stringify(JSON.parse(request.body.toString())))
    const other = `sha256=${createHmac('sha256', 'guessed').update(request.body).digest('hex')}`
    const forged: InboundRequest[] = [
      { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) },
      { ...request, body: again },
      { ...request, headers: {} },
      { ...request, headers: { [name]: '' } },
      { ...request, headers: { [name]: 'sha256=' } },
      { ...request, headers: { [name]: signature.slice(0, -1) } },
      { ...request, headers: { [name]: signature.replace('sha256=', 'sha1=') } },
      { ...request, headers: { [name]: other } },
    ]
    for (const each of forged) expect(inbound.readEvents(each)).toBeNull()
  })

  test.each([
    ['revoke', 'deauthorize_url'],
    ['data-deletion', 'data_deletion_url'],
  ])('%s sends a valid signed_request with the user who connected', async (action, name) => {
    const connected = await fixture.connect(value)
    await fixture.control('PUT', `/apps/${value}`, { [name]: `${receiver.url}/person` })
    await fixture.act(action)
    await fixture.control('POST', '/outgoing/settle')
    const body = receiver.received.find(({ path }) => path === '/person')!.request.body
    const signed = new URLSearchParams(body.toString()).get('signed_request')!
    const read = connected.platform.inbound!.readSignedRequest!(signed)
    expect(connected.account.platformUserIds).toContain(read?.platformUserId)
    expect(read?.issuedAt).toEqual(start)
    const others = fixture.platforms.get(value === 'threads' ? 'facebook' : 'threads')!
    expect(others.inbound!.readSignedRequest!(signed)).toBeNull()
  })
})

describe.each(['threads', 'instagram'] as const)('%s, signed with the Meta app secret', (value) => {
  /** A webhook and a signed_request signed with the secret of the sandbox's Meta app. */
  const signedByMeta = async (): Promise<{ delivery: InboundRequest; signed: string }> => {
    await fixture.control('PUT', '/settings', { meta_signs_with: 'meta' })
    const connected = await subscribed(value)
    await fixture.control('PUT', `/apps/${value}`, { deauthorize_url: `${receiver.url}/person` })
    await fixture.comment(await fixture.post(connected))
    await fixture.control('POST', '/outgoing/settle')
    const delivery = receiver.received.at(-1)!.request
    await fixture.act('revoke')
    await fixture.control('POST', '/outgoing/settle')
    const body = receiver.received.find(({ path }) => path === '/person')!.request.body
    return { delivery, signed: new URLSearchParams(body.toString()).get('signed_request')! }
  }

  test.each([
    ['without another secret', {}, false],
    ['with META_APP_SECRET', { META_APP_SECRET: metaSecret }, true],
    [
      'with the secret of Facebook',
      { FACEBOOK_CLIENT_ID: '1', FACEBOOK_CLIENT_SECRET: metaSecret },
      true,
    ],
    ['with another META_APP_SECRET', { META_APP_SECRET: 'guessed' }, false],
  ])('webhooks and callbacks are verified %s', async (_how, more, isBelieved) => {
    const { delivery, signed } = await signedByMeta()
    const inbound = configured(value, more).inbound!
    expect(inbound.readEvents(delivery)?.length ?? null).toBe(isBelieved ? 1 : null)
    expect(inbound.readSignedRequest!(signed) !== null).toBe(isBelieved)
  })
})

describe('instagram', () => {
  test('the documented webhook shape is accepted', async () => {
    await fixture.control('PUT', '/settings', { instagram_webhook_shape: 'documented' })
    const connected = await subscribed('instagram')
    const post = await fixture.post(connected)
    const id = await fixture.comment(post)
    expect(await eventsOf('instagram')).toMatchObject([
      { type: 'comment', platformPostId: post, comment: { platformCommentId: id } },
    ])
  })
})

describe('facebook', () => {
  test('edited and removed comments are events, reactions and own posts are ignored', async () => {
    const connected = await subscribed('facebook')
    const post = await fixture.post(connected)
    const id = await fixture.comment(post, { webhook: false })
    await fixture.control('PATCH', `/comments/${id}`, { text: 'Lovelier!' })
    await fixture.control('POST', `/posts/${post}/reactions`)
    await fixture.control('DELETE', `/comments/${id}`)
    const { platformAccountId } = connected.account
    expect(await eventsOf('facebook')).toEqual([
      { type: 'comment', platformAccountId, platformPostId: post, comment: null },
      { type: 'comment_deleted', platformAccountId, platformCommentId: id },
    ])
  })

  test('subscribing without the permission throws permission_missing', async () => {
    const connected = await fixture.connect('facebook', 'pages_manage_metadata')
    const { platformAccountId } = connected.account
    const { access } = connected.tokens
    const err = await failureOf(
      connected,
      connected.platform.inbound!.subscribe!({ access, platformAccountId }),
    )
    expect(err.kind).toBe('permission_missing')
  })
})

describe('tiktok', () => {
  test.each([0, 1, 2, 3, 4])('access removed for reason %i is an event', async (reason) => {
    const connected = await subscribed('tiktok')
    await fixture.act('revoke', { reason })
    const platformUserId = connected.account.platformAccountId
    expect(await eventsOf('tiktok')).toEqual([{ type: 'deauthorized', platformUserId, at: start }])
  })

  test('access that we revoked is no event', async () => {
    const connected = await subscribed('tiktok')
    await connected.platform.connect.revoke!(connected.tokens)
    expect(await eventsOf('tiktok')).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })

  test('a forged, old or foreign webhook is refused', async () => {
    const connected = await subscribed('tiktok')
    await fixture.act('revoke')
    await fixture.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    const inbound = connected.platform.inbound!
    const name = 'tiktok-signature'
    const signature = request.headers[name]!
    const forged: InboundRequest[] = [
      { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) },
      { ...request, headers: {} },
      { ...request, headers: { [name]: signature.replace(/t=\d+/, 't=1795252000') } },
      { ...request, headers: { [name]: signature.split(',')[1] } },
      { ...request, headers: { [name]: 't=,s=' } },
    ]
    for (const each of forged) expect(inbound.readEvents(each)).toBeNull()
    fixture.clock.advance(-6 * 60_000)
    expect(inbound.readEvents(request)).toBeNull()
    fixture.clock.advance(6 * 60_000)
    expect(inbound.readEvents(request)).toHaveLength(1)
    fixture.advance(74)
    expect(inbound.readEvents(request)).toBeNull()
  })

  test('a webhook retried for three days with its first signature is accepted', async () => {
    const connected = await subscribed('tiktok')
    await fixture.act('revoke')
    await fixture.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    fixture.advance(72)
    expect(connected.platform.inbound!.readEvents(request)).toMatchObject([
      { type: 'deauthorized', at: start },
    ])
  })
})

/** Registers our webhook URL at the platform's app. */
function register(value: PlatformValue, changes: object = {}): Promise<unknown> {
  subscribedPlatform = value
  const webhook = { webhook_url: `${receiver.url}/hooks/${value}`, verify_token: verifyToken }
  return fixture.control('PUT', `/apps/${value}`, { ...webhook, ...changes })
}

/** Connects Anna's account and subscribes it to webhooks. */
async function subscribed(value: PlatformValue): Promise<ConnectedAccount> {
  await register(value)
  const connected = await fixture.connect(value)
  const { tokens, account, platform } = connected
  await platform.inbound!.subscribe?.({
    access: tokens.access,
    platformAccountId: account.platformAccountId,
  })
  return connected
}

async function eventsOf(value: PlatformValue): Promise<InboundEvent[]> {
  await fixture.control('POST', '/outgoing/settle')
  const { inbound } = fixture.platforms.get(value)!
  return receiver.received.flatMap(({ request }) => {
    const events = inbound!.readEvents(request)
    if (!events) throw new Error('The webhook signature is invalid.')
    return events
  })
}

/** The platform configured by environment variables; reading a webhook makes no calls. */
function configured(value: AppPlatformValue, more: Readonly<Record<string, string>>): Platform {
  const directory = mkdtempSync(join(tmpdir(), 'postern-inbound-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const { clientId, clientSecret } = networkSettings[value].sandbox
  const name = value.toUpperCase()
  const appEnv = { [`${name}_CLIENT_ID`]: clientId, [`${name}_CLIENT_SECRET`]: clientSecret }
  const config = loadConfig({ DATA_DIR: directory, ...appEnv, ...more })
  const request = () => Promise.reject(new Error('Unexpected platform call.'))
  return createPlatforms({
    config,
    outbound: { request, lookUpTxt: async () => [] },
    storageOf: noStorage,
    now: fixture.clock.now,
  }).get(value)!
}
