import { DAY_MS, unix } from '../core/clock.ts'
import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { badParameter, noSuchObject } from '../graph/errors.ts'
import { graphTime } from '../graph/fields.ts'
import { authenticate, requirePermissions, requireSelf, type Session } from '../graph/session.ts'
import { daysTouching, startOfDay } from '../insights/days.ts'
import { accountMetric, postMetric } from '../insights/metrics.ts'
import { postsOf } from '../publishing/posts.ts'
import { readTime } from './posts.ts'

/** The earliest allowed `since` and `until` (threads.md §5.2). */
const EARLIEST_MS = 1_712_991_600_000
const DEMOGRAPHICS_FOLLOWERS_MIN = 100

const postMetrics: Record<string, string> = {
  views: 'The number of times your post was viewed. This metric is in development.',
  likes: 'The number of likes on your post.',
  replies: 'The number of replies on your post.',
  reposts: 'The number of times your post was reposted.',
  quotes: 'The number of times your post was quoted.',
  shares: 'The number of times your post was shared.',
}

/** `/{media}/insights`: lifetime totals. A repost has no data (threads.md §5.1). */
export function threadsPostInsights(call: GraphCall) {
  const session = insightsSession(call)
  const id = call.pathParams.id!
  const { comments, posts } = call.sandbox.state
  const target = posts.get(id) ?? comments.get(id)
  const owner = target && ('account_id' in target ? target.account_id : target.author_id)
  if (!target || owner !== session.account.id) throw noSuchObject(id, call.method)
  const metrics = readMetrics(call, Object.keys(postMetrics))
  if ('media_type' in target && target.media_type === 'REPOST_FACADE') return { data: [] }
  return {
    data: metrics.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: lifetime(call.sandbox, target, name) }],
      title: name[0]!.toUpperCase() + name.slice(1),
      description: postMetrics[name],
      id: `${id}/insights/${name === 'replies' ? 'thread_replies' : name}/lifetime`,
    })),
  }
}

/** `replies` counts direct replies of a reply, and all replies of a root post (threads.md §5.1). */
function lifetime(
  sandbox: Sandbox,
  target: Readonly<Post> | Readonly<Comment>,
  name: string,
): number {
  if ('account_id' in target) return postMetric(sandbox, target, name)
  if (name === 'replies') return sandbox.state.comments.count('parent', target.id)
  return name === 'likes' ? target.likes : 0
}

const accountMetrics: Record<string, string> = {
  views: 'The number of times your profile was viewed.',
  likes: 'The number of likes on your posts.',
  replies: 'The number of replies on your posts.',
  reposts: 'The number of times your posts were reposted.',
  quotes: 'The number of times your posts were quoted.',
  clicks: 'The number of times the links of your posts were clicked.',
  followers_count: 'This is your total number of followers on Threads.',
  follower_demographics: 'The demographic characteristics of your followers.',
}

type Range = { since: number; until: number }

/** `/{user}/threads_insights`. Each metric has a different shape (threads.md §5.2). */
export function threadsAccountInsights(call: GraphCall) {
  const session = insightsSession(call)
  requireSelf(call, session, call.pathParams.user!)
  const metrics = readMetrics(call, Object.keys(accountMetrics))
  const range = readRange(call)
  const data = metrics.flatMap((name) => {
    const result = metricResult(call, session.account, name, range)
    if (!result) return []
    const facts = { title: name, description: accountMetrics[name] }
    return [
      {
        name,
        period: 'day',
        ...facts,
        ...result,
        id: `${session.account.id}/insights/${name}/day`,
      },
    ]
  })
  return { data, paging: pagingLinks(call, range) }
}

function insightsSession(call: GraphCall): Session {
  const session = authenticate(call)
  requirePermissions(session, 'threads_basic', 'threads_manage_insights')
  return session
}

function readMetrics(call: GraphCall, allowed: string[]): string[] {
  const metrics = (call.params.metric ?? '').split(',').filter(Boolean)
  const wrong = metrics.findIndex((name) => !allowed.includes(name))
  if (metrics.length === 0 || wrong >= 0) {
    const text = `(#100) metric[${Math.max(wrong, 0)}] must be one of the following values: ${allowed.join(', ')}`
    throw badParameter(text, 'THApiException')
  }
  return metrics
}

/** The requested range; the default is yesterday and today. */
function readRange(call: GraphCall): Range {
  const until = readTime(call.params.until, 'until') ?? call.sandbox.clock.ms()
  const since = readTime(call.params.since, 'since') ?? until - 2 * DAY_MS
  if (since < EARLIEST_MS || until < EARLIEST_MS) {
    throw badParameter('(#100) since and until must be 1712991600 or later', 'THApiException')
  }
  if (since >= until) throw badParameter('(#100) since must be before until', 'THApiException')
  return { since, until }
}

function metricResult(call: GraphCall, account: Readonly<Account>, name: string, range: Range) {
  const { sandbox } = call
  if (name === 'followers_count') return { total_value: { value: account.followers } }
  if (name === 'follower_demographics') return demographics(call, account)
  const days = daysTouching(range.since, range.until)
  const daysWithData = days.flatMap((day) => {
    const value = accountMetric(sandbox, account, name, day)
    return value === null ? [] : [{ day, value }]
  })
  if (name === 'views') {
    // In spite of its name, the start of the day (threads.md §5.2).
    const values = daysWithData.map(({ day, value }) => ({
      value,
      end_time: graphTime(startOfDay(day)),
    }))
    return { values }
  }
  if (daysWithData.length === 0) return null
  const value = daysWithData.reduce((sum, day) => sum + day.value, 0)
  if (name !== 'clicks') return { total_value: { value } }
  const links = linksOf(sandbox, account.id)
  if (links.length === 0) return {}
  const share = Math.floor(value / links.length)
  return {
    link_total_values: links.map((link_url, index) => ({
      value: index === 0 ? value - share * (links.length - 1) : share,
      link_url,
    })),
  }
}

/** Links in the account's newest posts. Without links, clicks has no values (threads.md §5.2). */
function linksOf(sandbox: Sandbox, accountId: string): string[] {
  const links = postsOf(sandbox, accountId)
    .slice(0, 50)
    .flatMap((post) => [
      post.facts.link_attachment ?? '',
      ...(post.text.match(/https?:\/\/\S+/g) ?? []),
    ])
    .filter(Boolean)
  return [...new Set(links)].slice(0, 5)
}

/** Demographics take one breakdown and no range, and need 100 followers (threads.md §5.2). */
function demographics(call: GraphCall, account: Readonly<Account>) {
  const { breakdown, since, until } = call.params
  if (since || until)
    throw badParameter(
      '(#100) follower_demographics does not support since and until',
      'THApiException',
    )
  const values: Record<string, string[]> = {
    country: ['DE', 'US'],
    city: ['Berlin, Germany', 'Hamburg, Germany'],
    age: ['18-24', '25-34'],
    gender: ['F', 'M'],
  }
  const results = breakdown && Object.hasOwn(values, breakdown) ? values[breakdown] : undefined
  if (!results)
    throw badParameter(
      '(#100) breakdown must be one of country, city, age, gender',
      'THApiException',
    )
  if (account.followers < DEMOGRAPHICS_FOLLOWERS_MIN) return null
  const half = Math.floor(account.followers / 2)
  return {
    total_value: {
      breakdowns: [
        {
          dimension_keys: [breakdown],
          results: results.map((value) => ({ dimension_values: [value], value: half })),
        },
      ],
    },
  }
}

function pagingLinks(call: GraphCall, { since, until }: Range) {
  const span = until - since
  const link = (from: number, to: number) =>
    linkTo(call, { since: String(unix(from)), until: String(unix(to)) })
  return { previous: link(since - span, since), next: link(until, until + span) }
}
