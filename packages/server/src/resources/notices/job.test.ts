import { beforeEach, expect, test } from 'vitest'
import { buildAccount, buildProfile, buildWebhook } from '../../../test/build.ts'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  signInOwner,
} from '../../../test/dashboard.ts'
import { buildPost } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import { claimDue } from '../../jobs/due.ts'
import { noticeCauses } from '../../schemas/notices.ts'
import type { Post } from '../../schemas/post.ts'
import { recordAccessLoss } from '../accounts/access-loss.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { noticeWork } from './job.ts'

const testApp = useTestApp()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let owner: DashboardBrowser | undefined
let own: Client
let foreign: Client

type Client = { profileId: string; accountId: string; post: Post; name: string }

beforeEach(async () => {
  owner ??= await signInOwner(testApp)
  await testApp.ctx.db.pool.query('delete from member_notices')
  own = await buildClient('Aurora')
  foreign = await buildClient('Boreal')
  testApp.emails.length = 0
})

async function buildClient(name: string): Promise<Client> {
  const fullName = `${name} ${testApp.nextNumber()}`
  const profile = await buildProfile(testApp, { name: fullName })
  const account = await buildAccount(testApp, { profile_id: profile.id, platform: 'facebook' })
  const post = await buildDraft({ accountId: account.id })
  return { profileId: profile.id, accountId: account.id, post, name: fullName }
}

async function buildDraft({ accountId }: { accountId: string }): Promise<Post> {
  const targets = [{ account_id: accountId }]
  return await buildPost(testApp, { mode: 'draft', text: `Text ${testApp.nextNumber()}`, targets })
}

async function buildStaff(
  causes: Record<string, string>,
  input: { role?: string; settings?: object; timeZone?: string } = {},
) {
  const email = `staff${testApp.nextNumber()}@example.com`
  const { role = 'staff', settings, timeZone } = input
  const member = await addMember(owner!, { email, role, profile_ids: [own.profileId] })
  const token = await createSignInToken(owner!, member.id)
  const { browser } = await redeemLink(testApp, token)
  if (timeZone) await browser.call('PATCH', '/v1/session', { time_zone: timeZone })
  const response = await browser.call('PATCH', '/v1/session/notices', { causes, ...settings })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  testApp.emails.length = 0
  return { ...member, email, browser }
}

/** Lets a draft wait for the approval of a client. */
async function ask(post: Post): Promise<void> {
  const response = await testApp.call('PATCH', `/v1/posts/${post.id}`, { approval: {} })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

async function pass(ms: number): Promise<void> {
  testApp.clock.advance(ms)
  await testApp.work()
}

const subjectsTo = (email: string) =>
  testApp.emails.filter(({ to }) => to === email).map(({ subject }) => subject)
const textsTo = (email: string) =>
  testApp.emails.filter(({ to }) => to === email).map(({ text }) => text)

/** Makes every cause happen in the client's profile. */
async function causeAll(client: Client): Promise<void> {
  const { ctx, clock, ownerId } = testApp
  const { profileId, accountId, post } = client
  const now = clock.now()
  const target = post.targets[0]!
  const common = { ownerId, profileId, profileExternalId: null, now }
  const ids = { post_id: post.id, target_id: target.id, account_id: accountId }
  const comment = { post_id: post.id, approval_link_id: 'apr_1', comment: null }
  await ask(post)
  const webhook = await buildWebhook(testApp, { profile_id: profileId })
  await ctx.db.transact(async (tx) => {
    await recordAccessLoss(ctx, tx, accountId, { status: 'expired', reason: 'token_expired' }, now)
    await emitEvent(tx, {
      ...common,
      type: 'post.failed',
      data: {
        ...ids,
        platform: 'facebook',
        error_code: 'timeout',
        error_message: '',
        parts: [],
      },
    })
    await emitEvent(tx, {
      ...common,
      type: 'post.approved',
      data: { ...comment, decided_at: now.toISOString() },
    })
  })
  await ctx.db.pool.query(
    `update webhook_endpoint set active = false, inactive_reason = 'failures', description = $2,
      updated_at = $3 where id = $1`,
    [webhook.id, `Endpoint of ${client.name}`, now],
  )
  await insertComment(client, 'Is it open?')
}

async function insertComment(client: Client, text: string): Promise<void> {
  const id = `cmt_${testApp.nextNumber()}`
  await testApp.ctx.db.pool.query(
    `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
      platform_comment_id, author_username, text, can_reply, can_hide, commented_at, seen_at,
      created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'facebook', '1', $1, 'kim', $6, true, true, $7, $7, $7, $7)`,
    [id, testApp.ownerId, client.profileId, client.accountId, client.post.id, text, now()],
  )
}

const now = () => testApp.clock.now()
const all = (timing: string) => Object.fromEntries(noticeCauses.map((cause) => [cause, timing]))

test('what comes within an hour of an email is gathered into the next one', async () => {
  const { email } = await buildStaff({ post_waiting: 'at_once' })
  await ask(own.post)
  await pass(2 * minuteMs)
  expect(subjectsTo(email)).toEqual(['Postern: A post waits for approval'])
  expect(textsTo(email)[0]).toContain(`/dashboard/posts/${own.post.id}`)
  for (let index = 0; index < 7; index += 1) {
    await ask(await buildDraft(own))
    await pass(minuteMs)
  }
  expect(subjectsTo(email)).toHaveLength(1)
  await pass(54 * minuteMs)
  expect(subjectsTo(email).slice(1)).toEqual(['Postern: 7 posts wait for approval'])
  expect(textsTo(email)[1]).toContain('and 2 more')
  await pass(24 * hourMs)
  expect(subjectsTo(email)).toHaveLength(2)
})

test('a member is told of every cause in their profile, and of none in another', async () => {
  const { email } = await buildStaff(all('at_once'))
  await causeAll(own)
  await causeAll(foreign)
  await pass(5 * hourMs)
  const text = textsTo(email).join('\n')
  for (const title of [
    'An account must be reconnected',
    'A post failed',
    'A webhook endpoint became inactive',
    'A client decided on a post',
    'A post waits for approval',
    'A comment is not answered',
  ]) {
    expect(text).toContain(title)
  }
  expect(text).toContain(own.name)
  for (const word of [foreign.name, foreign.post.id, foreign.accountId]) {
    expect(text).not.toContain(word)
  }
})

test.each([
  ['into', () => [foreign, own]],
  ['out of', () => [own, foreign]],
])(
  'an account that moved %s the profile of a member tells nothing of before',
  async (_what, pair) => {
    const { email } = await buildStaff({ account_access: 'at_once', post_failed: 'at_once' })
    const [from, to] = pair() as [Client, Client]
    await causeAll(from)
    for (const [table, id] of [
      ['account', from.accountId],
      ['post', from.post.id],
    ]) {
      await testApp.ctx.db.pool.query(`update ${table} set profile_id = $2 where id = $1`, [
        id,
        to.profileId,
      ])
    }
    await pass(2 * hourMs)
    expect(subjectsTo(email)).toEqual([])
  },
)

test('a comment is told once it is unanswered for the chosen hours, and not if it was answered', async () => {
  const settings = { unanswered_hours: 6 }
  const { email } = await buildStaff({ comment_unanswered: 'at_once' }, { settings })
  await insertComment(own, 'Is it open?')
  await pass(5 * hourMs)
  expect(subjectsTo(email)).toEqual([])
  await pass(hourMs + 2 * minuteMs)
  expect(subjectsTo(email)).toEqual(['Postern: A comment is not answered'])
  await insertComment(own, 'And on Sunday?')
  await testApp.ctx.db.pool.query(`update comment set reply_status = 'replied'`)
  await pass(12 * hourMs)
  expect(subjectsTo(email)).toHaveLength(1)
})

test('in quiet hours nothing is sent; their end sends what was gathered', async () => {
  const settings = { quiet_from: '20:00', quiet_until: '07:30' }
  const { email } = await buildStaff(
    { post_waiting: 'at_once' },
    { settings, timeZone: 'Asia/Tokyo' },
  )
  await advanceTo('T12:00:00Z') // 21:00 in Tokyo
  await ask(own.post)
  await pass(10 * hourMs)
  expect(subjectsTo(email)).toEqual([])
  await pass(31 * minuteMs)
  expect(subjectsTo(email)).toEqual(['Postern: A post waits for approval'])
})

test('the digest is one email a day at the chosen time', async () => {
  const settings = { digest_time: '09:00' }
  const { email } = await buildStaff(all('daily'), { settings, timeZone: 'Asia/Tokyo' })
  await advanceTo('T12:00:00Z')
  await causeAll(own)
  await pass(11 * hourMs)
  expect(subjectsTo(email)).toEqual([])
  await pass(hourMs + minuteMs) // 09:01 in Tokyo
  expect(subjectsTo(email)).toEqual(['Postern: 6 notices'])
  await pass(20 * hourMs)
  expect(subjectsTo(email)).toHaveLength(1)
})

/** The next time that is this time of the day. */
async function advanceTo(time: string): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  const ms = Date.parse(`${today}${time}`) - now().getTime()
  await pass(ms > 0 ? ms : ms + 24 * hourMs)
}

test('a process that is killed between claim and send loses nothing', async () => {
  const { email, id } = await buildStaff({ post_waiting: 'at_once' })
  await ask(own.post)
  testApp.clock.advance(2 * minuteMs)
  const { db } = testApp.ctx
  const [claim] = await claimDue(db.query, 'member_notices', { now: now(), rows: 1 })
  expect(claim?.key).toBe(id)
  await db.pool.query(`update member_notices set lease_until = now() - interval '1 second'`)
  await testApp.work()
  expect(subjectsTo(email)).toHaveLength(1)
  // The killed process lives after all: its lease is over, so it stores nothing.
  await noticeWork.run(testApp.ctx, claim!)
  await pass(2 * hourMs)
  expect(subjectsTo(email)).toHaveLength(1)
})

test('an email that the mail server refuses is sent ten minutes later, once', async () => {
  const { email } = await buildStaff({ post_waiting: 'at_once' })
  await ask(own.post)
  testApp.clock.advance(2 * minuteMs)
  const [claim] = await claimDue(testApp.ctx.db.query, 'member_notices', { now: now(), rows: 1 })
  const mail = { configured: true, send: () => Promise.reject(new Error('refused')) }
  await noticeWork.run({ ...testApp.ctx, mail }, claim!)
  await pass(9 * minuteMs)
  expect(subjectsTo(email)).toEqual([])
  await pass(limits.notices.retryMs)
  await pass(2 * hourMs)
  expect(subjectsTo(email)).toHaveLength(1)
})

test.each([
  ['disabled', { disabled: true }],
  ['without the profile', { profile_ids: [] }],
  ['a contributor now', { role: 'contributor' }],
])('a member who is %s is told nothing more', async (_what, change) => {
  const { email, id } = await buildStaff({ post_waiting: 'at_once', post_failed: 'daily' })
  await causeAll(own)
  expect((await owner!.call('PATCH', `/v1/members/${id}`, change)).status).toBe(200)
  await pass(48 * hourMs)
  expect(subjectsTo(email)).toEqual([])
})

test('a deleted member leaves no notices', async () => {
  const { id } = await buildStaff({ post_waiting: 'at_once' })
  expect((await owner!.call('DELETE', `/v1/members/${id}`)).status).toBe(200)
  const { rowCount } = await testApp.ctx.db.pool.query('select 1 from member_notices')
  expect(rowCount).toBe(0)
})

test('a contributor can choose only the causes that they can act on', async () => {
  const { browser } = await buildStaff({ approval_decided: 'at_once' }, { role: 'contributor' })
  const { body } = await browser.call('GET', '/v1/session/notices')
  expect(body.causes).toEqual({ approval_decided: 'at_once' })
  const refused = await browser.call('PATCH', '/v1/session/notices', {
    causes: { post_failed: 'daily' },
  })
  expect(refused).toMatchObject({ status: 400, body: { error: { param: 'causes.post_failed' } } })
})

test('quiet hours need both times', async () => {
  const { browser } = await buildStaff({})
  const response = await browser.call('PATCH', '/v1/session/notices', { quiet_from: '20:00' })
  expect(response).toMatchObject({ status: 400, body: { error: { param: 'quiet_until' } } })
})

test('a cause that is switched on tells nothing of the time before', async () => {
  await ask(own.post)
  testApp.clock.advance(5 * minuteMs)
  const { email } = await buildStaff({ post_waiting: 'at_once' })
  await pass(2 * hourMs)
  expect(subjectsTo(email)).toEqual([])
})
