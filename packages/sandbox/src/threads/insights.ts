import { DAY_MS } from '../core/clock.ts'
import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { noSuchObject } from '../graph/errors.ts'
import {
  dayValues,
  metricEntry,
  type Range,
  rangeLinks,
  requireMetrics,
  seriesOf,
  sumOf,
} from '../graph/insights.ts'
import { requireSelf, type Session, sessionWith } from '../graph/session.ts'
import { daysTouching, startOfDay } from '../insights/days.ts'
import { postMetric } from '../insights/metrics.ts'
import { postsOf } from '../publishing/posts.ts'
import { threadsParameter } from './errors.ts'
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
  const metrics = requireMetrics(call, Object.keys(postMetrics), 'THApiException')
  if ('media_type' in target && target.media_type === 'REPOST_FACADE') return { data: [] }
  const data = metrics.map((name) => {
    const result = { values: [{ value: lifetime(call.sandbox, target, name) }] }
    return metricEntry(target, name, 'lifetime', result, {
      title: name[0]!.toUpperCase() + name.slice(1),
      description: postMetrics[name],
      idName: name === 'replies' ? 'thread_replies' : name,
    })
  })
  return { data }
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

/** `/{user}/threads_insights`. Each metric has a different shape (threads.md §5.2). */
export function threadsAccountInsights(call: GraphCall) {
  const session = insightsSession(call)
  const account = requireSelf(call, session, call.pathParams.user!)
  const metrics = requireMetrics(call, Object.keys(accountMetrics), 'THApiException')
  const range = readRange(call)
  const data = metrics.flatMap((name) => {
    const result = metricResult(call, account, name, range)
    const texts = { title: name, description: accountMetrics[name] }
    return result ? [metricEntry(account, name, 'day', result, texts)] : []
  })
  return { data, paging: rangeLinks(call, range) }
}

function insightsSession(call: GraphCall): Session {
  return sessionWith(call, 'threads_basic', 'threads_manage_insights')
}

/** The requested range; the default is yesterday and today. */
function readRange(call: GraphCall): Range {
  const until = readTime(call.params.until, 'until') ?? call.sandbox.clock.ms()
  const since = readTime(call.params.since, 'since') ?? until - 2 * DAY_MS
  if (since < EARLIEST_MS || until < EARLIEST_MS) {
    throw threadsParameter('(#100) since and until must be 1712991600 or later')
  }
  if (since >= until) throw threadsParameter('(#100) since must be before until')
  return { since, until }
}

function metricResult(call: GraphCall, account: Readonly<Account>, name: string, range: Range) {
  const { sandbox } = call
  if (name === 'followers_count') return { total_value: { value: account.followers } }
  if (name === 'follower_demographics') return demographics(call, account)
  const days = dayValues(sandbox, account, name, daysTouching(range.since, range.until))
  // In spite of its name, the start of the day (threads.md §5.2).
  if (name === 'views') return { values: seriesOf(days, startOfDay) }
  if (days.length === 0) return null
  const value = sumOf(days)
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
    throw threadsParameter('(#100) follower_demographics does not support since and until')
  const values: Record<string, string[]> = {
    country: ['DE', 'US'],
    city: ['Berlin, Germany', 'Hamburg, Germany'],
    age: ['18-24', '25-34'],
    gender: ['F', 'M'],
  }
  const results = breakdown && Object.hasOwn(values, breakdown) ? values[breakdown] : undefined
  if (!results) throw threadsParameter('(#100) breakdown must be one of country, city, age, gender')
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
