import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openReceiver, type Receiver } from '../../test/platforms/inbox-receiver.ts'
import {
  failureOf,
  type InboxWorld,
  type Member,
  openInboxWorld,
} from '../../test/platforms/inbox-world.ts'
import { loadConfig } from '../core/config.ts'
import type { PlatformValue } from '../core/networks.ts'
import { networkSettings } from '../core/networks.ts'
import type { InboundEvent, InboundRequest } from './inbound.ts'
import type { Platform } from './platform.ts'
import { createPlatforms } from './registry.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const metas: PlatformValue[] = ['threads', 'instagram', 'facebook']
const verifyToken = 'our-own-verify-token'
const metaSecret = networkSettings.facebook.sandbox.clientSecret
let world: InboxWorld
let receiver: Receiver
let asked: PlatformValue = 'threads'

beforeAll(async () => {
  world = await openInboxWorld(start)
  receiver = await openReceiver(
    (query) => world.platforms.get(asked)!.inbound?.handshake?.(query, verifyToken) ?? null,
  )
})
afterAll(async () => {
  await receiver.close()
  await world.close()
})
beforeEach(async () => {
  await world.reset()
  receiver.received.length = 0
})

describe.each(metas)('%s', (value) => {
  test('the handshake is answered to whoever knows our token, and to nobody else', async () => {
    expect(await register(value)).toMatchObject({ webhook_problem: null })
    const other = await register(value, { verify_token: 'of somebody else' })
    expect((other as { webhook_problem: string | null }).webhook_problem).toContain('403')
  })

  test("a stranger's comment arrives as it is read, whatever characters it has", async () => {
    const member = await subscribed(value)
    const post = await world.post(member)
    const id = await world.comment(post, { author: 'kim', text: 'Schön! 👩‍👩‍👧 שלום </b> \\ "x"' })
    const [event] = await eventsOf(value)
    const { acting, platform, account } = member
    const list = { ...acting, platformPostId: post, cursor: null }
    const [read] = (await platform.comments!.listComments(list)).items
    // The sandbox's two addresses of a comment on Facebook differ, which says nothing of Facebook.
    const told = value === 'facebook' ? { permalink: expect.stringContaining(id) } : {}
    expect(event).toEqual({
      type: 'comment',
      platformAccountId: account.platformAccountId,
      platformPostId: post,
      comment: { ...read, likeCount: null, ...told },
    })
    expect(read?.platformCommentId).toBe(id)
  })

  test('an own reply is marked, and a reply names what it answers', async () => {
    const member = await subscribed(value)
    const post = await world.post(member)
    const parent = await world.comment(post, { webhook: false })
    await world.comment(post, { by_owner: true, parent })
    await world.comment(post, { author: 'lee', parent })
    const comments = (await eventsOf(value)).map((event) => 'comment' in event && event.comment)
    expect(comments).toMatchObject([
      { isOwn: true, parentCommentId: parent, canHide: false },
      { isOwn: false, parentCommentId: parent, canHide: value !== 'threads' },
    ])
  })

  test('a delivery that is not signed by the platform is refused', async () => {
    const member = await subscribed(value)
    await world.comment(await world.post(member), { text: 'é' })
    await world.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    const inbound = member.platform.inbound!
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
  ])('%s names the person who connected, in a request that holds', async (action, name) => {
    const member = await world.connect(value)
    await world.control('PUT', `/apps/${value}`, { [name]: `${receiver.url}/person` })
    await world.act(action)
    await world.control('POST', '/outgoing/settle')
    const body = receiver.received.find(({ path }) => path === '/person')!.request.body
    const signed = new URLSearchParams(body.toString()).get('signed_request')!
    const read = member.platform.inbound!.readSignedRequest!(signed)
    expect(member.account.platformUserIds).toContain(read?.platformUserId)
    expect(read?.issuedAt).toEqual(start)
    const others = world.platforms.get(value === 'threads' ? 'facebook' : 'threads')!
    expect(others.inbound!.readSignedRequest!(signed)).toBeNull()
  })
})

describe.each(['threads', 'instagram'] as const)(
  '%s, signed by the Meta app around it',
  (value) => {
    /** What Threads and Instagram send under the secret of the sandbox's Meta app. */
    const signedByMeta = async (): Promise<{ delivery: InboundRequest; signed: string }> => {
      await world.control('PUT', '/settings', { meta_signs_with: 'meta' })
      const member = await subscribed(value)
      await world.control('PUT', `/apps/${value}`, { deauthorize_url: `${receiver.url}/person` })
      await world.comment(await world.post(member))
      await world.control('POST', '/outgoing/settle')
      const delivery = receiver.received.at(-1)!.request
      await world.act('revoke')
      await world.control('POST', '/outgoing/settle')
      const body = receiver.received.find(({ path }) => path === '/person')!.request.body
      return { delivery, signed: new URLSearchParams(body.toString()).get('signed_request')! }
    }

    test.each([
      ['with no other secret', {}, false],
      ['with META_APP_SECRET', { META_APP_SECRET: metaSecret }, true],
      [
        'with the secret of Facebook',
        { FACEBOOK_CLIENT_ID: '1', FACEBOOK_CLIENT_SECRET: metaSecret },
        true,
      ],
      ['with another META_APP_SECRET', { META_APP_SECRET: 'guessed' }, false],
    ])('deliveries and callbacks are judged %s', async (_how, more, isBelieved) => {
      const { delivery, signed } = await signedByMeta()
      const inbound = configured(value, more).inbound!
      expect(inbound.readEvents(delivery)?.length ?? null).toBe(isBelieved ? 1 : null)
      expect(inbound.readSignedRequest!(signed) !== null).toBe(isBelieved)
    })
  },
)

describe('instagram', () => {
  test('the documented shape is read as well', async () => {
    await world.control('PUT', '/settings', { instagram_webhook_shape: 'documented' })
    const member = await subscribed('instagram')
    const post = await world.post(member)
    const id = await world.comment(post)
    expect(await eventsOf('instagram')).toMatchObject([
      { type: 'comment', platformPostId: post, comment: { platformCommentId: id } },
    ])
  })
})

describe('facebook', () => {
  test('edited and removed comments are told, reactions and own posts are noise', async () => {
    const member = await subscribed('facebook')
    const post = await world.post(member)
    const id = await world.comment(post, { webhook: false })
    await world.control('PATCH', `/comments/${id}`, { text: 'Lovelier!' })
    await world.control('POST', `/posts/${post}/reactions`)
    await world.control('DELETE', `/comments/${id}`)
    const { platformAccountId } = member.account
    expect(await eventsOf('facebook')).toEqual([
      { type: 'comment', platformAccountId, platformPostId: post, comment: null },
      { type: 'comment_deleted', platformAccountId, platformCommentId: id },
    ])
  })

  test('without its permission nothing can be subscribed', async () => {
    const member = await world.connect('facebook', 'pages_manage_metadata')
    const { platformAccountId } = member.account
    const { access } = member.tokens
    const err = await failureOf(
      member,
      member.platform.inbound!.subscribe!({ access, platformAccountId }),
    )
    expect(err.kind).toBe('permission_missing')
  })
})

describe('tiktok', () => {
  test.each([0, 1, 2, 3, 4])('access that was removed for reason %i is told', async (reason) => {
    const member = await subscribed('tiktok')
    await world.act('revoke', { reason })
    const platformUserId = member.account.platformAccountId
    expect(await eventsOf('tiktok')).toEqual([{ type: 'deauthorized', platformUserId, at: start }])
  })

  test('access that we gave back is not told', async () => {
    const member = await subscribed('tiktok')
    await member.platform.connect.revoke!(member.tokens)
    expect(await eventsOf('tiktok')).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })

  test('a delivery that is forged, too old or of another app is refused', async () => {
    const member = await subscribed('tiktok')
    await world.act('revoke')
    await world.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    const inbound = member.platform.inbound!
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
    world.clock.advance(-6 * 60_000)
    expect(inbound.readEvents(request)).toBeNull()
    world.clock.advance(6 * 60_000)
    expect(inbound.readEvents(request)).toHaveLength(1)
    world.advance(74)
    expect(inbound.readEvents(request)).toBeNull()
  })

  test('what comes again for three days, with the signature of the first time, is believed', async () => {
    const member = await subscribed('tiktok')
    await world.act('revoke')
    await world.control('POST', '/outgoing/settle')
    const { request } = receiver.received.at(-1)!
    world.advance(72)
    expect(member.platform.inbound!.readEvents(request)).toMatchObject([
      { type: 'deauthorized', at: start },
    ])
  })
})

/** Registers our address at the platform's app. */
function register(value: PlatformValue, changes: object = {}): Promise<unknown> {
  asked = value
  const webhook = { webhook_url: `${receiver.url}/hooks/${value}`, verify_token: verifyToken }
  return world.control('PUT', `/apps/${value}`, { ...webhook, ...changes })
}

/** Anna's account, for which deliveries come. */
async function subscribed(value: PlatformValue): Promise<Member> {
  await register(value)
  const member = await world.connect(value)
  const { tokens, account, platform } = member
  await platform.inbound!.subscribe?.({
    access: tokens.access,
    platformAccountId: account.platformAccountId,
  })
  return member
}

async function eventsOf(value: PlatformValue): Promise<InboundEvent[]> {
  await world.control('POST', '/outgoing/settle')
  const { inbound } = world.platforms.get(value)!
  return receiver.received.flatMap(({ request }) => {
    const events = inbound!.readEvents(request)
    if (!events) throw new Error('the signature does not hold')
    return events
  })
}

/** The platform as the environment of a real app makes it; reading a delivery calls nobody. */
function configured(value: PlatformValue, more: Readonly<Record<string, string>>): Platform {
  const directory = mkdtempSync(join(tmpdir(), 'postern-inbound-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const { clientId, clientSecret } = networkSettings[value].sandbox
  const name = value.toUpperCase()
  const own = { [`${name}_CLIENT_ID`]: clientId, [`${name}_CLIENT_SECRET`]: clientSecret }
  const config = loadConfig({ DATA_DIR: directory, ...own, ...more })
  const request = () => Promise.reject(new Error('nobody is to be called'))
  return createPlatforms({ config, outbound: { request }, now: world.clock.now }).get(value)!
}
