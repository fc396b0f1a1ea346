import { describe, expect, onTestFinished, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { openTestApp, useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import { weekdays } from '../../core/slots.ts'
import type { Slot } from '../../schemas/posting-plan.ts'

const testApp = useTestApp({ poolMax: 6 })

const daily = (...times: string[]) =>
  weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })))

async function buildPlan(plan: Record<string, unknown> = {}) {
  const profile = await buildProfile(testApp)
  const body = { slots: daily('12:00'), ...plan }
  await testApp.call('PATCH', `/v1/profiles/${profile.id}/posting-plan`, body)
  return { profile, account: await buildAccount(testApp, { profile_id: profile.id }) }
}

async function queue(...accountIds: string[]) {
  const { status, body } = await testApp.call('POST', '/v1/posts', {
    text: `Post ${testApp.nextNumber()}`,
    mode: 'queue',
    targets: accountIds.map((account_id) => ({ account_id })),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

async function slotsOf(accountId: string, query = 'limit=4'): Promise<Slot[]> {
  return (await testApp.call('GET', `/v1/accounts/${accountId}/slots?${query}`)).body.data
}

const noon = (days: number) => {
  const day = new Date(testApp.clock.now().getTime())
  day.setUTCHours(12, 0, 0, 0)
  if (day <= testApp.clock.now()) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString()
}

describe('plans', () => {
  test('a profile has an empty plan in UTC first; a time zone that does not exist → 400', async () => {
    const profile = await buildProfile(testApp)
    const path = `/v1/profiles/${profile.id}`
    expect((await testApp.call('GET', `${path}/posting-plan`)).body).toMatchObject({
      slots: [],
      time_zone: 'UTC',
      updated_at: null,
    })
    const changed = await testApp.call('PATCH', path, { time_zone: 'Europe/Berlin' })
    expect(changed.body.time_zone).toBe('Europe/Berlin')
    const refused = await testApp.call('PATCH', path, { time_zone: 'Europe/Atlantis' })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'time_zone'])
  })

  test('an account uses the plan of its profile until it has its own', async () => {
    const { profile, account } = await buildPlan({ jitter_minutes: 5 })
    const path = `/v1/accounts/${account.id}/posting-plan`
    expect((await testApp.call('GET', path)).body).toMatchObject({
      id: profile.id,
      account_id: null,
    })
    const own = await testApp.call('PATCH', path, { paused: true })
    expect(own.body).toMatchObject({ id: account.id, paused: true, jitter_minutes: 5 })
    expect(own.body.slots).toHaveLength(7)
    const ofProfile = await testApp.call('GET', `/v1/profiles/${profile.id}/posting-plan`)
    expect(ofProfile.body.paused).toBe(false)
    expect((await testApp.call('DELETE', path)).body.id).toBe(profile.id)
    expect((await testApp.call('DELETE', path)).body.id).toBe(profile.id)
  })

  test('equal slots count once, sorted from Monday on', async () => {
    const { profile } = await buildPlan()
    const slots = [
      { weekday: 'sunday', time: '08:00' },
      { weekday: 'monday', time: '09:00' },
      { weekday: 'monday', time: '09:00' },
    ]
    const path = `/v1/profiles/${profile.id}/posting-plan`
    expect((await testApp.call('PATCH', path, { slots })).body.slots).toEqual([slots[1], slots[0]])
    for (const time of ['9:00', '24:00', '09:60']) {
      const refused = await testApp.call('PATCH', path, { slots: [{ weekday: 'monday', time }] })
      expect(refused.body.error.param).toBe('slots.0.time')
    }
  })

  test('a moved account takes its own plan along, and a deleted profile loses all plans', async () => {
    const { profile, account } = await buildPlan()
    const path = `/v1/accounts/${account.id}/posting-plan`
    await testApp.call('PATCH', path, { jitter_minutes: 7 })
    const other = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${account.id}/move`, { profile_id: other.id })
    expect((await testApp.call('GET', path)).body).toMatchObject({
      profile_id: other.id,
      jitter_minutes: 7,
    })
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    await testApp.call('DELETE', `/v1/profiles/${other.id}`)
    await testApp.work()
    const rows = await testApp.ctx.db.query
      .selectFrom('posting_plan')
      .select('subject_id')
      .where('profile_id', 'in', [profile.id, other.id])
      .execute()
    expect(rows).toEqual([])
  })
})

describe('a post that is scheduled for a time', () => {
  async function schedule(accountId: string, at: string) {
    const { body } = await testApp.call('POST', '/v1/posts', {
      text: `Post ${testApp.nextNumber()}`,
      scheduled_at: at,
      targets: [{ account_id: accountId }],
    })
    return body
  }
  const plus = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

  test('of a free slot fills it, and the queue goes past it', async () => {
    const { account } = await buildPlan({ jitter_minutes: 5 })
    const post = await schedule(account.id, noon(1))
    expect(post.targets).toMatchObject([{ slot_at: noon(1), scheduled_at: noon(1) }])
    await queue(account.id)
    expect((await queue(account.id)).targets[0].slot_at).toBe(noon(2))
    expect((await slotsOf(account.id))[1]).toMatchObject({ status: 'queued', post_id: post.id })
  })

  test('of a slot that has a post keeps its time and fills none', async () => {
    const { account } = await buildPlan()
    await queue(account.id)
    const post = await schedule(account.id, noon(0))
    expect(post.targets).toMatchObject([{ slot_at: null, scheduled_at: noon(0) }])
  })

  test('beside a slot, or of one that is skipped or paused, fills none', async () => {
    const { profile, account } = await buildPlan({ skipped_slots: [noon(3)] })
    const times = [plus(noon(1), 60_000), plus(noon(1), 1), plus(noon(1), -60_000), noon(3)]
    for (const at of times) {
      expect((await schedule(account.id, at)).targets).toMatchObject([{ slot_at: null }])
    }
    const path = `/v1/profiles/${profile.id}/posting-plan`
    await testApp.call('PATCH', path, { paused: true })
    expect((await schedule(account.id, noon(1))).targets).toMatchObject([{ slot_at: null }])
  })

  test('moved to another slot fills that, and leaves its own', async () => {
    const { account } = await buildPlan()
    const { id } = await schedule(account.id, noon(0))
    const moved = await testApp.call('PATCH', `/v1/posts/${id}`, { scheduled_at: noon(1) })
    expect(moved.body.targets).toMatchObject([{ slot_at: noon(1) }])
    const changed = await testApp.call('PATCH', `/v1/posts/${id}`, { text: 'Changed' })
    expect(changed.body.targets).toMatchObject([{ slot_at: noon(1), scheduled_at: noon(1) }])
    expect((await queue(account.id)).targets[0].slot_at).toBe(noon(0))
  })

  test('twice at once: one fills the slot, both are scheduled', async () => {
    const { account } = await buildPlan()
    const posts = await Promise.all(Array.from({ length: 6 }, () => schedule(account.id, noon(0))))
    const slots = posts.map((post) => post.targets[0].slot_at)
    expect(slots.filter((slot) => slot === noon(0))).toHaveLength(1)
  })
})

describe('queueing', () => {
  test('mode queue and next_slot take the next free slots one after another', async () => {
    const { account } = await buildPlan()
    const first = await queue(account.id)
    expect(first).toMatchObject({
      status: 'scheduled',
      mode: 'schedule',
      scheduled_at: noon(0),
      hint: null,
      targets: [{ slot_at: noon(0), scheduled_at: noon(0) }],
    })
    const { body: second } = await testApp.call('POST', '/v1/posts', {
      text: 'The next one',
      scheduled_at: 'next_slot',
      targets: [{ account_id: account.id }],
    })
    expect(second.scheduled_at).toBe(noon(1))
    expect(await slotsOf(account.id, 'limit=3')).toMatchObject([
      { status: 'queued', post_id: first.id, slot_at: noon(0) },
      { status: 'queued', post_id: second.id, slot_at: noon(1) },
      { status: 'free', post_id: null, slot_at: noon(2) },
    ])
  })

  test('concurrent requests take different slots, without gaps', async () => {
    const { account } = await buildPlan()
    const posts = await Promise.all(Array.from({ length: 12 }, () => queue(account.id)))
    expect(posts.map((post) => post.targets[0].slot_at).sort()).toEqual(
      Array.from({ length: 12 }, (_, day) => noon(day)),
    )
  })

  test('each account takes the next slot of its own plan, and the post has the earliest time', async () => {
    const { profile, account } = await buildPlan()
    const other = await buildAccount(testApp, { profile_id: profile.id })
    await testApp.call('PATCH', `/v1/accounts/${other.id}/posting-plan`, { slots: daily('12:30') })
    await queue(account.id)
    const post = await queue(account.id, other.id)
    const later = new Date(Date.parse(noon(0)) + 30 * 60_000).toISOString()
    expect(post.targets.map(({ slot_at }: { slot_at: string }) => slot_at)).toEqual([
      noon(1),
      later,
    ])
    expect(post.scheduled_at).toBe(later)
  })

  test('the jitter moves the time, not the slot', async () => {
    const { account } = await buildPlan({ jitter_minutes: 60 })
    const offsets = new Set<number>()
    for (let count = 0; count < 6; count += 1) {
      const { targets } = await queue(account.id)
      offsets.add((Date.parse(targets[0].scheduled_at) - Date.parse(targets[0].slot_at)) / 60_000)
    }
    expect(offsets.size).toBeGreaterThan(1)
    for (const offset of offsets) {
      expect(offset >= 0 && offset <= 60 && Number.isInteger(offset)).toBe(true)
    }
  })

  test.each([
    [{ slots: [] }, 'has no posting plan'],
    [{ paused: true }, 'is paused'],
  ])('a plan with %j → 409 no_free_slot with the reason', async (plan, reason) => {
    const { account } = await buildPlan(plan)
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text: 'Nowhere to go',
      mode: 'queue',
      targets: [{ account_id: account.id }],
    })
    expect([status, body.error.code]).toEqual([409, 'no_free_slot'])
    expect(body.error.details[0]).toMatchObject({ account_id: account.id })
    expect(body.error.details[0].message).toContain(reason)
  })

  test.each([
    { mode: 'queue', scheduled_at: '2099-01-01T09:00:00Z' },
    { mode: 'draft', scheduled_at: 'next_slot' },
    { mode: 'now', scheduled_at: 'next_slot' },
    { scheduled_at: 'next slot' },
  ])('%j → 400', async (input) => {
    const { account } = await buildPlan()
    const targets = [{ account_id: account.id }]
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text: 'A',
      targets,
      ...input,
    })
    expect([status, body.error.param]).toEqual([400, 'scheduled_at'])
  })

  test('a skipped slot is not offered; a post that is already in it stays', async () => {
    const { profile, account } = await buildPlan()
    const first = await queue(account.id)
    const path = `/v1/profiles/${profile.id}/posting-plan`
    await testApp.call('PATCH', path, { skipped_slots: [noon(1), noon(0)] })
    expect((await queue(account.id)).scheduled_at).toBe(noon(2))
    expect(await slotsOf(account.id, 'limit=2')).toMatchObject([
      { status: 'queued', post_id: first.id },
      { status: 'skipped', slot_at: noon(1) },
    ])
  })

  test('a key that drafts cannot queue', async () => {
    const { account } = await buildPlan()
    const key = await buildKey(testApp, { scopes: ['posts:draft', 'posts:read'] })
    const body = { text: 'A', mode: 'queue', targets: [{ account_id: account.id }] }
    expect((await testApp.call('POST', '/v1/posts', body, { key })).status).toBe(403)
  })
})

describe('leaving a slot', () => {
  const isFree = async (accountId: string) => (await slotsOf(accountId, 'limit=1'))[0]!.status

  test.each([
    ['canceled', 'DELETE', undefined],
    ['rescheduled', 'PATCH', { scheduled_at: '2026-12-24T10:11:00Z' }],
    ['made a draft', 'PATCH', { mode: 'draft' }],
  ] as const)('a post that is %s leaves its slot', async (_, method, body) => {
    const { account } = await buildPlan()
    const post = await queue(account.id)
    const changed = await testApp.call(method, `/v1/posts/${post.id}`, body)
    expect(changed.status).toBe(200)
    expect(await isFree(account.id)).toBe('free')
    expect((await queue(account.id)).scheduled_at).toBe(noon(0))
  })

  test('a disconnected account leaves its slots', async () => {
    const { account } = await buildPlan()
    await queue(account.id)
    await testApp.call('DELETE', `/v1/accounts/${account.id}?force=true`)
    expect(await isFree(account.id)).toBe('free')
  })

  test('a post keeps its slot when its text changes, and queueing it again moves it forward', async () => {
    const { account } = await buildPlan()
    const first = await queue(account.id)
    const post = await queue(account.id)
    const path = `/v1/posts/${post.id}`
    expect((await testApp.call('PATCH', path, { text: 'New text' })).body.targets[0].slot_at).toBe(
      noon(1),
    )
    await testApp.call('DELETE', `/v1/posts/${first.id}`)
    const { body } = await testApp.call('PATCH', path, { mode: 'queue' })
    expect(body.targets[0]).toMatchObject({ id: post.targets[0].id, slot_at: noon(0) })
    const again = await testApp.call('PATCH', path, { scheduled_at: 'next_slot' })
    expect(again.body.scheduled_at).toBe(noon(0))
  })

  test('a draft can be queued; a changed plan does not move queued posts', async () => {
    const { profile, account } = await buildPlan()
    const { body: draft } = await testApp.call('POST', '/v1/posts', {
      text: 'Draft first',
      targets: [{ account_id: account.id }],
    })
    const queued = await testApp.call('PATCH', `/v1/posts/${draft.id}`, { mode: 'queue' })
    expect(queued.body).toMatchObject({ status: 'scheduled', scheduled_at: noon(0) })
    await testApp.call('PATCH', `/v1/profiles/${profile.id}/posting-plan`, {
      slots: daily('13:00'),
      paused: true,
    })
    expect(await slotsOf(account.id)).toMatchObject([{ status: 'queued', slot_at: noon(0) }])
  })
})

describe('the order of the queue', () => {
  const reorder = (accountId: string, post_ids: string[], options = {}) =>
    testApp.call('POST', `/v1/accounts/${accountId}/queue/reorder`, { post_ids }, options)

  test('posts exchange their slots and send post.scheduled; others stay', async () => {
    const { account } = await buildPlan()
    const posts = [await queue(account.id), await queue(account.id), await queue(account.id)]
    const [first, second, third] = posts.map(({ id }) => id)
    const { status, body } = await reorder(account.id, [third, first])
    expect(status).toBe(200)
    expect(body.slots).toMatchObject([
      { post_id: third, slot_at: noon(0) },
      { post_id: first, slot_at: noon(2) },
    ])
    const listed = await slotsOf(account.id, 'limit=3')
    expect(listed.map(({ post_id }) => post_id)).toEqual([third, second, first])
    const moved = (await testApp.call('GET', `/v1/posts/${third}`)).body
    expect(moved).toMatchObject({
      scheduled_at: noon(0),
      targets: [{ scheduled_at: noon(0), next_attempt_at: noon(0) }],
    })
  })

  test('a post that is not queued or foreign changes nothing', async () => {
    const { account } = await buildPlan()
    const first = await queue(account.id)
    const second = await queue(account.id)
    const canceled = await queue(account.id)
    await testApp.call('DELETE', `/v1/posts/${canceled.id}`)
    const other = await buildPlan()
    const foreign = await queue(other.account.id)
    const refused = await reorder(account.id, [second.id, first.id, canceled.id])
    expect([refused.status, refused.body.error.code]).toEqual([409, 'post_not_queued'])
    const elsewhere = await reorder(account.id, [second.id, foreign.id])
    expect(elsewhere.body.error).toMatchObject({ code: 'post_not_queued', param: 'post_ids.1' })
    const key = await buildKey(testApp, { profile_id: other.profile.id })
    expect((await reorder(account.id, [first.id], { key })).status).toBe(404)
    expect((await reorder(other.account.id, [first.id], { key })).body.error.code).toBe(
      'post_not_found',
    )
    const listed = await slotsOf(account.id, 'limit=2')
    expect(listed.map(({ post_id }) => post_id)).toEqual([first.id, second.id])
  })

  test('a shuffle gives each post the slot of another', async () => {
    const { account } = await buildPlan()
    const before: string[] = []
    for (let count = 0; count < 3; count += 1) before.push((await queue(account.id)).id)
    await testApp.call('POST', `/v1/accounts/${account.id}/queue/shuffle`)
    const after = (await slotsOf(account.id, 'limit=3')).map(({ post_id }) => post_id)
    expect(after.toSorted()).toEqual(before.toSorted())
    expect(after.filter((id, index) => id === before[index])).toEqual([])
  })

  test('concurrent shuffles, reorders and queueing leave each post in one slot', async () => {
    const { account } = await buildPlan()
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push((await queue(account.id)).id)
    const path = `/v1/accounts/${account.id}/queue/shuffle`
    const responses = await Promise.all([
      testApp.call('POST', path),
      reorder(account.id, ids.toReversed()),
      testApp.call('POST', path),
      testApp.call('DELETE', `/v1/posts/${ids[0]}`),
      queue(account.id),
      queue(account.id),
    ])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    const listed = (await slotsOf(account.id, 'limit=20')).filter(
      ({ status }) => status === 'queued',
    )
    expect(listed).toHaveLength(7)
    expect(new Set(listed.map(({ post_id }) => post_id)).size).toBe(7)
    expect(new Set(listed.map(({ slot_at }) => slot_at)).size).toBe(7)
  })
})

test('a slot that another transaction takes first → the request takes the next one', async () => {
  const { account } = await buildPlan()
  await queue(account.id)
  const moved = await queue(account.id)
  const { pool } = testApp.ctx.db
  const other = await pool.connect()
  await other.query('begin')
  const take = 'update post_target set slot_at = $2 where post_id = $1'
  await other.query(take, [moved.id, noon(2)])
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  const isWaiting = (requests: number) =>
    expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(requests)
  const queued = queue(account.id)
  await isWaiting(1)
  const shuffled = testApp.call('POST', `/v1/accounts/${account.id}/queue/shuffle`)
  await isWaiting(2)
  await other.query('commit')
  other.release()
  expect((await queued).targets[0].slot_at).toBe(noon(1))
  expect((await shuffled).status).toBe(200)
  const listed = await slotsOf(account.id, 'limit=3')
  expect(listed.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
})

test('an account can be shuffled ten times a minute; a foreign key learns nothing of that', async () => {
  const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
  onTestFinished(() => limited.close())
  const [account, other] = [await buildAccount(limited), await buildAccount(limited)]
  const profile = await buildProfile(limited)
  const key = await buildKey(limited, { profile_id: profile.id })
  const shuffle = async (id: string, options = {}) =>
    (await limited.call('POST', `/v1/accounts/${id}/queue/shuffle`, undefined, options)).status
  for (let count = 0; count < limits.postingPlan.shufflesPerMinute; count += 1) {
    expect(await shuffle(account.id)).toBe(200)
  }
  expect(await shuffle(account.id)).toBe(429)
  expect(await shuffle(account.id, { key })).toBe(404)
  expect(await shuffle(other.id)).toBe(200)
})

test('the pages of slots have no gaps and no duplicates', async () => {
  const { account } = await buildPlan({ slots: daily('09:00', '12:00') })
  await queue(account.id)
  const all = await slotsOf(account.id, 'limit=7')
  const paged: Slot[] = []
  let cursor = ''
  while (paged.length < 7) {
    const path = `/v1/accounts/${account.id}/slots?limit=2${cursor}`
    const { body } = await testApp.call('GET', path)
    paged.push(...body.data)
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(paged.slice(0, 7)).toEqual(all)
})
