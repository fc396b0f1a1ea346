import type { Context } from '../src/context.ts'
import { addDays } from '../src/core/day.ts'
import type { PlatformValue } from '../src/core/networks.ts'
import { createWorkLoop } from '../src/jobs/loop.ts'
import type { InsightsAbility, Metric, MetricKind } from '../src/platforms/contract/insights.ts'
import type { Platform } from '../src/platforms/contract/platform.ts'
import { scheduleCheck } from '../src/resources/accounts/schedule.ts'
import { insightWorks } from '../src/resources/insights/works.ts'
import type { AccountInsights } from '../src/schemas/insight.ts'
import { buildAccount } from './build.ts'
import type { TestApp } from './test-app.ts'

/** The metrics that a fake platform returns, and the calls it received. */
export type MetricsFixture = {
  /** The calls in order: the account's platform id, and the days or the post. */
  calls: { account: string; days: string[]; post: string | null }[]
  /** The value of a metric on a day; `null` for no data. */
  accountValue: (day: string, metric: string, platformAccountId: string) => number | null
  /** The metrics of a post. */
  postValues: (platformPostId: string) => Record<string, number | null>
  /** Runs before each call; may throw to make it fail. */
  beforeCall: (kind: 'days' | 'post') => void
  /** Older days return no data. */
  retainedDays: number
}

const kinds: Readonly<Record<string, MetricKind>> = {
  followers_count: 'level',
  reach: 'unique',
  accounts_engaged: 'unique',
}
const named = (names: string): Metric[] =>
  names.split(' ').map((name) => ({ name, kind: kinds[name] ?? 'sum' }))

/** The metrics of contract.md §8. */
const metrics = {
  threads: {
    account: named('followers_count views likes replies reposts quotes clicks'),
    post: named('views likes replies reposts quotes shares'),
    permission: 'threads_manage_insights',
  },
  instagram: {
    account: named(
      'followers_count views reach accounts_engaged total_interactions likes comments saves shares',
    ),
    post: named('views reach likes comments saves shares total_interactions'),
    permission: 'instagram_business_manage_insights',
  },
}

/** Replaces a platform's insights by metrics that the test sets. */
export function useMetrics(
  testApp: TestApp,
  value: 'threads' | 'instagram',
  change: Partial<InsightsAbility> = {},
): MetricsFixture {
  const fixture: MetricsFixture = {
    calls: [],
    accountValue: (day) => Number(day.slice(-2)),
    postValues: () => ({}),
    beforeCall: () => {},
    retainedDays: 90,
  }
  const { account, post, permission } = metrics[value]
  const ability: InsightsAbility = {
    accountMetrics: account,
    postMetrics: post,
    permission,
    backfillDays: 30,
    daysPerCall: 7,
    readDays: async ({ days, today, account: { platformAccountId } }) => {
      fixture.calls.push({ account: platformAccountId, days: [...days], post: null })
      fixture.beforeCall('days')
      const retained = days.filter((day) => day > addDays(today, -fixture.retainedDays))
      return account.flatMap(({ name, kind }) =>
        (kind === 'level' ? [today] : retained).flatMap((day) => {
          const value = fixture.accountValue(day, name, platformAccountId)
          return value === null ? [] : [{ day, metric: name, value }]
        }),
      )
    },
    readPost: async ({ platformPostId, account: { platformAccountId } }) => {
      fixture.calls.push({ account: platformAccountId, days: [], post: platformPostId })
      fixture.beforeCall('post')
      const values = fixture.postValues(platformPostId)
      return { values: Object.fromEntries(post.map(({ name }) => [name, values[name] ?? null])) }
    },
    ...change,
  }
  const platforms = testApp.ctx.platforms as Map<PlatformValue, Platform>
  platforms.set(value, { ...platforms.get(value)!, insights: ability })
  return fixture
}

/** Removes a platform's insights, as for one without metrics. */
export function removeMetrics(testApp: TestApp, value: PlatformValue): void {
  const platforms = testApp.ctx.platforms as Map<PlatformValue, Platform>
  const { insights: _, ...rest } = platforms.get(value)!
  platforms.set(value, rest)
}

/** A connected account whose insights are due now, as after connecting. */
export async function buildInsightsAccount(
  testApp: TestApp,
  input: Parameters<typeof buildAccount>[1] = {},
): Promise<{ id: string; profile_id: string }> {
  const account = await buildAccount(testApp, input)
  await makeInsightsDue(testApp, account.id)
  return account
}

export async function makeInsightsDue(testApp: TestApp, accountId: string): Promise<void> {
  await testApp.ctx.db.transact((tx) =>
    scheduleCheck(tx, accountId, 'insights', testApp.clock.now()),
  )
}

/** Advances the clock by `ms`, stopping to read insights each time they are due. */
export async function runInsights(testApp: TestApp, ms: number): Promise<void> {
  const end = testApp.clock.now().getTime() + ms
  for (;;) {
    await createWorkLoop(testApp.ctx, insightWorks).runUntilIdle()
    const row = await testApp.ctx.db.query
      .selectFrom('account_poll')
      .select('due_at')
      .where('kind', '=', 'insights')
      .where('due_at', '>', testApp.clock.now())
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!row?.due_at || row.due_at.getTime() > end) break
    testApp.clock.set(row.due_at)
  }
  testApp.clock.set(new Date(end))
}

/** The account's stored metrics by day, oldest first. */
export async function readMetricHistory(ctx: Context, accountId: string) {
  const { rows } = await ctx.db.pool.query<{ day: string; metrics: Record<string, number> }>(
    'select day::text as day, metrics from insight_day where account_id = $1 order by day',
    [accountId],
  )
  return rows
}

/** The account's insights from the API. */
export async function readInsights(
  testApp: TestApp,
  accountId: string,
  query = '',
): Promise<AccountInsights> {
  const { status, body } = await testApp.call('GET', `/v1/accounts/${accountId}/insights${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
