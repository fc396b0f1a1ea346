import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { advanceUntilIdle, connectAccount } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
})

beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  return async () => {
    await actAtPlatform('checkpoint', { clear: true })
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

/** Applies an action of the person to the account's grant in the sandbox. */
async function actAtPlatform(action: string, body: Record<string, unknown> = {}): Promise<void> {
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.findLast((each: { platform: string }) => each.platform === 'threads')
  await testApp.sandbox.control('POST', `/grants/${grant.id}/${action}`, body)
}

/** Advances the clock day by day and runs the background work. */
async function runDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    testApp.clock.advance(dayMs + hourMs * 3)
    await testApp.work()
  }
}

describe('refreshing tokens', () => {
  test('tokens are refreshed early, so that the access never expires', async () => {
    const before = account.access_expires_at!
    await runDays(50)
    const after = await read()
    expect(after.status).toBe('connected')
    expect(Date.parse(after.access_expires_at!)).toBeGreaterThan(Date.parse(before) + 10 * dayMs)
    expect(await eventsOf('account.expired')).toEqual([])
  }, 60_000)

  test('a platform outage of a day leaves the account connected', async () => {
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'threads',
      match: '*',
      kind: 'http_500',
      times: 1_000,
    })
    await runDays(1)
    expect((await read()).status).toBe('connected')
    await testApp.sandbox.control('DELETE', '/faults')
    await runDays(1)
    expect((await read()).status).toBe('connected')
    expect((await health()).healthy).toBe(true)
  })
})

describe('losing the access', () => {
  test.each([
    ['password-change', 'password_changed'],
    ['checkpoint', 'checkpoint_required'],
  ])(
    '%s sends account.expired once with the reason, and health has the action',
    async (action, reason) => {
      await actAtPlatform(action)
      await runDays(3)
      expect(await read()).toMatchObject({ status: 'expired', status_reason: reason })
      const events = await eventsOf('account.expired')
      expect(events).toHaveLength(1)
      expect(events[0]?.data.account).toMatchObject({ status: 'expired', status_reason: reason })
      const report = await health()
      expect(report).toMatchObject({
        healthy: false,
        problems: [{ severity: 'error', code: reason }],
      })
      expect(report.checked_at).not.toBeNull()
      expect(report.problems[0].action).toContain('client')
    },
  )

  test('an app removed by the person sends account.disconnected and erases the tokens', async () => {
    await actAtPlatform('revoke')
    await runDays(2)
    expect(await read()).toMatchObject({ status: 'disconnected', status_reason: 'by_platform' })
    expect(await eventsOf('account.disconnected')).toHaveLength(1)
    const row = await testApp.ctx.db.query
      .selectFrom('account')
      .select('tokens_sealed')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(row.tokens_sealed).toBe(null)
  })

  test('publishing without valid access fails the post and expires the account, once', async () => {
    await actAtPlatform('password-change')
    const { body } = await testApp.call('POST', '/v1/posts', {
      text: 'This will not be published',
      mode: 'now',
      targets: [{ account_id: account.id }],
    })
    await advanceUntilIdle(testApp)
    const post = (await testApp.call('GET', `/v1/posts/${body.id}`)).body
    expect(post.targets[0]).toMatchObject({ status: 'failed', error: { code: 'auth_expired' } })
    expect(await read()).toMatchObject({ status: 'expired', status_reason: 'password_changed' })
    await runDays(2)
    expect(await eventsOf('account.expired')).toHaveLength(1)
  })

  test('reconnecting brings the same account back', async () => {
    await actAtPlatform('password-change')
    await runDays(2)
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
    await runDays(2)
    expect((await read()).status).toBe('connected')
  })
})

test('an account whose refresh was refused expires with its token, not a day later', async () => {
  await testApp.call('DELETE', `/v1/accounts/${account.id}`)
  // Without insights, no other work calls the platform and notices the expiry first.
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

test('a withdrawn permission is listed as missing and the account stays connected', async () => {
  await actAtPlatform('remove-permission', { permission: 'threads_manage_insights' })
  await runDays(2)
  const after = await read()
  expect(after).toMatchObject({
    status: 'connected',
    permissions: { missing: ['threads_manage_insights'] },
    capabilities: { insights: false, publish: true },
  })
  const report = await health()
  expect(report.problems).toMatchObject([
    { severity: 'warning', code: 'permission_missing', permission: 'threads_manage_insights' },
  ])
  expect(report.healthy).toBe(true)
})

describe('a Facebook page', () => {
  let page: Account

  beforeEach(async () => {
    page = await connectAccount(testApp, 'facebook', { account: 'anna.bergmann' })
    return () => testApp.call('DELETE', `/v1/accounts/${page.id}?force=true`)
  })

  const readPage = async (): Promise<Account> =>
    (await testApp.call('GET', `/v1/accounts/${page.id}`)).body
  const problems = async () =>
    (await testApp.call('GET', `/v1/accounts/${page.id}/health`)).body.problems

  test('its access ends 90 days after the login, with a warning a week before', async () => {
    const connectedAt = testApp.clock.now().getTime()
    const endsInDays = (Date.parse(page.access_expires_at!) - connectedAt) / dayMs
    expect(endsInDays).toBeCloseTo(90, 1)
    expect(await problems()).toEqual([])
    testApp.clock.advance(84 * dayMs)
    expect(await problems()).toMatchObject([{ code: 'access_expires_soon' }])
    testApp.clock.advance(7 * dayMs)
    await testApp.work()
    expect(await readPage()).toMatchObject({ status: 'expired', status_reason: 'token_expired' })
  })

  test('connected before its end was read → the daily check reads it', async () => {
    const { pool } = testApp.ctx.db
    await pool.query('update account set access_expires_at = null where id = $1', [page.id])
    testApp.clock.advance(dayMs + 3 * hourMs)
    await testApp.work()
    expect((await readPage()).access_expires_at).toBe(page.access_expires_at)
  })
})
