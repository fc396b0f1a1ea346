import type { Context } from '../src/context.ts'
import { addDays } from '../src/core/day.ts'
import type { PlatformValue } from '../src/core/networks.ts'
import type { InsightsAbility, Metric, MetricKind } from '../src/platforms/insights.ts'
import type { Platform } from '../src/platforms/platform.ts'
import { scheduleCheck } from '../src/resources/accounts/schedule.ts'
import type { AccountInsights } from '../src/schemas/insight.ts'
import { buildAccount } from './build.ts'
import type { TestApp } from './test-app.ts'

/** What a platform of the test's own gives, and what it was asked. */
export type MetricsFixture = {
  /** The calls in their order: the days or the post, and the platform's id of the account. */
  calls: { account: string; days: string[]; post: string | null }[]
  /** The value of a day; `null` is no data. */
  accountValue: (day: string, metric: string, platformAccountId: string) => number | null
  /** The figures of a post. */
  postValues: (platformPostId: string) => Record<string, number | null>
  /** Runs before each call; throws to make it fail. */
  beforeCall: (kind: 'days' | 'post') => void
  /** Days further back than this are forgotten. */
  keptDays: number
}

const kinds: Readonly<Record<string, MetricKind>> = {
  followers_count: 'level',
  reach: 'unique',
  accounts_engaged: 'unique',
}
const named = (names: string): Metric[] =>
  names.split(' ').map((name) => ({ name, kind: kinds[name] ?? 'sum' }))

/** The metrics of the contract (interface.md, "Metrics per platform"). */
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

/** Gives the platform of a test app figures that the test decides. */
export function useMetrics(
  testApp: TestApp,
  value: 'threads' | 'instagram',
  change: Partial<InsightsAbility> = {},
): MetricsFixture {
  const stage: MetricsFixture = {
    calls: [],
    accountValue: (day) => Number(day.slice(-2)),
    postValues: () => ({}),
    beforeCall: () => {},
    keptDays: 90,
  }
  const { account, post, permission } = metrics[value]
  const ability: InsightsAbility = {
    accountMetrics: account,
    postMetrics: post,
    permission,
    backfillDays: 30,
    daysPerCall: 7,
    readDays: async ({ days, today, account: { platformAccountId } }) => {
      stage.calls.push({ account: platformAccountId, days: [...days], post: null })
      stage.beforeCall('days')
      const kept = days.filter((day) => day > addDays(today, -stage.keptDays))
      return account.flatMap(({ name, kind }) =>
        (kind === 'level' ? [today] : kept).flatMap((day) => {
          const value = stage.accountValue(day, name, platformAccountId)
          return value === null ? [] : [{ day, metric: name, value }]
        }),
      )
    },
    readPost: async ({ platformPostId, account: { platformAccountId } }) => {
      stage.calls.push({ account: platformAccountId, days: [], post: platformPostId })
      stage.beforeCall('post')
      const values = stage.postValues(platformPostId)
      return { values: Object.fromEntries(post.map(({ name }) => [name, values[name] ?? null])) }
    },
    ...change,
  }
  const platforms = testApp.ctx.platforms as Map<PlatformValue, Platform>
  platforms.set(value, { ...platforms.get(value)!, insights: ability })
  return stage
}

/** Takes the figures of a platform away, as of one whose documents give none. */
export function removeMetrics(testApp: TestApp, value: PlatformValue): void {
  const platforms = testApp.ctx.platforms as Map<PlatformValue, Platform>
  const { insights: _, ...rest } = platforms.get(value)!
  platforms.set(value, rest)
}

/** A connected account whose insights are watched from now on, as connecting does it. */
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

/** Moves the clock to each time at which insights become due, and works, until `ms` have passed. */
export async function runInsights(testApp: TestApp, ms: number): Promise<void> {
  const end = testApp.clock.now().getTime() + ms
  for (;;) {
    await testApp.work()
    const row = await testApp.ctx.db.read
      .selectFrom('account_watch')
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

/** The days of an account's history with what they hold, the oldest first. */
export async function readMetricHistory(ctx: Context, accountId: string) {
  const { rows } = await ctx.db.pool.query<{ day: string; figures: Record<string, number> }>(
    'select day::text as day, figures from insight_day where account_id = $1 order by day',
    [accountId],
  )
  return rows
}

/** The insights of an account as the API shows them. */
export async function readInsights(
  testApp: TestApp,
  accountId: string,
  query = '',
): Promise<AccountInsights> {
  const { status, body } = await testApp.call('GET', `/v1/accounts/${accountId}/insights${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
