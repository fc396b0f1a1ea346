import type { Client } from './client.ts'
import { grantOf } from './control.ts'
import { check, checkSame, say, step } from './report.ts'
import type { Account, AccountInsights, ErrorBody, InsightsSync } from './wire.ts'

const permission = 'instagram_business_manage_insights'
const dayMs = 86_400_000

/** The days about which the platform says something; the one between them is missing there. */
const days = [5, 4, 3].map((back) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10))
const views = [120, null, 80]

/** Before the account is connected, as the first reading follows at once. */
export async function setFigures(client: Client): Promise<void> {
  await step('Figures at the platform: two days, and a gap between them', async () => {
    for (const [place, day] of days.entries()) {
      const account = client.at.threads.id
      const value = views[place]
      await client.control('PUT', '/figures', { account, metric: 'views', day, value })
    }
  })
}

/** Figures with a gap, a permission that is missing, and asking for the latest ones. */
export async function readInsights(
  client: Client,
  accounts: { threads: Account; instagram: Account },
): Promise<void> {
  const { api } = client.journey
  await step('The client withdraws the permission for figures on Instagram', async () => {
    const { id } = await grantOf(client.control, 'instagram', client.at.instagram.username)
    await client.control('POST', `/grants/${id}/remove-permission`, { permission })
  })
  await step('The latest figures, now; and not again within five minutes', async () => {
    const { body } = await api.call<InsightsSync>('POST', '/v1/insights/sync', {
      body: {},
      profile: client.journey.externalId,
      expect: 202,
      show: ['id', 'status', 'accounts', 'next_allowed_at'],
    })
    checkSame(body.accounts.total, 2, 'of both accounts')
    const again = await api.call<ErrorBody>('POST', '/v1/insights/sync', {
      body: { account_ids: [accounts.threads.id] },
      profile: client.journey.externalId,
      expect: 429,
      show: ['error.code'],
    })
    checkSame(again.body.error.code, 'sync_too_soon', 'the second call is too soon')
    const wait = Number(again.headers.get('retry-after'))
    check(wait > 290 && wait <= 300, `Retry-After says ${wait} s`)
    const over = await untilOver(client, body.id)
    checkSame(over.accounts, { total: 2, done: 1, failed: 1 }, 'one was read, one was refused')
    checkSame(over.status, 'partially_completed', 'and the sync says so')
  })
  await readGap(client, accounts.threads)
  await step('Instagram: 200, and the name of the missing permission', async () => {
    const { body } = await api.call<AccountInsights>(
      'GET',
      `/v1/accounts/${accounts.instagram.id}/insights`,
      { expect: 200, show: ['missing_permission'] },
    )
    checkSame(body.missing_permission, permission, 'the permission is named')
    checkSame(body.metrics.reach?.kind, 'unique', 'reach does not add up over days')
    checkSame(body.metrics.followers_count?.kind, 'level', 'followers are a level')
  })
}

async function readGap(client: Client, account: Account): Promise<void> {
  const { api } = client.journey
  const path = `/v1/accounts/${account.id}/insights`
  await step('Threads: a gap is null, never 0', async () => {
    const range = `from=${days[0]}&to=${days[2]}`
    const { body } = await api.call<AccountInsights>('GET', `${path}?${range}&metrics=views`, {
      expect: 200,
      show: ['metrics.views', 'data_through', 'synced_at'],
    })
    const series = days.map((date, place) => ({ date, value: views[place] }))
    checkSame(body.metrics.views?.series, series, 'both ends inclusive, and null in the gap')
    checkSame(body.metrics.views?.total, 200, 'the total is of the days there are')
    const whole = await api.call<AccountInsights>('GET', path, { expect: 200 })
    checkSame(whole.body.metrics.views?.series.length, 30, 'by default the last 30 days')
    say(`       followers: ${JSON.stringify(whole.body.metrics.followers_count?.total)}`)
    const bad = [
      [`${path}?from=2025-02-30`, 'invalid_range'],
      [`${path}?from=2025-01-01&to=2026-01-01`, 'range_too_long'],
      [`${path}?metrics=reach`, 'invalid_metric'],
    ] as const
    for (const [each, code] of bad) {
      const refused = await api.call<ErrorBody>('GET', each, { expect: 400 })
      checkSame(refused.body.error.code, code, `${code} is told`)
    }
  })
}

async function untilOver(client: Client, id: string): Promise<InsightsSync> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await client.journey.api.call<InsightsSync>(
      'GET',
      `/v1/insights/syncs/${id}`,
      {
        expect: 200,
        show: ['status', 'accounts'],
      },
    )
    if (body.status !== 'running' || tries >= 60) return body
    await new Promise((resume) => setTimeout(resume, 250))
  }
}
