import { describe, expect, onTestFinished, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'

const testApp = useTestApp({ poolMax: 6 })
const dayMs = 86_400_000

async function buildPost(fields: Record<string, unknown> = {}) {
  const profile = await buildProfile(testApp)
  const account = await buildAccount(testApp, { profile_id: profile.id })
  const { status, body } = await testApp.call('POST', '/v1/posts', {
    text: 'The soup of the week',
    tags: ['soup'],
    targets: [{ account_id: account.id }],
    scheduled_at: inDays(1),
    ...fields,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { profile, account, post: body, key: await buildKey(testApp, { profile_id: profile.id }) }
}

/** At the same time of the day as now, to the second. */
function inDays(days: number): string {
  const now = Math.floor(testApp.clock.now().getTime() / 1_000) * 1_000
  return new Date(now + days * dayMs).toISOString()
}

const repeat = (id: string, body: object, options = {}) =>
  testApp.call('POST', `/v1/posts/${id}/repeat`, body, options)

async function repeatsOf(id: string) {
  const { body } = await testApp.call(
    'GET',
    `/v1/posts?repeat_of_post_id=${id}&order=asc&limit=100`,
  )
  return body.data
}

describe('repeating a post', () => {
  test('schedules copies at the times of the rule, each a post of its own', async () => {
    const { post } = await buildPost()
    const { status, body } = await repeat(post.id, { every: 'week', interval: 2, count: 3 })
    const times = [15, 29, 43].map(inDays)
    expect([status, body.repeat_of_post_id]).toEqual([201, post.id])
    expect(body.posts.map((each: { scheduled_at: string }) => each.scheduled_at)).toEqual(times)
    const repeats = await repeatsOf(post.id)
    expect(repeats).toMatchObject(
      times.map((scheduled_at) => ({
        status: 'scheduled',
        text: post.text,
        tags: ['soup'],
        scheduled_at,
        repeat_of_post_id: post.id,
        targets: [{ account_id: post.targets[0].account_id, status: 'scheduled' }],
      })),
    )
    await testApp.call('PATCH', `/v1/posts/${repeats[0].id}`, { text: 'Only this one' })
    expect((await repeatsOf(post.id)).map((each: { text: string }) => each.text)).toEqual([
      'Only this one',
      post.text,
      post.text,
    ])
  })

  test('other texts are used in turn; an account with its own text keeps that', async () => {
    const { post, account } = await buildPost()
    const targets = [{ account_id: account.id, text: 'Own' }]
    const own = await testApp.call('POST', '/v1/posts', {
      text: 'Shared',
      targets,
      scheduled_at: inDays(1),
    })
    const texts = ['First', 'Second']
    await repeat(post.id, { every: 'day', count: 3, texts })
    await repeat(own.body.id, { every: 'day', count: 1, texts })
    const shown = (await repeatsOf(post.id)).map((each: { text: string }) => each.text)
    expect(shown).toEqual(['First', 'Second', 'First'])
    expect(await repeatsOf(own.body.id)).toMatchObject([
      { text: 'First', targets: [{ text: 'Own' }] },
    ])
  })

  test('the same request twice creates nothing new, and a repeat of a repeat joins the series', async () => {
    const { post } = await buildPost()
    const rule = { every: 'day', count: 2 }
    const { body } = await repeat(post.id, rule)
    expect((await repeat(post.id, rule)).body.posts).toEqual([])
    const further = await repeat(body.posts[1].id, rule)
    expect(further.body).toMatchObject({
      repeat_of_post_id: post.id,
      posts: [{ scheduled_at: inDays(4) }, { scheduled_at: inDays(5) }],
    })
    expect(await repeatsOf(post.id)).toHaveLength(4)
  })

  test('twice at once: each time has one repeat', async () => {
    const { post } = await buildPost()
    await Promise.all([1, 2, 3].map(() => repeat(post.id, { every: 'day', count: 4 })))
    expect(await repeatsOf(post.id)).toHaveLength(4)
  })

  test('keeps the local time of the profile in summer and winter, and ends with the day of until', async () => {
    const { profile, account } = await buildPost()
    await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { time_zone: 'Europe/Berlin' })
    const { body: post } = await testApp.call('POST', '/v1/posts', {
      text: 'Every month',
      targets: [{ account_id: account.id }],
      scheduled_at: '2026-12-31T08:00:00Z',
    })
    await repeat(post.id, { every: 'month', until: '2027-04-30' })
    const times = (await repeatsOf(post.id)).map((each: { scheduled_at: string }) =>
      each.scheduled_at.slice(0, 16),
    )
    expect(times).toEqual([
      '2027-01-31T08:00',
      '2027-02-28T08:00',
      '2027-03-31T07:00',
      '2027-04-30T07:00',
    ])
  })

  test('of a post that was published last week begins with the next time to come', async () => {
    const { post } = await buildPost()
    const before = testApp.clock.now()
    onTestFinished(() => testApp.clock.set(before))
    const times = [8, 15].map(inDays)
    testApp.clock.advance(5 * dayMs)
    await repeat(post.id, { every: 'day', count: 14, interval: 7 })
    const repeats = await repeatsOf(post.id)
    expect(repeats).toHaveLength(14)
    expect(repeats.slice(0, 2)).toMatchObject(times.map((scheduled_at) => ({ scheduled_at })))
    testApp.clock.advance(5 * dayMs)
    const { body } = await repeat(post.id, { every: 'day', count: 2 })
    expect(body.posts[0].scheduled_at).toBe(inDays(1))
  })

  test('a target with a time of its own stays as far from the post', async () => {
    const { account } = await buildPost()
    const targets = [{ account_id: account.id, scheduled_at: inDays(2) }]
    const { body: post } = await testApp.call('POST', '/v1/posts', {
      text: 'Later there',
      targets,
      scheduled_at: inDays(1),
    })
    const { body } = await repeat(post.id, { every: 'week', count: 1 })
    const { body: copy } = await testApp.call('GET', `/v1/posts/${body.posts[0].id}`)
    expect(copy.targets[0].scheduled_at).toBe(inDays(9))
  })

  test('a post that needed approval gets repeats that wait for it', async () => {
    const { post } = await buildPost({ approval: { if_late: 'hold' } })
    await repeat(post.id, { every: 'day', count: 1 })
    expect(await repeatsOf(post.id)).toMatchObject([{ status: 'awaiting_approval' }])
  })

  test.each([
    ['neither count nor until', { every: 'day' }, 'count'],
    ['count and until', { every: 'day', count: 1, until: '2027-01-01' }, 'count'],
    ['weekdays of months', { every: 'month', count: 1, weekdays: ['monday'] }, 'weekdays'],
    ['too many', { every: 'day', count: limits.repeat.countMax + 1 }, 'count'],
    ['farther ahead than a post can be', { every: 'month', interval: 12, count: 2 }, 'count'],
    ['a last day that has passed', { every: 'day', until: '2026-01-01' }, 'until'],
  ])('%s → 400, and nothing is created', async (_, rule, param) => {
    const { post } = await buildPost()
    const { status, body } = await repeat(post.id, rule)
    expect([status, body.error.param]).toEqual([400, param])
    expect(await repeatsOf(post.id)).toEqual([])
  })

  test('all or none: one text that is too long → nothing is created', async () => {
    const { post } = await buildPost()
    const texts = ['Short', 'long '.repeat(200)]
    const { status, body } = await repeat(post.id, { every: 'day', count: 2, texts })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    expect(await repeatsOf(post.id)).toEqual([])
  })

  test('a draft or a canceled post → 409; a foreign one → 404; without posts:write → 403', async () => {
    const { post, profile } = await buildPost()
    const rule = { every: 'day', count: 1 }
    const other = await buildPost()
    expect((await repeat(post.id, rule, { key: other.key })).status).toBe(404)
    const drafting = await buildKey(testApp, { profile_id: profile.id, scopes: ['posts:draft'] })
    expect((await repeat(post.id, rule, { key: drafting })).status).toBe(403)
    await testApp.call('DELETE', `/v1/posts/${post.id}`)
    const draft = await testApp.call('POST', '/v1/posts', { text: 'Idea', mode: 'draft' })
    for (const id of [post.id, draft.body.id]) {
      const { status, body } = await repeat(id, rule)
      expect([status, body.error.code]).toEqual([409, 'post_not_repeatable'])
    }
  })
})

describe('canceling repeats', () => {
  const cancel = (id: string) => testApp.call('POST', `/v1/posts/${id}/repeat/cancel`)
  const statuses = async (id: string) =>
    (await repeatsOf(id)).map((each: { status: string }) => each.status)

  test('of a repeat cancels those after it; of the first post all', async () => {
    const { post } = await buildPost()
    const { body } = await repeat(post.id, { every: 'day', count: 3 })
    const after = await cancel(body.posts[1].id)
    expect(after.body.posts).toEqual([body.posts[2]])
    expect(await statuses(post.id)).toEqual(['scheduled', 'scheduled', 'canceled'])
    await cancel(post.id)
    expect(await statuses(post.id)).toEqual(['canceled', 'canceled', 'canceled'])
    expect((await testApp.call('GET', `/v1/posts/${post.id}`)).body.status).toBe('scheduled')
    expect((await cancel(post.id)).body.posts).toEqual([])
    expect((await repeat(post.id, { every: 'day', count: 3 })).body.posts).toHaveLength(3)
  })

  test('leaves a repeat whose publishing has started', async () => {
    const { post } = await buildPost()
    const { body } = await repeat(post.id, { every: 'day', count: 2 })
    await testApp.ctx.db.pool.query(
      `update post set status = 'publishing' where id = '${body.posts[0].id}'`,
    )
    expect((await cancel(post.id)).body.posts).toEqual([body.posts[1]])
  })
})
