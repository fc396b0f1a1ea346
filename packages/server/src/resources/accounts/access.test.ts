import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { advanceUntilIdle, connectAccount } from '../../../test/publishing.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let testApp: TestApp
let account: Account

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4 })
  await buildWebhook(testApp)
})
afterAll(() => testApp.close())

beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  return async () => {
    await atPlatform('checkpoint', { clear: true })
    await testApp.call('DELETE', `/v1/accounts/${account.id}?force=true`)
  }
})

const read = async (): Promise<Account> =>
  (await testApp.call('GET', `/v1/accounts/${account.id}`)).body
const health = async () => (await testApp.call('GET', `/v1/accounts/${account.id}/health`)).body

async function eventsOf(type: string): Promise<{ data: { account: Account } }[]> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event
     where type = $1 and convert_from(body, 'utf8')::jsonb->'data'->'account'->>'id' = $2`,
    [type, account.id],
  )
  return rows.map((row) => row.body)
}

/** What the person does at the platform to the access of our account. */
async function atPlatform(action: string, body: Record<string, unknown> = {}): Promise<void> {
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.findLast((each: { platform: string }) => each.platform === 'threads')
  await testApp.sandbox.control('POST', `/grants/${grant.id}/${action}`, body)
}

/** Lives on day by day, as the background work does. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    testApp.clock.advance(dayMs + hourMs * 3)
    await testApp.work()
  }
}

describe('keeping an access alive', () => {
  test('it is refreshed early, so that it never ends', async () => {
    const before = account.access_expires_at!
    await live(50)
    const after = await read()
    expect(after.status).toBe('connected')
    expect(Date.parse(after.access_expires_at!)).toBeGreaterThan(Date.parse(before) + 10 * dayMs)
    expect(await eventsOf('account.expired')).toEqual([])
  }, 60_000)

  test('a platform that fails for a day ends nothing', async () => {
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'threads',
      match: '*',
      kind: 'http_500',
      times: 1_000,
    })
    await live(1)
    expect((await read()).status).toBe('connected')
    await testApp.sandbox.control('DELETE', '/faults')
    await live(1)
    expect((await read()).status).toBe('connected')
    expect((await health()).healthy).toBe(true)
  })
})

describe('the end of an access', () => {
  test.each([
    ['password-change', 'password_changed'],
    ['checkpoint', 'checkpoint_required'],
  ])('%s: account.expired once, with the reason, and what to do', async (action, reason) => {
    await atPlatform(action)
    await live(3)
    expect(await read()).toMatchObject({ status: 'expired', status_reason: reason })
    const events = await eventsOf('account.expired')
    expect(events).toHaveLength(1)
    expect(events[0]?.data.account).toMatchObject({ status: 'expired', status_reason: reason })
    const told = await health()
    expect(told).toMatchObject({ healthy: false, problems: [{ severity: 'error', code: reason }] })
    expect(told.checked_at).not.toBeNull()
    expect(told.problems[0].action).toContain('client')
  })

  test('an app that the person removed: account.disconnected, and the tokens are gone', async () => {
    await atPlatform('revoke')
    await live(2)
    expect(await read()).toMatchObject({ status: 'disconnected', status_reason: 'by_platform' })
    expect(await eventsOf('account.disconnected')).toHaveLength(1)
    const row = await testApp.ctx.db.read
      .selectFrom('account')
      .select('tokens_sealed')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(row.tokens_sealed).toBe(null)
  })

  test('publishing on an ended access fails the post and expires the account, once', async () => {
    await atPlatform('password-change')
    const { body } = await testApp.call('POST', '/v1/posts', {
      text: 'Nobody will read this',
      mode: 'now',
      targets: [{ account_id: account.id }],
    })
    await advanceUntilIdle(testApp)
    const post = (await testApp.call('GET', `/v1/posts/${body.id}`)).body
    expect(post.targets[0]).toMatchObject({ status: 'failed', error: { code: 'auth_expired' } })
    expect(await read()).toMatchObject({ status: 'expired', status_reason: 'password_changed' })
    await live(2)
    expect(await eventsOf('account.expired')).toHaveLength(1)
  })

  test('reconnecting brings the same account back', async () => {
    await atPlatform('password-change')
    await live(2)
    const link = await testApp.call('POST', `/v1/profiles/${account.profile_id}/connect-links`, {
      redirect_url: 'https://app.example.com/back',
      account_id: account.id,
    })
    await openBrowser(testApp).login(link.body.url, 'threads', {
      decision: 'allow',
      person: 'anna',
      account: 'anna.bakes',
    })
    expect(await read()).toMatchObject({
      id: account.id,
      status: 'connected',
      status_reason: null,
    })
    await live(2)
    expect((await read()).status).toBe('connected')
  })
})

test('an access whose refresh was refused is expired when it ends, not a day later', async () => {
  await testApp.call('DELETE', `/v1/accounts/${account.id}`)
  // Without figures nothing else asks the platform and meets the end first.
  const permissions = ['user.info.basic', 'video.publish']
  account = await connectAccount(testApp, 'tiktok', { account: 'anna.bakes', permissions })
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.findLast((each: { platform: string }) => each.platform === 'tiktok')
  const hourly = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      testApp.clock.advance(hourMs)
      await testApp.work()
    }
  }
  await hourly(13)
  await testApp.sandbox.control('POST', `/grants/${grant.id}/spend-refresh-token`)
  await hourly(10)
  expect((await read()).status).toBe('connected')
  await hourly(2)
  expect(await read()).toMatchObject({ status: 'expired', status_reason: 'token_expired' })
  expect(await eventsOf('account.expired')).toHaveLength(1)
}, 30_000)

test('a withdrawn permission is named, the account stays connected', async () => {
  await atPlatform('remove-permission', { permission: 'threads_manage_insights' })
  await live(2)
  const after = await read()
  expect(after).toMatchObject({
    status: 'connected',
    permissions: { missing: ['threads_manage_insights'] },
    capabilities: { insights: false, publish: true },
  })
  const told = await health()
  expect(told.problems).toMatchObject([
    { severity: 'warning', code: 'permission_missing', permission: 'threads_manage_insights' },
  ])
  expect(told.healthy).toBe(true)
})
