import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildWebhook } from '../../../test/build.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  newText,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type Scope, unauthenticatedScope } from '../../access/scope.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'
import { listPostsAfter } from './queries.ts'

const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})

const post = (input: Record<string, unknown> = {}) =>
  buildPost(testApp, { targets: [{ account_id: account.id }], ...input })
const read = (id: string) => readPost(testApp, id)
const inMinutes = (minutes: number) =>
  new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()

describe('changing and canceling', () => {
  test('concurrent updates of different fields are all kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const created = await post({ mode: 'draft' })
      const changes = [{ text: newText(testApp) }, { tags: ['kept'] }, { external_id: 'cms-1' }]
      const responses = await Promise.all(
        changes.map((change) => testApp.call('PATCH', `/v1/posts/${created.id}`, change)),
      )
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await read(created.id)).toMatchObject(Object.assign({}, ...changes))
    }
  })

  test('updating a scheduled post keeps its target ids', async () => {
    const created = await post({ mode: 'schedule', scheduled_at: inMinutes(60) })
    const later = inMinutes(120)
    const changed = await testApp.call('PATCH', `/v1/posts/${created.id}`, {
      text: `Changed ${created.text}`,
      scheduled_at: later,
    })
    expect(changed.body).toMatchObject({
      text: `Changed ${created.text}`,
      scheduled_at: later,
      targets: [{ id: created.targets[0]?.id, scheduled_at: later }],
    })
    expect((await testApp.call('DELETE', `/v1/posts/${created.id}`)).body.status).toBe('canceled')
    expect((await testApp.call('DELETE', `/v1/posts/${created.id}`)).status).toBe(200)
  })

  test('a draft whose planned time has passed can be changed, but not scheduled for that time', async () => {
    const own = { account_id: account.id }
    const draft = await post({ mode: 'draft', scheduled_at: inMinutes(1), targets: [own] })
    testApp.clock.advance(120_000)
    const patch = (change: object) => testApp.call('PATCH', `/v1/posts/${draft.id}`, change)
    for (const change of [
      { text: newText(testApp) },
      { tags: ['late'] },
      { metadata: { late: true } },
      { text: newText(testApp), scheduled_at: draft.scheduled_at, mode: 'draft' },
    ]) {
      const { status, body } = await patch(change)
      expect([status, body.scheduled_at]).toEqual([200, draft.scheduled_at])
    }
    for (const change of [
      { mode: 'schedule' },
      { mode: 'schedule', scheduled_at: draft.scheduled_at },
      { mode: 'draft', scheduled_at: inMinutes(-5) },
    ]) {
      const { status, body } = await patch(change)
      expect([status, body.error.details[0].code]).toEqual([400, 'in_past'])
    }
    await testApp.call('DELETE', `/v1/posts/${draft.id}`)
  })

  test('a scheduled post that waits for a paused account can be changed after its time', async () => {
    const text = newText(testApp)
    const targets = [{ account_id: account.id, scheduled_at: inMinutes(2) }]
    const waiting = await post({ mode: 'schedule', scheduled_at: inMinutes(1), text, targets })
    await testApp.ctx.db.pool.query('update account set paused_until = $2 where id = $1', [
      account.id,
      inMinutes(30),
    ])
    testApp.clock.advance(180_000)
    await testApp.work()
    const changed = await testApp.call('PATCH', `/v1/posts/${waiting.id}`, { text: `${text}!` })
    expect([changed.status, changed.body.text]).toEqual([200, `${text}!`])
    expect(changed.body.targets[0].scheduled_at).toBe(targets[0]?.scheduled_at)
    testApp.clock.advance(1_800_000)
    await advanceUntilIdle(testApp)
    expect((await read(waiting.id)).status).toBe('published')
  })

  test('updating a canceled draft returns 409 post_not_editable', async () => {
    const { body: draft } = await testApp.call('POST', '/v1/posts', { text: newText(testApp) })
    await testApp.call('DELETE', `/v1/posts/${draft.id}`)
    const response = await testApp.call('PATCH', `/v1/posts/${draft.id}`, { text: 'back again' })
    expect([response.status, response.body.error?.code]).toEqual([409, 'post_not_editable'])
    expect((await read(draft.id)).status).toBe('canceled')
  })

  test('concurrent updates, cancels, a disconnect and a profile deletion return no 5xx', async () => {
    const other = await buildAccount(testApp)
    const input = { targets: [{ account_id: other.id }], scheduled_at: inMinutes(60) }
    const create = () => testApp.call('POST', '/v1/posts', { ...input, text: newText(testApp) })
    const posts = await Promise.all([create(), create(), create()])
    const statuses = await Promise.all([
      ...posts.map(({ body }) =>
        testApp.call('PATCH', `/v1/posts/${body.id}`, { text: newText(testApp) }),
      ),
      create(),
      testApp.call('DELETE', `/v1/accounts/${other.id}?force=true`),
      testApp.call('DELETE', `/v1/posts/${posts[0]!.body.id}`),
      testApp.call('DELETE', `/v1/profiles/${other.profile_id}`),
    ])
    expect(statuses.filter(({ status }) => status >= 500)).toEqual([])
    expect((await testApp.call('GET', `/v1/profiles/${other.profile_id}`)).status).toBe(404)
  })

  test('changing, canceling or retrying a published post → post_not_editable', async () => {
    const created = await post()
    await advanceUntilIdle(testApp)
    for (const [method, path] of [
      ['PATCH', `/v1/posts/${created.id}`],
      ['DELETE', `/v1/posts/${created.id}`],
      ['POST', `/v1/posts/${created.id}/retry`],
    ] as const) {
      const response = await testApp.call(method, path, method === 'PATCH' ? {} : undefined)
      expect([response.status, response.body.error.code]).toEqual([409, 'post_not_editable'])
    }
  })
})

describe('invalid input', () => {
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
  ])('%j → validation_failed for %s', async (input, param) => {
    const response = await testApp.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }],
      ...input,
    })
    expect([response.status, response.body.error.code]).toEqual([400, 'validation_failed'])
    expect(response.body.error.param).toBe(param)
  })

  test('an unknown option or a repeated account → error with its path', async () => {
    const options = await testApp.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id, options: { colour: 'red' } }],
    })
    expect(options.body.error.param).toBe('targets.0.options.colour')
    const twice = await testApp.call('POST', '/v1/posts', {
      text: 'x',
      targets: [{ account_id: account.id }, { account_id: account.id }],
    })
    expect(twice.body.error.param).toBe('targets.1.account_id')
  })

  test('a text over the limit → content_invalid with limit and actual, and no post', async () => {
    const before = (await testApp.call('GET', '/v1/posts?limit=100')).body.data.length
    const response = await testApp.call('POST', '/v1/posts', {
      text: 'x'.repeat(501),
      targets: [{ account_id: account.id }],
      mode: 'now',
    })
    expect([response.status, response.body.error.code]).toEqual([422, 'content_invalid'])
    expect(response.body.error.details[0]).toMatchObject({ limit: 500, actual: 501 })
    expect(response.body.error.param).toBe('targets.0.text')
    expect((await testApp.call('GET', '/v1/posts?limit=100')).body.data).toHaveLength(before)
  })

  test('the same content to the same account within 24 hours → duplicate_content unless allowed', async () => {
    const created = await post()
    const again = { text: created.text, targets: [{ account_id: account.id }], mode: 'now' }
    const refused = await testApp.call('POST', '/v1/posts', again)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'duplicate_content'])
    expect([created.status, refused.body.error.message]).toEqual([
      'scheduled',
      expect.stringContaining('was published or scheduled'),
    ])
    const allowed = await testApp.call('POST', '/v1/posts', { ...again, allow_duplicate: true })
    expect(allowed.status).toBe(201)
    await testApp.call('DELETE', `/v1/posts/${allowed.body.id}`)
    await advanceUntilIdle(testApp)
  })

  test('a disconnected account → account_not_connected', async () => {
    const newAccount = await buildAccount(testApp, { profile_id: account.profile_id })
    await testApp.call('DELETE', `/v1/accounts/${newAccount.id}`)
    const response = await testApp.call('POST', '/v1/posts', {
      text: newText(testApp),
      targets: [{ account_id: newAccount.id }],
      mode: 'now',
    })
    expect([response.status, response.body.error.code]).toEqual([422, 'account_not_connected'])
  })
})

describe('listing', () => {
  test('the latest scheduled_at comes first, posts without one last, page by page', async () => {
    const all: Post[] = (await testApp.call('GET', '/v1/posts?limit=100')).body.data
    const times = all.map((post) => post.scheduled_at)
    const sorted = [...times].sort((a, b) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return b.localeCompare(a)
    })
    expect(times).toEqual(sorted)
    const paged: Post[] = []
    let cursor = ''
    do {
      const { body } = await testApp.call('GET', `/v1/posts?limit=3${cursor}`)
      paged.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(paged.map((post) => post.id)).toEqual(all.map((post) => post.id))
  })

  test('order=asc returns the reversed list, page by page', async () => {
    const all: Post[] = (await testApp.call('GET', '/v1/posts?limit=100')).body.data
    const paged: Post[] = []
    let cursor = ''
    do {
      const { body } = await testApp.call('GET', `/v1/posts?order=asc&limit=3${cursor}`)
      paged.push(...body.data)
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    } while (cursor)
    expect(paged.map((post) => post.id)).toEqual(all.map((post) => post.id).reverse())
  })

  test('a page ends before its posts have more than 1 MiB, and the pages have all posts', async () => {
    // 256 kB each.
    const text = 'ä'.repeat(64_000)
    const created: string[] = []
    for (const time of [null, null, null, inMinutes(600), inMinutes(601), inMinutes(602)]) {
      const { id } = await post({
        mode: 'draft',
        text,
        targets: [{ account_id: account.id, text }],
        tags: ['long'],
        ...(time ? { scheduled_at: time } : {}),
      })
      created.push(id)
    }
    for (const query of ['', '&order=asc', '&search=äää']) {
      const pages: string[][] = []
      let cursor = ''
      do {
        const { body } = await testApp.call('GET', `/v1/posts?tag=long&limit=100${query}${cursor}`)
        pages.push(body.data.map(({ id }: Post) => id))
        cursor = body.has_more ? `&cursor=${body.next_cursor}` : ''
      } while (cursor)
      expect(pages.map((page) => page.length)).toEqual([4, 2])
      expect(pages.flat().sort()).toEqual([...created].sort())
    }
    const { ownerId } = testApp
    const scope: Scope = { ...unauthenticatedScope, ownerId, kind: 'owner', profileIds: null }
    const rows = await listPostsAfter(testApp.ctx.db.query, scope, {
      filter: { tag: 'long' },
      order: 'desc',
      after: null,
      rows: 101,
    })
    // One more shows that the list goes on; PostgreSQL does not send the sixth.
    expect(rows).toHaveLength(5)
  })

  test('filters by status, tag, external_id, account and day', async () => {
    const created = await post({
      mode: 'schedule',
      scheduled_at: '2027-03-01T23:59:59.999Z',
      external_id: 'cms-77',
      tags: ['launch'],
    })
    const listIds = async (query: string) =>
      (await testApp.call('GET', `/v1/posts?${query}`)).body.data.map((post: Post) => post.id)
    expect(await listIds('external_id=cms-77')).toEqual([created.id])
    expect(await listIds('tag=launch&status=scheduled,draft')).toEqual([created.id])
    expect(await listIds('from=2027-03-01&to=2027-03-01')).toEqual([created.id])
    expect(await listIds('from=2027-03-02&to=2027-03-09')).toEqual([])
    expect(await listIds(`account_id=${account.id}&from=2027-01-01`)).toEqual([created.id])
    expect(await listIds(`account_id=acc_0,${account.id}&from=2027-01-01`)).toEqual([created.id])
    expect(await listIds('account_id=acc_0,acc_1')).toEqual([])
    const wrong = await testApp.call('GET', '/v1/posts?from=2027-13-01')
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', param: 'from' })
    await testApp.call('DELETE', `/v1/posts/${created.id}`)
  })
})

test('validate stores nothing and returns the errors of each target', async () => {
  const before = (await testApp.call('GET', '/v1/posts?limit=100')).body.data.length
  const { status, body } = await testApp.call('POST', '/v1/posts/validate', {
    text: 'x'.repeat(501),
    targets: [{ account_id: account.id }],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    object: 'post_validation',
    valid: false,
    targets: [{ account_id: account.id, valid: false, errors: [{ path: 'text', limit: 500 }] }],
  })
  expect((await testApp.call('GET', '/v1/posts?limit=100')).body.data).toHaveLength(before)
})
