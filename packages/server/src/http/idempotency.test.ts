import { describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { type DashboardBrowser, password, redeemLink, tokenOf } from '../../test/dashboard.ts'
import { codeAt, enableSecondFactor } from '../../test/second-factor.ts'
import { useTestApp } from '../../test/test-app.ts'
import { routes } from '../app.ts'
import { limits } from '../core/limits.ts'
import { unseal } from '../security/secrets.ts'
import { responsePurpose } from './idempotency.ts'

const testApp = useTestApp({ poolMax: 2 })

describe('idempotency', () => {
  const send = (key: string, body: unknown, path = '/v1/profiles') =>
    testApp.call('POST', path, body, { headers: { 'idempotency-key': key } })

  test('the same key and body replay the stored response', async () => {
    const first = await send('one', { name: 'Once' })
    const again = await send('one', { name: 'Once' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBe(null)
  })

  test('the same key with another body returns 422 idempotency_key_reused', async () => {
    await send('two', { name: 'A' })
    const other = await send('two', { name: 'B' })
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('an idempotency key is scoped to its API key', async () => {
    const first = await send('shared', { name: 'Mine' })
    const key = await buildKey(testApp)
    const headers = { 'idempotency-key': 'shared' }
    const other = await testApp.call('POST', '/v1/profiles', { name: 'Yours' }, { key, headers })
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('a rejected request frees the key', async () => {
    expect((await send('three', { name: '' })).status).toBe(400)
    expect((await send('three', { name: 'Fine' })).status).toBe(201)
  })

  test('concurrent requests with one key create one profile', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send('four', { name: 'Only one' })),
    )
    const created = responses.filter((response) => response.status === 201)
    expect(new Set(created.map((response) => response.body.id)).size).toBe(1)
    for (const response of responses) {
      if (response.status === 201) continue
      expect(response.body.error.code).toBe('idempotency_in_progress')
    }
    const listed = (await testApp.call('GET', '/v1/profiles?limit=100')).body.data
    const named = listed.filter((profile: { name: string }) => profile.name === 'Only one')
    expect(named).toHaveLength(1)
  })

  test('the key can be used again after 24 hours', async () => {
    const first = await send('five', { name: 'Old' })
    testApp.clock.advance(limits.idempotency.keptHours * 3_600_000 + 1)
    expect((await send('five', { name: 'New' })).body.id).not.toBe(first.body.id)
  })
})

/** Every stored response, unsealed. */
async function storedResponses(): Promise<string> {
  const rows = await testApp.ctx.db.query
    .selectFrom('idempotency')
    .select(['key_id', 'key', 'body'])
    .where('body', 'is not', null)
    .execute()
  const { keyring } = testApp.ctx.config
  return rows.map((row) => unseal(keyring, responsePurpose(row.key_id, row.key), row.body!)).join()
}

describe('a response that shows a secret once', () => {
  const origin = 'https://once.example.com'
  const url = 'https://receiver.example/hooks'
  const make = async (path: string, body: unknown) => (await testApp.call('POST', path, body)).body
  /** `browser` sends the requests of a signed-in member; otherwise the owner key is used. */
  type Shown = [path: string, body: unknown, field: string, browser?: DashboardBrowser]
  const secondFactor = '/v1/session/second-factor'
  const signedIn = async () => (await redeemLink(testApp, await newMemberToken())).browser
  const newMemberToken = async () => {
    const email = `member-${Math.random()}@example.com`
    const { id } = await make('/v1/members', { name: 'Eva', email, role: 'staff' })
    return tokenOf((await make(`/v1/members/${id}/sign-in-link`, {})).url)
  }
  const operations: Record<string, () => Promise<Shown>> = {
    setUpSecondFactor: async () => {
      const body = { current_password: password }
      return [secondFactor, body, 'secret', await signedIn()]
    },
    enableSecondFactor: async () => {
      const browser = await signedIn()
      const setup = await browser.call('POST', secondFactor, { current_password: password })
      const code = codeAt(setup.body.secret, testApp.clock.now())
      return [`${secondFactor}/enable`, { code }, 'recovery_codes', browser]
    },
    createRecoveryCodes: async () => {
      const browser = await signedIn()
      const [code] = (await enableSecondFactor(testApp, browser)).recoveryCodes
      return [`${secondFactor}/recovery-codes`, { code }, 'recovery_codes', browser]
    },
    createApiKey: async () => ['/v1/api-keys', { name: 'once' }, 'secret'],
    rotateApiKey: async () => {
      const { id } = await make('/v1/api-keys', { name: 'turned' })
      return [`/v1/api-keys/${id}/rotate`, {}, 'secret']
    },
    createWebhook: async () => ['/v1/webhooks', { url, events: ['*'] }, 'secret'],
    rotateWebhookSecret: async () => {
      const { id } = await make('/v1/webhooks', { url: `${url}/turned`, events: ['*'] })
      return [`/v1/webhooks/${id}/rotate-secret`, {}, 'secret']
    },
    createConnectLink: async () => {
      await make('/v1/connect/redirect-origins', { origin })
      const { id } = await buildProfile(testApp)
      return [`/v1/profiles/${id}/connect-links`, { redirect_url: `${origin}/back` }, 'url']
    },
    createInvitation: async () => {
      await make('/v1/connect/redirect-origins', { origin })
      const { id } = await buildProfile(testApp)
      return [`/v1/profiles/${id}/invitations`, { redirect_url: `${origin}/back` }, 'url']
    },
    createApprovalLink: async () => {
      const { id, profile_id } = await make('/v1/posts', { text: 'A draft' })
      return [`/v1/profiles/${profile_id}/approval-links`, { post_ids: [id] }, 'url']
    },
    createReportLink: async () => {
      const { id } = await buildProfile(testApp)
      return [`/v1/profiles/${id}/report-links`, { month: '2026-01' }, 'url']
    },
    createPostApprovalLink: async () => {
      const { id } = await make('/v1/posts', { text: 'A draft' })
      return [`/v1/posts/${id}/approval-links`, {}, 'url']
    },
    createSignInLink: async () => {
      const { id } = await make('/v1/members', {
        name: 'Eva',
        email: 'eva@example.com',
        role: 'owner',
      })
      return [`/v1/members/${id}/sign-in-link`, {}, 'url']
    },
  }

  test.each(Object.keys(operations))(
    'repeating %s returns 409 secret_already_shown with the resource and no secret',
    async (name) => {
      const [path, body, field, browser] = await operations[name]!()
      const headers = { 'idempotency-key': `once-${name}` }
      const send = () => (browser ?? testApp).call('POST', path, body, { headers })
      const first = await send()
      expect(first.status).toBeLessThan(300)
      const secret: string = [first.body[field]].flat()[0]
      expect(secret.length).toBeGreaterThan(18)
      const again = await send()
      expect([again.status, again.body.error?.code]).toEqual([409, 'secret_already_shown'])
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body.error.details).toMatchObject([
        { path: field, ...(first.body.id ? { id: first.body.id } : {}) },
      ])
      expect(JSON.stringify(again.body)).not.toContain(secret)
      expect(await storedResponses()).not.toContain(secret)
    },
  )

  test('the list has every operation that declares shownOnce', () => {
    const named = routes.filter(({ shownOnce }) => shownOnce).map((each) => each.operationId)
    expect(named.sort()).toEqual(Object.keys(operations).sort())
  })
})

describe('the stored responses of a deleted profile', () => {
  const count = async (profileId: string) => {
    const { rows } = await testApp.ctx.db.pool.query(
      'select 1 from idempotency where profile_id = $1',
      [profileId],
    )
    return rows.length
  }

  test('are deleted with it, so a repeated POST /v1/profiles is a new request', async () => {
    const headers = { 'idempotency-key': 'client' }
    const client = { name: 'Erased client', external_id: 'erased-1', metadata: { tier: 'gold' } }
    const first = await testApp.call('POST', '/v1/profiles', client, { headers })
    const { id } = first.body
    const post = { text: 'Confidential' }
    const draft = { headers: { 'idempotency-key': 'draft' }, profile: id }
    expect((await testApp.call('POST', '/v1/posts', post, draft)).status).toBe(201)
    const account = await buildAccount(testApp, { profile_id: id })
    const targets = [{ account_id: account.id }]
    const withKey = { headers: { 'idempotency-key': 'draft-of-an-account' } }
    expect((await testApp.call('POST', '/v1/posts', { ...post, targets }, withKey)).status).toBe(
      201,
    )
    expect(await count(id)).toBe(3)
    await testApp.call('DELETE', `/v1/profiles/${id}`)
    expect(await count(id)).toBe(0)
    await testApp.work()
    const again = await testApp.call('POST', '/v1/profiles', client, { headers })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(again.body.id).not.toBe(id)
    expect(await storedResponses()).not.toContain(id)
  })
})
