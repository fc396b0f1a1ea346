import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { buildMedia, imageFile } from '../../../test/media-files.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectNewPerson,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { openTestApp, useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'
import { deleteOldApprovalLinks } from './link.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const testApp = useTestApp({ poolMax: 10 })
let account: Account

beforeAll(async () => {
  account = await connectNewPerson(testApp)
})

const inMinutes = (minutes: number) =>
  new Date(testApp.clock.now().getTime() + minutes * minuteMs).toISOString()

const buildAsking = (input: Record<string, unknown> = {}) =>
  buildPost(testApp, {
    mode: 'schedule',
    scheduled_at: inMinutes(10),
    targets: [{ account_id: account.id }],
    approval: {},
    ...input,
  })

async function createLink(...posts: Pick<Post, 'id'>[]) {
  const path = `/v1/profiles/${account.profile_id}/approval-links`
  const response = await testApp.call('POST', path, { post_ids: posts.map(({ id }) => id) })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body as { id: string; url: string }
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const update = (post: Pick<Post, 'id'>, body: object) =>
  testApp.call('PATCH', `/v1/posts/${post.id}`, body)
const open = async (link: { url: string }) => await openBrowser(testApp).visit('GET', pathOf(link))
const recordsOf = async (link: { id: string }) =>
  (await testApp.call('GET', `/v1/approval-links/${link.id}`)).body.records
const typesOf = async (post: Pick<Post, 'id'>) =>
  (await postEvents(testApp, post.id)).map(({ type }) => type)

type Choice = { decision: 'approved' | 'changes_requested'; comment?: string }

/** Opens the page and decides on a post; `page` is one that was opened before. */
async function decide(
  link: { url: string },
  post: Pick<Post, 'id'>,
  choice: Choice = { decision: 'approved' },
  page?: string,
) {
  const { decision, comment } = choice
  return await openBrowser(testApp).decideOn(link.url, post.id, decision, comment, page)
}

describe('nothing is published before the approval', () => {
  test('at its time, after a retry of the work, and long after it', async () => {
    const post = await buildAsking()
    expect(post.status).toBe('awaiting_approval')
    expect(post.targets[0]).toMatchObject({ status: 'scheduled', next_attempt_at: null })
    testApp.clock.advance(11 * minuteMs)
    await testApp.work()
    testApp.clock.advance(3 * dayMs)
    await testApp.work()
    expect(await readPost(testApp, post.id)).toMatchObject({
      status: 'awaiting_approval',
      approval: { status: 'awaiting', if_late: 'hold', comment: null },
      targets: [{ attempts: 0 }],
    })
  })

  test('with mode now, by a retry, or by a change of the time', async () => {
    const post = await buildAsking({ mode: 'now', scheduled_at: undefined })
    expect((await testApp.call('POST', `/v1/posts/${post.id}/retry`)).status).toBe(409)
    const scheduled = await buildAsking()
    expect((await update(scheduled, { mode: 'now' })).body.status).toBe('awaiting_approval')
    const later = await buildAsking()
    expect((await update(later, { scheduled_at: inMinutes(1) })).status).toBe(200)
    await advanceUntilIdle(testApp)
    for (const { id } of [post, scheduled, later]) {
      expect((await readPost(testApp, id)).targets[0]!.attempts).toBe(0)
    }
  })

  test('it is published at its time after it, and immediately once the time has passed', async () => {
    const [early, late] = [await buildAsking(), await buildAsking()]
    const link = await createLink(early, late)
    expect(await decide(link, early)).toMatchObject({
      status: 303,
      location: `${pathOf(link)}?done=${early.id}#${early.id}`,
    })
    await testApp.work()
    expect((await readPost(testApp, early.id)).status).toBe('scheduled')
    testApp.clock.advance(11 * minuteMs)
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, early.id)).status).toBe('published')
    expect((await open(link)).text).toContain('Approve and publish now')
    await decide(link, late)
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, late.id)).status).toBe('published')
  })

  test('if_late publish: at its time without an answer, but not after a request for changes', async () => {
    const approval = { if_late: 'publish' }
    const [silent, refused] = [await buildAsking({ approval }), await buildAsking({ approval })]
    const link = await createLink(silent, refused)
    expect((await open(link)).text).toContain('even without your answer')
    await decide(link, refused, { decision: 'changes_requested', comment: 'No.' })
    testApp.clock.advance(11 * minuteMs)
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, silent.id)).status).toBe('published')
    expect((await readPost(testApp, refused.id)).status).toBe('awaiting_approval')
  })

  test('a request for changes takes an approval back, also from a worker that has claimed it', async () => {
    const { claimTargets } = await import('../posts/publish/claim.ts')
    const { publishTarget } = await import('../posts/publish/run.ts')
    const post = await buildAsking()
    const link = await createLink(post)
    await decide(link, post)
    testApp.clock.advance(11 * minuteMs)
    const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    expect(claim!.postId).toBe(post.id)
    await decide(link, post, { decision: 'changes_requested', comment: 'Wait!' })
    await publishTarget(testApp.ctx, claim!)
    await advanceUntilIdle(testApp)
    expect(await readPost(testApp, post.id)).toMatchObject({
      status: 'awaiting_approval',
      targets: [{ attempts: 0, status: 'scheduled' }],
    })
  })

  test('a draft stays a draft, and keeps its approval when it is scheduled', async () => {
    const draft = await buildAsking({ mode: 'draft', scheduled_at: undefined })
    const link = await createLink(draft)
    await decide(link, draft)
    expect(await readPost(testApp, draft.id)).toMatchObject({
      status: 'draft',
      approval: { status: 'approved' },
    })
    const { body } = await update(draft, { scheduled_at: inMinutes(5) })
    expect([body.status, body.approval.status]).toEqual(['scheduled', 'approved'])
  })
})

describe('an edit after the approval', () => {
  test.each([
    ['the text', { text: 'Other words' }],
    ['the thread', { thread: [{ text: 'And more' }] }],
    ['a text of an account', (id: string) => ({ targets: [{ account_id: id, text: 'Its own' }] })],
    [
      'an option',
      (id: string) => ({ targets: [{ account_id: id, options: { topic_tag: 'Bread' } }] }),
    ],
  ])('%s asks again and holds the post', async (_name, change) => {
    const post = await buildAsking()
    const link = await createLink(post)
    await decide(link, post, { decision: 'approved', comment: 'Nice' })
    const { body } = await update(post, typeof change === 'function' ? change(account.id) : change)
    expect(body).toMatchObject({
      status: 'awaiting_approval',
      approval: { status: 'awaiting', comment: null },
    })
    testApp.clock.advance(11 * minuteMs)
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, post.id)).targets[0]!.attempts).toBe(0)
  })

  test.each([
    ['the time', () => ({ scheduled_at: inMinutes(20) })],
    ['tags and metadata', () => ({ tags: ['x'], metadata: { a: 1 } })],
    ['the same text', ({ text }: Post) => ({ text })],
  ])('%s does not', async (_name, change) => {
    const post = await buildAsking()
    await decide(await createLink(post), post)
    expect((await update(post, change(post))).body).toMatchObject({
      status: 'scheduled',
      approval: { status: 'approved' },
    })
  })

  test('the rest of a thread that is between two parts waits for the approval', async () => {
    const post = await buildPost(testApp, {
      targets: [{ account_id: account.id }],
      thread: [{ text: `Two of ${testApp.nextNumber()}` }],
    })
    await testApp.ctx.db.pool.query(
      `update post_target set status = 'publishing', part = 2, phase = null, due_at = $2 where post_id = $1`,
      [post.id, testApp.clock.now()],
    )
    await testApp.ctx.db.pool.query(
      `insert into post_part (target_id, number, account_id, platform_post_id, permalink, published_at)
       select id, 1, account_id, id, 'https://a.example', now() from post_target where post_id = $1`,
      [post.id],
    )
    const { body, status } = await update(post, {
      thread: [{ text: 'Two, corrected' }],
      approval: {},
    })
    expect([status, body.approval?.status]).toEqual([200, 'awaiting'])
    testApp.clock.advance(minuteMs)
    await testApp.work()
    const before = (await readPost(testApp, post.id)).targets[0]!
    expect([before.status, before.parts.length]).toEqual(['publishing', 1])
    await decide(await createLink(post), post)
    const { claimTargets } = await import('../posts/publish/claim.ts')
    const claims = await claimTargets(testApp.ctx.db, testApp.clock.now(), 9)
    expect(claims.map(({ postId }) => postId)).toContain(post.id)
    await testApp.call('DELETE', `/v1/posts/${post.id}`)
  })
})

describe('a decision', () => {
  test('has one event, a record, and the comment in the post', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    await decide(link, post, { decision: 'changes_requested', comment: ' Too\r\nlong\u0007 ' })
    const event = (await postEvents(testApp, post.id)).at(-1)
    expect(event).toMatchObject({
      type: 'post.changes_requested',
      data: { post_id: post.id, approval_link_id: link.id, comment: 'Too\nlong' },
    })
    expect((await readPost(testApp, post.id)).approval).toMatchObject({
      status: 'changes_requested',
      comment: 'Too\nlong',
    })
    expect(await recordsOf(link)).toMatchObject([
      { action: 'opened', post_id: null },
      { action: 'changes_requested', post_id: post.id, comment: 'Too\nlong' },
    ])
    expect((await open(link)).text).toContain('Too\nlong')
  })

  test('two approvals at once, and a repeated one, are one', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const page = (await open(link)).text
    const choice = { decision: 'approved' } as const
    const answers = await Promise.all([1, 2, 3].map(() => decide(link, post, choice, page)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await typesOf(post)).filter((type) => type === 'post.approved')).toHaveLength(1)
    expect((await recordsOf(link)).map(({ action }: { action: string }) => action)).toEqual([
      'opened',
      'approved',
    ])
  })

  test('on a version that the client did not see is refused with the new version and the comment', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const page = (await open(link)).text
    await update(post, { text: 'The second version' })
    const choice = { decision: 'changes_requested', comment: 'Shorter, please' } as const
    const answer = await decide(link, post, choice, page)
    expect(answer.status).toBe(409)
    for (const text of ['The post has changed', 'The second version', 'Shorter, please']) {
      expect(answer.text).toContain(text)
    }
    expect((await decide(link, post, { decision: 'approved' }, page)).status).toBe(409)
    expect((await readPost(testApp, post.id)).approval?.status).toBe('awaiting')
    expect((await decide(link, post, choice, answer.text)).status).toBe(303)
  })

  test('against one that someone else made meanwhile shows theirs first', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const page = (await open(link)).text
    await decide(link, post, { decision: 'changes_requested', comment: 'Mine' }, page)
    const answer = await decide(link, post, { decision: 'approved' }, page)
    expect([answer.status, answer.text.includes('Someone else was faster')]).toEqual([409, true])
    expect((await readPost(testApp, post.id)).approval?.status).toBe('changes_requested')
    expect((await decide(link, post)).status).toBe(303)
    expect((await readPost(testApp, post.id)).status).toBe('scheduled')
  })

  test('sees the time in the time zone of the profile, unless the link names one', async () => {
    const profile = `/v1/profiles/${account.profile_id}`
    await testApp.call('PATCH', profile, { time_zone: 'Asia/Tokyo' })
    const post = await buildAsking()
    expect((await open(await createLink(post))).text).toContain('(Asia/Tokyo)')
    const { body } = await testApp.call('POST', `/v1/posts/${post.id}/approval-links`, {
      time_zone: 'UTC',
    })
    expect((await open(body)).text).toContain('(UTC)')
    await testApp.call('PATCH', profile, { time_zone: 'UTC' })
  })

  test('after the time has passed needs a page that says what it does', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const page = (await open(link)).text
    testApp.clock.advance(11 * minuteMs)
    const answer = await decide(link, post, { decision: 'approved' }, page)
    expect([answer.status, answer.text.includes('The planned time has passed')]).toEqual([
      409,
      true,
    ])
    expect((await readPost(testApp, post.id)).approval?.status).toBe('awaiting')
    expect((await decide(link, post, { decision: 'approved' }, answer.text)).status).toBe(303)
    await advanceUntilIdle(testApp)
  })

  test('on a post that the link does not show is refused', async () => {
    const [shown, other] = [await buildAsking(), await buildAsking()]
    const [link, otherLink] = [await createLink(shown), await createLink(other)]
    const page = (await open(otherLink)).text
    expect((await decide(link, other, { decision: 'approved' }, page)).status).toBe(409)
    expect((await readPost(testApp, other.id)).approval?.status).toBe('awaiting')
  })

  test('for changes needs a comment', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const answer = await decide(link, post, { decision: 'changes_requested', comment: ' \n ' })
    expect([answer.status, answer.text.includes('Please say what should change')]).toEqual([
      409,
      true,
    ])
    expect((await readPost(testApp, post.id)).approval?.status).toBe('awaiting')
  })

  test('on a post that was published, canceled or asked to wait no more changes nothing', async () => {
    const posts = [
      await buildAsking({ approval: { if_late: 'publish' } }),
      await buildAsking(),
      await buildAsking(),
    ]
    const link = await createLink(...posts)
    const page = (await open(link)).text
    await testApp.call('DELETE', `/v1/posts/${posts[1]!.id}`)
    expect((await update(posts[2]!, { approval: null })).body).toMatchObject({
      approval: null,
      status: 'scheduled',
    })
    testApp.clock.advance(11 * minuteMs)
    await advanceUntilIdle(testApp)
    for (const post of posts) {
      const before = await readPost(testApp, post.id)
      const answer = await decide(link, post, { decision: 'approved' }, page)
      expect([answer.status, answer.text.includes('can no longer be decided')]).toEqual([409, true])
      expect(await readPost(testApp, post.id)).toEqual(before)
    }
    const { text } = await open(link)
    expect(text).toContain('already public')
    expect(text).toContain('was withdrawn')
    expect(text).not.toContain(posts[1]!.text)
  })

  test('is limited per link', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
    onTestFinished(() => limited.close())
    const { body: post } = await limited.call('POST', '/v1/posts', { text: 'A draft' })
    const { body } = await limited.call('POST', `/v1/posts/${post.id}/approval-links`, {})
    const form = { post: post.id, decision: 'approved' }
    const press = async () => (await openBrowser(limited).visit('POST', pathOf(body), form)).status
    for (let count = 0; count < limits.approval.decisionsPerLinkPerHour; count += 1) {
      expect(await press()).toBe(409)
    }
    expect(await press()).toBe(429)
  })
})

describe('a link', () => {
  test('opening it changes nothing but the record, and HEAD not even that', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const before = await readPost(testApp, post.id)
    for (let count = 0; count < 5; count += 1) await open(link)
    await openBrowser(testApp).visit('HEAD', pathOf(link))
    await openBrowser(testApp).visit('GET', `${pathOf(link)}?done=${post.id}`)
    expect(await readPost(testApp, post.id)).toEqual(before)
    expect(await recordsOf(link)).toHaveLength(1)
  })

  test('records at most one opening a minute, also of several at once', async () => {
    const link = await createLink(await buildAsking())
    await Promise.all([open(link), open(link), open(link)])
    testApp.clock.advance(minuteMs - 1)
    await open(link)
    expect(await recordsOf(link)).toHaveLength(1)
    testApp.clock.advance(1)
    await open(link)
    expect(await recordsOf(link)).toHaveLength(2)
  })

  test('of posts with more content than a page may have is refused', async () => {
    const posts = [await buildAsking({ approval: null }), await buildAsking({ approval: null })]
    const setBytes = (id: string, bytes: number) =>
      testApp.ctx.db.pool.query('update post set content_bytes = $2 where id = $1', [id, bytes])
    const create = () =>
      testApp.call('POST', `/v1/profiles/${account.profile_id}/approval-links`, {
        post_ids: posts.map(({ id }) => id),
      })
    const half = limits.page.contentBytesMax / 2
    await setBytes(posts[0]!.id, half)
    await setBytes(posts[1]!.id, half + 1)
    const { status, body } = await create()
    expect([status, body.error.param]).toEqual([400, 'post_ids'])
    expect(JSON.stringify(body)).toContain(String(limits.page.contentBytesMax))
    expect((await readPost(testApp, posts[0]!.id)).approval).toBeNull()
    await setBytes(posts[1]!.id, half)
    expect((await create()).status).toBe(201)
  })

  test('shows posts that grew beyond the bound without their content, and refuses decisions on them', async () => {
    const posts: Post[] = []
    for (let count = 0; count < limits.approval.postsPerLinkMax; count += 1) {
      posts.push(await buildAsking({ mode: 'draft', scheduled_at: undefined }))
    }
    const link = await createLink(...posts)
    const before = (await open(link)).text
    const last = posts.at(-1)!
    // Together fewer bytes than a page may have, but `<` takes four characters in HTML.
    await testApp.ctx.db.pool.query(
      `update post set text = $2, content_bytes = $3 where id = any($1)`,
      [posts.map(({ id }) => id), '<'.repeat(20_000), 20_000],
    )
    const escaped = (await open(link)).text
    expect([escaped.length < 2_000_000, escaped.includes('too long for this page')]).toEqual([
      true,
      true,
    ])
    // The database decides by the sizes, before it reads the texts.
    await testApp.ctx.db.pool.query(
      `update post set text = $2, content_bytes = $3 where id = any($1)`,
      [posts.map(({ id }) => id), 'Not read', 200_000],
    )
    const { text } = await open(link)
    expect(text.match(/too long for this page/g)).toHaveLength(posts.length - 5)
    expect(text).not.toContain(`name="post" value="${last.id}"`)
    const form = { post: last.id, decision: 'approved', version: '', seen: 'large', late: '0' }
    expect((await openBrowser(testApp).visit('POST', pathOf(link), form)).status).toBe(409)
    expect((await decide(link, last, undefined, before)).status).toBe(409)
    expect((await readPost(testApp, last.id)).approval?.status).toBe('awaiting')
  })

  test('shows a long text that several accounts say with other first comments within the bound', async () => {
    const post = await buildAsking({ mode: 'draft', scheduled_at: undefined })
    const link = await createLink(post)
    await testApp.ctx.db.pool.query(`update post set text = $2, content_bytes = $3 where id = $1`, [
      post.id,
      'a'.repeat(900_000),
      900_000,
    ])
    expect((await open(link)).text).toContain('aaaa')
    await testApp.ctx.db.pool.query(
      `insert into post_target select (jsonb_populate_record(t, jsonb_build_object(
         'id', t.id || n, 'account_id', $2 || n, 'position', n, 'first_comment', n::text))).*
       from post_target t, generate_series(1, 9) n where post_id = $1`,
      [post.id, account.id],
    )
    const { text } = await open(link)
    expect([text.length < 2_000_000, text.includes('too long for this page')]).toEqual([true, true])
  })

  test('asks for the approval of a post that needed none', async () => {
    const post = await buildAsking({ approval: null })
    expect([post.status, post.approval]).toEqual(['scheduled', null])
    const path = `/v1/posts/${post.id}/approval-links`
    const { status, body } = await testApp.call('POST', path, { language: 'de' })
    expect([status, body.post_ids]).toEqual([201, [post.id]])
    expect((await readPost(testApp, post.id)).status).toBe('awaiting_approval')
    expect((await open(body)).text).toContain('lang="de"')
  })

  test('is refused for a post that has started, another profile’s, or one named twice', async () => {
    const published = await buildPost(testApp, { targets: [{ account_id: account.id }] })
    await advanceUntilIdle(testApp)
    const waiting = await buildAsking({ approval: null })
    const create = (profile: string, ...ids: string[]) =>
      testApp.call('POST', `/v1/profiles/${profile}/approval-links`, { post_ids: ids })
    const refused = await create(account.profile_id, waiting.id, published.id)
    expect(refused.body.error).toMatchObject({ code: 'post_not_editable', param: 'post_ids.1' })
    expect((await readPost(testApp, waiting.id)).approval).toBeNull()
    const foreign = await create((await buildProfile(testApp)).id, waiting.id)
    expect(foreign.body.error).toMatchObject({ code: 'post_not_found', param: 'post_ids.0' })
    const twice = await create(account.profile_id, waiting.id, waiting.id)
    expect(twice.body.error).toMatchObject({ code: 'validation_failed', param: 'post_ids.1' })
  })

  test('that was revoked, has expired or was guessed shows no post and decides nothing', async () => {
    const post = await buildAsking({ scheduled_at: inMinutes(60 * 24 * 20) })
    const [revoked, expired] = [await createLink(post), await createLink(post)]
    const page = (await open(revoked)).text
    expect((await testApp.call('DELETE', `/v1/approval-links/${revoked.id}`)).body.status).toBe(
      'revoked',
    )
    testApp.clock.advance(8 * dayMs)
    const guessed = { url: `http://localhost/approve/${'a'.repeat(43)}` }
    for (const [link, status] of [
      [revoked, 410],
      [expired, 410],
      [guessed, 404],
    ] as const) {
      expect(await open(link)).toMatchObject({ status })
      const answer = await decide(link, post, { decision: 'approved' }, page)
      expect([answer.status, answer.text.includes(post.text)]).toEqual([status, false])
    }
    expect((await readPost(testApp, post.id)).approval?.status).toBe('awaiting')
    await testApp.ctx.db.pool.query(
      `update approval_link set expires_at = expires_at - interval '90 days' where id = $1`,
      [revoked.id],
    )
    await deleteOldApprovalLinks(testApp.ctx)
    expect((await testApp.call('GET', `/v1/approval-links/${revoked.id}`)).status).toBe(404)
  })

  test('is found by its post, and keeps the last openings', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    await testApp.ctx.db.pool.query(
      `insert into approval_record (link_id, at, action)
       select $1, now(), 'opened' from generate_series(1, $2::integer)`,
      [link.id, limits.opening.keptMax + 20],
    )
    await open(link)
    const { rows } = await testApp.ctx.db.pool.query(
      `select count(*)::integer as count from approval_record where link_id = $1`,
      [link.id],
    )
    expect(rows[0].count).toBe(limits.opening.keptMax)
    const { body } = await testApp.call('GET', `/v1/approval-links?post_id=${post.id}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([link.id])
  })

  test('serves the files of its posts, and no others, until it ends', async () => {
    const profile = account.profile_id
    const mine = await buildMedia(testApp, { bytes: await imageFile('png'), profile })
    const other = await buildMedia(testApp, { profile })
    const post = await buildAsking({ media: [{ id: mine.id }] })
    const link = await createLink(post)
    const get = async (id: string, name: string) => {
      const url = `http://localhost:4000${pathOf(link)}/media/${id}/${name}`
      const response = await testApp.app.request(url)
      await response.arrayBuffer()
      return response
    }
    expect((await open(link)).text).toContain(`${pathOf(link)}/media/${mine.id}/thumbnail`)
    const file = await get(mine.id, 'file')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(file.headers.get('cache-control')).toBe('private, max-age=300')
    expect((await get(mine.id, 'thumbnail')).status).toBe(200)
    expect((await get(other.id, 'file')).status).toBe(404)
    for (const [table, column, value] of [
      ['post', 'thread', [{ text: '', media: [{ id: other.id, alt_text: null }] }]],
      ['post_target', 'media', [{ id: other.id, alt_text: null }]],
      ['post_target', 'thread', [{ text: '', media: [{ id: other.id, alt_text: null }] }]],
    ] as const) {
      const key = table === 'post' ? 'id' : 'post_id'
      const write = (json: unknown) =>
        testApp.ctx.db.pool.query(`update ${table} set ${column} = $2 where ${key} = $1`, [
          post.id,
          JSON.stringify(json),
        ])
      await write(value)
      expect((await get(other.id, 'file')).status, `${table}.${column}`).toBe(200)
      await write([])
    }
    await testApp.call('DELETE', `/v1/approval-links/${link.id}`)
    expect((await get(mine.id, 'file')).status).toBe(404)
  })

  test('a decision from another site is refused', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    const response = await testApp.app.request(link.url, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ post: post.id, decision: 'approved' }).toString(),
    })
    expect(response.status).toBe(403)
    expect((await readPost(testApp, post.id)).approval?.status).toBe('awaiting')
  })
})

describe('who may ask, and who may pass it', () => {
  let drafts: { key: string }

  beforeEach(async () => {
    const scopes = ['posts:draft', 'posts:read']
    drafts = { key: await buildKey(testApp, { profile_id: account.profile_id, scopes }) }
  })

  test('a key for drafts asks for the approval of a draft, and cannot withdraw or weaken it', async () => {
    const input = { mode: 'draft', targets: [{ account_id: account.id }], text: 'By a junior' }
    const created = await testApp.call('POST', '/v1/posts', { ...input, approval: {} }, drafts)
    expect([created.status, created.body.approval.status]).toEqual([201, 'awaiting'])
    const path = `/v1/posts/${created.body.id}`
    for (const approval of [null, { if_late: 'publish' }]) {
      const { body } = await testApp.call('PATCH', path, { approval }, drafts)
      expect(body.error.code).toBe('insufficient_scope')
    }
    const weak = await testApp.call(
      'POST',
      '/v1/posts',
      { ...input, approval: { if_late: 'publish' } },
      drafts,
    )
    expect(weak.body.error.code).toBe('insufficient_scope')
    // Whoever has the URL can decide.
    const link = await testApp.call('POST', `${path}/approval-links`, {}, drafts)
    expect(link.body.error.code).toBe('insufficient_scope')
  })

  test('its edit of an approved draft asks again', async () => {
    const draft = await buildAsking({ mode: 'draft', scheduled_at: undefined })
    await decide(await createLink(draft), draft)
    const path = `/v1/posts/${draft.id}`
    const { body } = await testApp.call('PATCH', path, { text: 'Sneaky' }, drafts)
    expect(body.approval.status).toBe('awaiting')
  })

  test('a profile that demands it has no post without it', async () => {
    const strict = await connectNewPerson(testApp)
    await testApp.call('PATCH', `/v1/profiles/${strict.profile_id}`, { approval_required: true })
    const targets = [{ account_id: strict.id }]
    const post = await buildPost(testApp, { targets })
    expect([post.status, post.approval?.status]).toEqual(['awaiting_approval', 'awaiting'])
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, post.id)).targets[0]!.attempts).toBe(0)
    for (const approval of [null, { if_late: 'publish' }]) {
      const { status, body } = await update(post, { approval })
      expect([status, body.error.param]).toEqual([400, 'approval'])
      const created = await testApp.call('POST', '/v1/posts', {
        text: 'x',
        mode: 'now',
        targets,
        approval,
      })
      expect([created.status, created.body.error.param]).toEqual([400, 'approval'])
    }
    await testApp.call('PATCH', `/v1/profiles/${strict.profile_id}`, { approval_required: false })
    expect((await update(post, { approval: null })).body.status).toBe('scheduled')
  })

  test('asking again after a request for changes, without an edit', async () => {
    const post = await buildAsking()
    const link = await createLink(post)
    await decide(link, post, { decision: 'changes_requested', comment: 'Why?' })
    expect((await update(post, { tags: ['a'] })).body.approval.status).toBe('changes_requested')
    expect((await update(post, { approval: {} })).body.approval).toMatchObject({
      status: 'awaiting',
      comment: null,
    })
  })

  test('if_late publish needs a time', async () => {
    const post = { text: 'x', mode: 'now', targets: [{ account_id: account.id }] }
    const { body } = await testApp.call('POST', '/v1/posts', {
      ...post,
      approval: { if_late: 'publish' },
    })
    expect(body.error).toMatchObject({ code: 'validation_failed', param: 'approval.if_late' })
  })
})

test('posts are listed by their approval', async () => {
  const post = await buildAsking()
  const other = await buildAsking()
  await decide(await createLink(other), other)
  const list = async (approval: string) =>
    (await testApp.call('GET', `/v1/posts?approval=${approval}&limit=100`)).body.data.map(
      ({ id }: Post) => id,
    )
  expect(await list('awaiting')).toContain(post.id)
  expect(await list('awaiting')).not.toContain(other.id)
  expect(await list('approved,changes_requested')).toContain(other.id)
})

test('deleting the profile ends its links', async () => {
  const own = await connectNewPerson(testApp)
  const post = await buildPost(testApp, { targets: [{ account_id: own.id }], approval: {} })
  const path = `/v1/posts/${post.id}/approval-links`
  const { body } = await testApp.call('POST', path, {})
  const page = (await open(body)).text
  await testApp.call('DELETE', `/v1/profiles/${own.profile_id}`)
  expect((await open(body)).status).toBe(410)
  expect((await decide(body, post, { decision: 'approved' }, page)).status).toBe(410)
  await testApp.work()
  expect((await open(body)).status).toBe(404)
})
