import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile, buildWebhook } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { connectAccount, playOn } from '../../test/publishing.ts'
import { deleteDataOf } from '../accounts/removed.ts'
import type { Account } from '../resources/account.ts'
import type { Post } from '../resources/post.ts'

let house: House
let account: Account
let count = 0

beforeAll(async () => {
  house = await openHouse({ poolMax: 4 })
  await buildWebhook(house)
  account = await connectAccount(house, 'threads', { account: 'anna.bakes' })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sandbox.control('DELETE', '/faults')
})

/** A text that no other post has. */
const text = () => {
  count += 1
  return `Post number ${count}`
}

async function post(input: Record<string, unknown> = {}): Promise<Post> {
  const { status, body } = await house.call('POST', '/v1/posts', {
    text: text(),
    targets: [{ account_id: account.id }],
    mode: 'now',
    ...input,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

const read = async (id: string): Promise<Post> => (await house.call('GET', `/v1/posts/${id}`)).body
const inMinutes = (minutes: number) =>
  new Date(house.clock.now().getTime() + minutes * 60_000).toISOString()

async function eventsOf(
  postId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await house.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event
     where type like 'post.%' and convert_from(body, 'utf8')::jsonb->'data'->>'post_id' = $1
     order by id`,
    [postId],
  )
  return rows.map((row) => row.body)
}

/** The posts of that text that people see on the platform. */
async function onPlatform(wanted: string): Promise<unknown[]> {
  const { data } = await house.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  return data.filter((each: { text: string }) => each.text === wanted)
}

async function fault(kind: string, match: string, times = 1): Promise<void> {
  await house.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
}

describe('publishing', () => {
  test('a post for now is published once and post.published tells where', async () => {
    const made = await post()
    expect(made).toMatchObject({ status: 'scheduled', targets: [{ status: 'scheduled' }] })
    await playOn(house)
    const done = await read(made.id)
    expect(done).toMatchObject({
      status: 'published',
      targets: [{ status: 'published', attempts: 1, error: null }],
    })
    const [target] = done.targets
    expect(target?.permalink).toMatch(/^http/)
    expect(target?.platform_post_id).toMatch(/^\d+$/)
    const events = await eventsOf(made.id)
    expect(events.map((event) => event.type)).toEqual(['post.scheduled', 'post.published'])
    expect(events[1]?.data).toEqual({
      post_id: made.id,
      target_id: target?.id,
      account_id: account.id,
      platform: 'threads',
      permalink: target?.permalink,
      published_at: target?.published_at,
    })
  })

  test('a scheduled post is not published before its time', async () => {
    const made = await post({ mode: undefined, scheduled_at: inMinutes(30) })
    expect(made).toMatchObject({ mode: 'schedule', status: 'scheduled' })
    house.clock.advance(29 * 60_000)
    await house.work()
    expect((await read(made.id)).status).toBe('scheduled')
    house.clock.advance(60_000)
    await playOn(house)
    expect((await read(made.id)).status).toBe('published')
  })

  test('a draft waits for nothing', async () => {
    const { body } = await house.call('POST', '/v1/posts', { text: 'idea' })
    expect(body).toMatchObject({ status: 'draft', mode: 'draft', targets: [] })
    await playOn(house)
    expect((await read(body.id)).status).toBe('draft')
  })

  test('a target says what differs from its post', async () => {
    const other = await connectAccount(
      house,
      'threads',
      { account: 'bergmann.bakery' },
      account.profile_id,
    )
    const shorter = text()
    const made = await post({
      targets: [{ account_id: account.id }, { account_id: other.id, text: shorter }],
    })
    await playOn(house)
    const done = await read(made.id)
    expect(done.status).toBe('published')
    expect(done.targets.map((target) => target.text)).toEqual([null, shorter])
    await house.call('DELETE', `/v1/accounts/${other.id}`)
  })
})

describe('failures', () => {
  test('a platform failure before the commit is tried again after 1, 5 and 15 minutes', async () => {
    const made = await post()
    await fault('http_500', '*', 1000)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await house.work()
      const [target] = (await read(made.id)).targets
      expect(target).toMatchObject({ status: 'scheduled', attempts: attempt })
      const due = Date.parse(target!.next_attempt_at!)
      waits.push((due - house.clock.now().getTime()) / 60_000)
      house.clock.set(new Date(due))
    }
    expect(waits).toEqual([1, 5, 15])
    await house.work()
    expect(await read(made.id)).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', attempts: 4, error: { code: 'platform_error' } }],
    })
    const events = await eventsOf(made.id)
    expect(events.at(-1)).toMatchObject({
      type: 'post.failed',
      data: { account_id: account.id, platform: 'threads', error_code: 'platform_error' },
    })
    await house.sandbox.control('DELETE', '/faults')
    await house.call('POST', `/v1/posts/${made.id}/retry`)
    await playOn(house)
    expect((await read(made.id)).status).toBe('published')
  })

  test.each(['after_accepting_500', 'after_accepting_timeout'])(
    'a commit whose answer never came (%s) is looked up and published exactly once',
    async (kind) => {
      const made = await post()
      await fault(kind, 'publish')
      await playOn(house, 9 * 60_000)
      const done = await read(made.id)
      expect(done.targets[0]).toMatchObject({ status: 'published', attempts: 1 })
      expect(await onPlatform(made.text)).toHaveLength(1)
    },
  )

  test('a rate limit pauses the account and does not count as an attempt', async () => {
    const made = await post()
    await fault('rate_limited', '*', 1)
    await house.work()
    const [target] = (await read(made.id)).targets
    expect(target).toMatchObject({ status: 'scheduled', attempts: 0 })
    await playOn(house)
    expect((await read(made.id)).status).toBe('published')
  })
})

describe('one profile', () => {
  test('accounts of two profiles are mixed_profiles', async () => {
    const other = await buildAccount(house)
    const answer = await house.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }, { account_id: other.id }],
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'mixed_profiles'])
  })

  test('with a profile key or header the other account does not exist', async () => {
    const other = await buildAccount(house)
    const key = await buildKey(house, { profile_id: account.profile_id })
    const body = { text: 'x', targets: [{ account_id: account.id }, { account_id: other.id }] }
    for (const options of [{ key }, { profile: account.profile_id }]) {
      const answer = await house.call('POST', '/v1/posts', body, options)
      expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
        404,
        'account_not_found',
        'targets.1.account_id',
      ])
    }
  })

  test('new data of an owner key without header goes into the default profile', async () => {
    const [first] = (await house.call('GET', '/v1/profiles')).body.data
    const { body } = await house.call('POST', '/v1/posts', { text: 'no targets' })
    expect(body.profile_id).toBe(first.id)
    const headed = await house.call(
      'POST',
      '/v1/posts',
      { text: 'x' },
      { profile: account.profile_id },
    )
    expect(headed.body.profile_id).toBe(account.profile_id)
  })

  test('media of another profile is media_profile_mismatch, unknown media media_not_found', async () => {
    const profile = await buildProfile(house)
    await house.ctx.db.read
      .insertInto('media')
      .values({
        id: 'med_01m7xxqpbefq8r06fezmvn4nee',
        owner_id: house.ownerId,
        profile_id: profile.id,
        type: 'image',
        mime_type: 'image/jpeg',
        size: 1,
        width: 1,
        height: 1,
        duration_ms: null,
        alt_text: null,
        status: 'ready',
        error: null,
        storage_key: 'x',
        thumbnail_key: null,
        secret: Buffer.alloc(32),
        checksum_sha256: 'x',
        created_at: house.clock.now(),
      })
      .execute()
    const send = (id: string) =>
      house.call('POST', '/v1/posts', {
        text: 'x',
        media: [{ id }],
        targets: [{ account_id: account.id }],
      })
    const foreign = await send('med_01m7xxqpbefq8r06fezmvn4nee')
    expect([foreign.status, foreign.body.error.code]).toEqual([400, 'media_profile_mismatch'])
    const unknown = await send('med_01m7xxqpbefq8r06fezmvn4nef')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'media_not_found'])
  })

  test('what is not yours is post_not_found', async () => {
    const made = await post({ mode: 'draft' })
    const key = await buildKey(house, { profile_id: (await buildProfile(house)).id })
    for (const [method, path] of [
      ['GET', `/v1/posts/${made.id}`],
      ['PATCH', `/v1/posts/${made.id}`],
      ['DELETE', `/v1/posts/${made.id}`],
      ['POST', `/v1/posts/${made.id}/retry`],
    ] as const) {
      const answer = await house.call(method, path, method === 'PATCH' ? {} : undefined, { key })
      expect([answer.status, answer.body.error.code]).toEqual([404, 'post_not_found'])
    }
  })
})

describe('moving and disconnecting an account', () => {
  test('moving an account with scheduled posts is refused, with count and next time', async () => {
    const at = inMinutes(60)
    const made = await post({ mode: 'schedule', scheduled_at: at })
    const target = await buildProfile(house)
    const path = `/v1/accounts/${account.id}/move`
    const refused = await house.call('POST', path, { profile_id: target.id })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'account_has_scheduled_posts'])
    expect(refused.body.error.details[0]).toMatchObject({
      count: 1,
      next_scheduled_at: at,
      post_ids: [made.id],
    })
    const disconnected = await house.call('DELETE', `/v1/accounts/${account.id}`)
    expect(disconnected.body.error.code).toBe('account_has_scheduled_posts')
    await house.call('DELETE', `/v1/posts/${made.id}`)
    expect((await read(made.id)).status).toBe('canceled')
  })

  test('posts already created stay in the old profile when the account moves', async () => {
    const own = await connectAccount(house, 'tiktok', { account: 'anna.bakes' })
    const draft = await house.call('POST', '/v1/posts', {
      text: 'stays',
      targets: [{ account_id: own.id }],
    })
    const target = await buildProfile(house)
    await house.call('POST', `/v1/accounts/${own.id}/move`, { profile_id: target.id })
    expect((await read(draft.body.id)).profile_id).toBe(own.profile_id)
  })

  /** An account of its own for one test, in a profile of its own. */
  async function connectOwn(profileId?: string): Promise<Account> {
    count += 1
    const [name, username] = [`Person ${count}`, `person.${count}`]
    const accounts = [{ platform: 'threads', username }]
    await house.sandbox.control('POST', '/people', { name, accounts })
    return await connectAccount(house, 'threads', { person: name, account: username }, profileId)
  }

  test('a draft stays in its profile too when it is changed after the account moved', async () => {
    const own = await connectOwn()
    const made = await post({ mode: 'draft', targets: [{ account_id: own.id }] })
    const target = await buildProfile(house)
    await house.call('POST', `/v1/accounts/${own.id}/move`, { profile_id: target.id })
    const path = `/v1/posts/${made.id}`
    const changed = await house.call('PATCH', path, { text: text(), mode: 'now' })
    expect([changed.status, changed.body.error.code]).toEqual([422, 'account_not_connected'])
    const named = await house.call('PATCH', path, { targets: [{ account_id: own.id }] })
    expect([named.status, named.body.error.code]).toEqual([400, 'mixed_profiles'])
    expect(await read(made.id)).toEqual(made)
    const other = await connectOwn(made.profile_id)
    const mended = await house.call('PATCH', path, { targets: [{ account_id: other.id }] })
    expect([mended.status, mended.body.profile_id]).toEqual([200, made.profile_id])
  })

  test('a draft without accounts goes to the profile of the first ones that it gets', async () => {
    const own = await connectOwn()
    const made = await post({ mode: 'draft', targets: undefined })
    expect(made.profile_id).not.toBe(own.profile_id)
    const targets = [{ account_id: own.id }]
    const changed = await house.call('PATCH', `/v1/posts/${made.id}`, { targets })
    expect([changed.status, changed.body.profile_id]).toEqual([200, own.profile_id])
  })

  test('a forced disconnect cancels what waits, with its event', async () => {
    const own = await connectAccount(house, 'threads', { person: 'chiara' })
    const made = await post({
      mode: 'schedule',
      scheduled_at: inMinutes(60),
      targets: [{ account_id: own.id }],
    })
    const answer = await house.call('DELETE', `/v1/accounts/${own.id}?force=true`)
    expect(answer.body.status).toBe('disconnected')
    expect(await read(made.id)).toMatchObject({ status: 'canceled' })
    expect((await eventsOf(made.id)).at(-1)?.type).toBe('post.canceled')
  })
})

test('a post that waits for an account whose data were erased fails, and waits for nothing', async () => {
  const own = await connectAccount(house, 'threads', { person: 'ben', account: 'ben.rides' })
  const waiting = await post({
    mode: 'schedule',
    scheduled_at: inMinutes(60),
    targets: [{ account_id: own.id }],
  })
  await deleteDataOf(house.ctx, 'threads', own.platform_account_id, null)
  await playOn(house)
  expect(await read(waiting.id)).toMatchObject({
    status: 'failed',
    targets: [{ status: 'failed', error: { code: 'account_disconnected' } }],
  })
  const events = await eventsOf(waiting.id)
  expect(events.map((event) => event.type)).toEqual(['post.scheduled', 'post.failed'])
})

describe('changing and canceling', () => {
  test('of changes at the same time none undoes what another changed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await post({ mode: 'draft' })
      const changes = [{ text: text() }, { tags: ['kept'] }, { external_id: 'cms-1' }]
      const answers = await Promise.all(
        changes.map((change) => house.call('PATCH', `/v1/posts/${made.id}`, change)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await read(made.id)).toMatchObject(Object.assign({}, ...changes))
    }
  })

  test('a scheduled post can be changed and keeps its target ids', async () => {
    const made = await post({ mode: 'schedule', scheduled_at: inMinutes(60) })
    const later = inMinutes(120)
    const changed = await house.call('PATCH', `/v1/posts/${made.id}`, {
      text: `Changed ${made.text}`,
      scheduled_at: later,
    })
    expect(changed.body).toMatchObject({
      text: `Changed ${made.text}`,
      scheduled_at: later,
      targets: [{ id: made.targets[0]?.id, scheduled_at: later }],
    })
    expect((await house.call('DELETE', `/v1/posts/${made.id}`)).body.status).toBe('canceled')
    expect((await house.call('DELETE', `/v1/posts/${made.id}`)).status).toBe(200)
  })

  test('a canceled draft without targets stays canceled', async () => {
    const { body: draft } = await house.call('POST', '/v1/posts', { text: text() })
    await house.call('DELETE', `/v1/posts/${draft.id}`)
    const answer = await house.call('PATCH', `/v1/posts/${draft.id}`, { text: 'back again' })
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'post_not_editable'])
    expect((await read(draft.id)).status).toBe('canceled')
  })

  test('changes, cancels, a disconnect and a deletion at once end without a failure', async () => {
    const other = await buildAccount(house)
    const input = { targets: [{ account_id: other.id }], scheduled_at: inMinutes(60) }
    const create = () => house.call('POST', '/v1/posts', { ...input, text: text() })
    const posts = await Promise.all([create(), create(), create()])
    const statuses = await Promise.all([
      ...posts.map(({ body }) => house.call('PATCH', `/v1/posts/${body.id}`, { text: text() })),
      create(),
      house.call('DELETE', `/v1/accounts/${other.id}?force=true`),
      house.call('DELETE', `/v1/posts/${posts[0]!.body.id}`),
      house.call('DELETE', `/v1/profiles/${other.profile_id}`),
    ])
    expect(statuses.filter(({ status }) => status >= 500)).toEqual([])
    expect((await house.call('GET', `/v1/profiles/${other.profile_id}`)).status).toBe(404)
  })

  test('a published post is post_not_editable', async () => {
    const made = await post()
    await playOn(house)
    for (const [method, path] of [
      ['PATCH', `/v1/posts/${made.id}`],
      ['DELETE', `/v1/posts/${made.id}`],
      ['POST', `/v1/posts/${made.id}/retry`],
    ] as const) {
      const answer = await house.call(method, path, method === 'PATCH' ? {} : undefined)
      expect([answer.status, answer.body.error.code]).toEqual([409, 'post_not_editable'])
    }
  })
})

describe('bad input', () => {
  const past = '2020-01-01T00:00:00Z'
  test.each([
    [{ mode: 'now', targets: [] }, 'targets'],
    [{ mode: 'schedule' }, 'scheduled_at'],
    [{ scheduled_at: past, mode: 'schedule' }, 'scheduled_at'],
    [{ scheduled_at: '2026-12-01 09:00', mode: 'schedule' }, 'scheduled_at'],
    [{ scheduled_at: '2099-01-01T00:00:00Z', mode: 'schedule' }, 'scheduled_at'],
    [{ text: 7 }, 'text'],
    [{ media: [{}] }, 'media.0.id'],
    [{ emoji: true }, 'emoji'],
    [{ tags: ['a\nb'] }, 'tags.0'],
  ])('%j is refused and names the field', async (input, param) => {
    const answer = await house.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }],
      ...input,
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.error.param).toBe(param)
  })

  test('unknown options and an account named twice are refused', async () => {
    const options = await house.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id, options: { colour: 'red' } }],
    })
    expect(options.body.error.param).toBe('targets.0.options.colour')
    const twice = await house.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }, { account_id: account.id }],
    })
    expect(twice.body.error.param).toBe('targets.1.account_id')
  })

  test('a text over the limit is content_invalid with limit and actual, and nothing is made', async () => {
    const before = (await house.call('GET', '/v1/posts?limit=100')).body.data.length
    const answer = await house.call('POST', '/v1/posts', {
      text: 'x'.repeat(501),
      targets: [{ account_id: account.id }],
      mode: 'now',
    })
    expect([answer.status, answer.body.error.code]).toEqual([422, 'content_invalid'])
    expect(answer.body.error.details[0]).toMatchObject({ limit: 500, actual: 501 })
    expect(answer.body.error.param).toBe('targets.0.text')
    expect((await house.call('GET', '/v1/posts?limit=100')).body.data).toHaveLength(before)
  })

  test('the same content to the same account within 24 hours needs allow_duplicate', async () => {
    const made = await post()
    const again = { text: made.text, targets: [{ account_id: account.id }], mode: 'now' }
    const refused = await house.call('POST', '/v1/posts', again)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'duplicate_content'])
    const allowed = await house.call('POST', '/v1/posts', { ...again, allow_duplicate: true })
    expect(allowed.status).toBe(201)
    await house.call('DELETE', `/v1/posts/${allowed.body.id}`)
    await playOn(house)
  })

  test('a disconnected account is account_not_connected', async () => {
    const own = await buildAccount(house, { profile_id: account.profile_id })
    await house.call('DELETE', `/v1/accounts/${own.id}`)
    const answer = await house.call('POST', '/v1/posts', {
      text: text(),
      targets: [{ account_id: own.id }],
      mode: 'now',
    })
    expect([answer.status, answer.body.error.code]).toEqual([422, 'account_not_connected'])
  })
})

describe('listing', () => {
  test('the one scheduled last comes first, those without a time at the end, page by page', async () => {
    const all: Post[] = (await house.call('GET', '/v1/posts?limit=100')).body.data
    const times = all.map((each) => each.scheduled_at)
    const sorted = [...times].sort((a, b) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return b.localeCompare(a)
    })
    expect(times).toEqual(sorted)
    const seen: Post[] = []
    let cursor = ''
    do {
      const { body } = await house.call('GET', `/v1/posts?limit=3${cursor}`)
      seen.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(seen.map((each) => each.id)).toEqual(all.map((each) => each.id))
  })

  test('order=asc is the same list the other way round, page by page', async () => {
    const all: Post[] = (await house.call('GET', '/v1/posts?limit=100')).body.data
    const seen: Post[] = []
    let cursor = ''
    do {
      const { body } = await house.call('GET', `/v1/posts?order=asc&limit=3${cursor}`)
      seen.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(seen.map((each) => each.id)).toEqual(all.map((each) => each.id).reverse())
  })

  test('filters by status, tag, external_id, account and day', async () => {
    const made = await post({
      mode: 'schedule',
      scheduled_at: '2027-03-01T23:59:59.999Z',
      external_id: 'cms-77',
      tags: ['launch'],
    })
    const found = async (query: string) =>
      (await house.call('GET', `/v1/posts?${query}`)).body.data.map((each: Post) => each.id)
    expect(await found('external_id=cms-77')).toEqual([made.id])
    expect(await found('tag=launch&status=scheduled,draft')).toEqual([made.id])
    expect(await found('from=2027-03-01&to=2027-03-01')).toEqual([made.id])
    expect(await found('from=2027-03-02&to=2027-03-09')).toEqual([])
    expect(await found(`account_id=${account.id}&from=2027-01-01`)).toEqual([made.id])
    expect(await found(`account_id=acc_0,${account.id}&from=2027-01-01`)).toEqual([made.id])
    expect(await found('account_id=acc_0,acc_1')).toEqual([])
    const wrong = await house.call('GET', '/v1/posts?from=2027-13-01')
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', param: 'from' })
    await house.call('DELETE', `/v1/posts/${made.id}`)
  })
})

test('validating stores nothing and says per target what is wrong', async () => {
  const before = (await house.call('GET', '/v1/posts?limit=100')).body.data.length
  const { status, body } = await house.call('POST', '/v1/posts/validate', {
    text: 'x'.repeat(501),
    targets: [{ account_id: account.id }],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    object: 'post_validation',
    valid: false,
    targets: [{ account_id: account.id, valid: false, errors: [{ path: 'text', limit: 500 }] }],
  })
  expect((await house.call('GET', '/v1/posts?limit=100')).body.data).toHaveLength(before)
})
