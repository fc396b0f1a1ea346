import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { openBrowser } from '../../../test/client.ts'
import { buildMedia } from '../../../test/media-files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Account } from '../../schemas/account.ts'
import type { Profile } from '../../schemas/profile.ts'
import { deleteOldReportLinks } from './link.ts'

const dayMs = 86_400_000
/** Of the page with the most of everything. */
const pageBytesMax = 262_144
const testApp = useTestApp({ poolMax: 4 })
let profile: Profile
let account: Account

beforeEach(async () => {
  profile = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { time_zone: 'Europe/Berlin' })
  account = await buildAccount(testApp, { profile_id: profile.id })
})

const month = '2026-10'

async function createLink(input: Record<string, unknown> = {}, of: Profile = profile) {
  const body = { month, ...input }
  const response = await testApp.call('POST', `/v1/profiles/${of.id}/report-links`, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body as { id: string; url: string; expires_at: string }
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const open = async (link: { url: string }) => await openBrowser(testApp).visit('GET', pathOf(link))
const report = async (input: Record<string, unknown> = {}, of: Profile = profile) =>
  (await open(await createLink(input, of))).text

async function storeDay(day: string, metrics: Record<string, number>, of: Account = account) {
  await sql`insert into insight_day (account_id, day, metrics, synced_at)
    values (${of.id}, ${day}, ${JSON.stringify(metrics)}, now())`.execute(testApp.ctx.db.query)
}

type Stored = {
  text?: string
  at: string
  metrics?: Record<string, number>
  mediaId?: string
  status?: 'published' | 'scheduled' | 'draft'
  of?: Account
}

async function storePost({
  at,
  text = 'Bread',
  metrics,
  mediaId,
  status = 'published',
  of = account,
}: Stored) {
  const { id: accountId, platform, profile_id: profileId } = of
  const { ownerId } = testApp
  const [postId, targetId] = [newId('post'), newId('target')]
  const db = testApp.ctx.db.query
  const media = JSON.stringify(mediaId ? [{ id: mediaId }] : [])
  await sql`insert into post (id, owner_id, profile_id, status, mode, text, media, scheduled_at, published_at,
      created_at, updated_at)
    values (${postId}, ${ownerId}, ${profileId}, ${status}, 'schedule', ${text}, ${media}, ${at}, ${at}, ${at},
      ${at})`.execute(db)
  await sql`insert into post_target (id, owner_id, profile_id, post_id, account_id, platform, position, status,
      content_hash, published_at, created_at, updated_at)
    values (${targetId}, ${ownerId}, ${profileId}, ${postId}, ${accountId}, ${platform}, 0, ${status}, '', ${at},
      ${at}, ${at})`.execute(db)
  await sql`insert into post_part (target_id, number, account_id, platform_post_id)
    values (${targetId}, 1, ${accountId}, ${postId})`.execute(db)
  if (metrics) {
    await sql`insert into insight_post (target_id, number, metrics, tried_at)
      values (${targetId}, 1, ${JSON.stringify(metrics)}, ${at})`.execute(db)
  }
  return postId
}

async function storeComment(at: string, answeredAt: string | null = null) {
  const owner_id = testApp.ownerId
  const [id, db] = [newId('comment'), testApp.ctx.db.query]
  await sql`insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
      platform_comment_id, author_username, text, can_reply, can_hide, reply_status, commented_at, seen_at,
      created_at, updated_at)
    values (${id}, ${owner_id}, ${profile.id}, ${account.id}, 'post', 'threads', 'p', ${id}, 'reader', 'Hi',
      true, true, ${answeredAt ? 'replied' : 'unreplied'}, ${at}, ${at}, ${at}, ${at})`.execute(db)
  if (!answeredAt) return
  await sql`insert into comment_reply (id, owner_id, profile_id, comment_id, status, text, created_at)
    values (${newId('reply')}, ${owner_id}, ${profile.id}, ${id}, 'sent', 'Thanks', ${answeredAt})`.execute(
    db,
  )
}

describe('the link', () => {
  test('has its URL once, and is open for 90 days', async () => {
    const created = await createLink({ note: 'Well done.', language: 'de' })
    const { status, body } = await testApp.call('GET', `/v1/report-links/${created.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'report_link',
      status: 'open',
      month,
      sections: ['metrics', 'posts', 'comments', 'plan'],
      language: 'de',
      note: 'Well done.',
      openings: [],
    })
    expect(body.url).toBeUndefined()
    const days = (Date.parse(created.expires_at) - testApp.clock.now().getTime()) / dayMs
    expect(Math.round(days)).toBe(limits.report.linkDays.default)
  })

  test('records an opening at most once a minute, and none for HEAD', async () => {
    const link = await createLink()
    await openBrowser(testApp).visit('HEAD', pathOf(link))
    await open(link)
    await open(link)
    testApp.clock.advance(61_000)
    await open(link)
    const { body } = await testApp.call('GET', `/v1/report-links/${link.id}`)
    expect(body.openings).toHaveLength(2)
  })

  test('a month that has not begun in the time zone of the profile returns 400', async () => {
    const path = `/v1/profiles/${profile.id}/report-links`
    const next = new Date(testApp.clock.now().getTime() + 32 * dayMs).toISOString().slice(0, 7)
    const { status, body } = await testApp.call('POST', path, { month: next })
    expect([status, body.error.details[0].path]).toEqual([400, 'month'])
    expect((await testApp.call('POST', path, { month: '2026-13' })).status).toBe(400)
  })

  test('a key that may not read what the page shows cannot create it', async () => {
    const scopes = ['insights:read', 'insights:write', 'posts:read']
    const key = await buildKey(testApp, { scopes })
    const path = `/v1/profiles/${profile.id}/report-links`
    const refused = await testApp.call('POST', path, { month }, { key })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    const sections = ['metrics', 'posts', 'plan']
    expect((await testApp.call('POST', path, { month, sections }, { key })).status).toBe(201)
  })

  test('a revoked, expired or unknown page shows nothing of the profile', async () => {
    const revoked = await createLink()
    await testApp.call('DELETE', `/v1/report-links/${revoked.id}`)
    const expired = await createLink({ expires_in_days: 1 })
    testApp.clock.advance(dayMs + 1)
    const unknown = { url: `${testApp.ctx.config.publicUrl}/report/${'x'.repeat(43)}` }
    for (const [link, status] of [
      [revoked, 410],
      [expired, 410],
      [unknown, 404],
    ] as const) {
      const page = await open(link)
      expect(page.status).toBe(status)
      expect(page.text).not.toContain('Bergmann')
    }
  })

  test('is deleted 90 days after its expiry', async () => {
    const link = await createLink({ expires_in_days: 1 })
    testApp.clock.advance((1 + limits.report.linkKeptDays) * dayMs)
    await deleteOldReportLinks(testApp.ctx)
    expect((await testApp.call('GET', `/v1/report-links/${link.id}`)).status).toBe(200)
    testApp.clock.advance(1_000)
    await deleteOldReportLinks(testApp.ctx)
    expect((await testApp.call('GET', `/v1/report-links/${link.id}`)).status).toBe(404)
  })
})

describe('the page', () => {
  test('of a profile with nothing says so, in words', async () => {
    const empty = await buildProfile(testApp, { name: 'Empty' })
    const text = await report({}, empty)
    for (const sentence of [
      'No account is connected.',
      'No post was published.',
      'No comment was received.',
    ]) {
      expect(text).toContain(sentence)
    }
  })

  test('compares with the month before on days that have data in both', async () => {
    await storeDay('2026-09-01', { views: 100, followers_count: 50 })
    await storeDay('2026-09-30', { followers_count: 60 })
    await storeDay('2026-10-01', { views: 150 })
    await storeDay('2026-10-02', { views: 1_000, followers_count: 72 })
    await sql`insert into account_poll (id, account_id, kind, state)
      values (${newId('sync')}, ${account.id}, 'insights', '{"known_to":"2026-10-31"}')
      on conflict (account_id, kind) do update set state = excluded.state`.execute(
      testApp.ctx.db.query,
    )
    const text = await report()
    expect(text).toContain('1,150')
    expect(text).toContain('+50% vs. September')
    expect(text).toContain('Changes count the 1 day with data in both months.')
    expect(text).toContain('+12 vs. September')
  })

  test('says which days have no data, and draws none', async () => {
    for (const day of ['01', '02', '05']) await storeDay(`2026-10-${day}`, { views: 5 })
    const text = await report({ sections: ['metrics'] })
    expect(text).toContain('There is no data for 28 days, which are left out.')
    expect(text.match(/class="bar"/g)).toHaveLength(3)
    expect(text).toContain('<td>no data</td>')
    expect(text).toContain('No data for the month before')
    expect(text).toContain('The values may still change.')
  })

  test('without data has no metrics instead of zeros', async () => {
    const text = await report({ sections: ['metrics'] })
    expect(text).toContain('There is no data for this month.')
    expect(text).not.toContain('<strong>0</strong>')
  })

  test('the month has the posts and comments between its midnights in the time zone', async () => {
    // Summer time ends on 25 October.
    const inside = ['2026-09-30T22:00:00Z', '2026-10-31T22:59:59Z']
    const outside = ['2026-09-30T21:59:59Z', '2026-10-31T23:00:00Z']
    for (const at of inside) {
      await storePost({ at, text: `inside ${at}`, metrics: { views: 9 } })
      await storeComment(at)
    }
    for (const at of outside) {
      await storePost({ at, text: `outside ${at}`, metrics: { views: 99 } })
      await storeComment(at)
    }
    const text = await report()
    expect(text).toContain('2 posts were published. In September 2026: 1.')
    expect(text).toContain('2 comments were received. In September 2026: 1.')
    expect(text.match(/inside 2026/g)).toHaveLength(2)
    expect(text).not.toContain('outside')
  })

  test('the best posts come first, and have their thumbnail while the page is open', async () => {
    const media = await buildMedia(testApp, { profile: profile.id })
    const other = await buildMedia(testApp, { profile: profile.id })
    await storePost({ at: '2026-10-05T10:00:00Z', text: 'Second', metrics: { views: 5 } })
    const best = { at: '2026-10-06T10:00:00Z', text: 'First', metrics: { views: 50 } }
    await storePost({ ...best, mediaId: media.id })
    await storePost({ at: '2026-11-30T10:00:00Z', status: 'scheduled', mediaId: other.id })
    const link = await createLink()
    const { text } = await open(link)
    expect(text.indexOf('First')).toBeLessThan(text.indexOf('Second'))
    const file = `${pathOf(link)}/media/${media.id}/thumbnail`
    expect(text).toContain(`src="${file}"`)
    const get = async (path: string) => (await testApp.app.request(path)).status
    expect(await get(file)).toBe(200)
    expect(await get(`${pathOf(link)}/media/${other.id}/thumbnail`)).toBe(404)
    const withoutPosts = await createLink({ sections: ['plan'] })
    expect(await get(`${pathOf(withoutPosts)}/media/${media.id}/thumbnail`)).toBe(404)
    await testApp.call('DELETE', `/v1/report-links/${link.id}`)
    expect(await get(file)).toBe(404)
  })

  test('the median is of the comments that were answered', async () => {
    await storeComment('2026-10-02T10:00:00Z', '2026-10-02T11:00:00Z')
    await storeComment('2026-10-02T10:00:00Z', '2026-10-02T13:00:00Z')
    await storeComment('2026-10-03T10:00:00Z', '2026-10-04T10:00:00Z')
    await storeComment('2026-10-04T10:00:00Z')
    const text = await report({ sections: ['comments'] })
    expect(text).toContain('4 comments were received.')
    expect(text).toContain('3 were answered. Half of the answers came within 3 hours.')
  })

  test('the plan has the posts that are to come in the next month, without drafts', async () => {
    testApp.clock.set(new Date('2026-11-15T12:00:00Z'))
    await storePost({ at: '2026-11-14T10:00:00Z', status: 'scheduled', text: 'Over' })
    await storePost({ at: '2026-11-20T10:00:00Z', status: 'scheduled', text: 'Soon' })
    await storePost({ at: '2026-11-21T10:00:00Z', status: 'draft', text: 'Secret' })
    await storePost({ at: '2026-12-01T10:00:00Z', status: 'scheduled', text: 'Later' })
    const text = await report({ sections: ['plan'] })
    expect(text).toContain('1 post is planned.')
    expect(text).toContain('Fri, November 20 at 11:00')
    for (const absent of ['Over', 'Secret', 'Later']) expect(text).not.toContain(absent)
    testApp.clock.set(new Date('2026-12-01T12:00:00Z'))
    expect(await report({ sections: ['plan'] })).not.toContain('Plan for')
  })

  test('never shows data of another profile', async () => {
    const other = await buildProfile(testApp, { name: 'Florist' })
    const foreign = await buildAccount(testApp, { profile_id: other.id })
    await storeDay('2026-10-01', { views: 777_777 }, foreign)
    const media = await buildMedia(testApp, { profile: other.id })
    const at = '2026-10-06T10:00:00Z'
    await storePost({ at, text: 'Tulips', metrics: { views: 9 }, of: foreign, mediaId: media.id })
    await storePost({ at, text: 'With a foreign picture', mediaId: media.id })
    const link = await createLink()
    const { text } = await open(link)
    for (const absent of ['Florist', foreign.username, '777,777', 'Tulips']) {
      expect(text).not.toContain(absent)
    }
    const path = `${pathOf(link)}/media/${media.id}/thumbnail`
    expect((await testApp.app.request(path)).status).toBe(404)
  })

  test('shows only the chosen sections', async () => {
    const text = await report({ sections: ['comments'] })
    expect(text).toContain('No comment was received.')
    for (const absent of ['Accounts', 'Posts', 'Plan for']) expect(text).not.toContain(absent)
  })

  test('hostile texts are escaped, on one line and short', async () => {
    const attack = `<script>alert(1)</script>\u202Etxt.exe\n${'<b>'.repeat(9_000)}`
    await storePost({ at: '2026-10-06T10:00:00Z', text: attack, metrics: { views: 1 } })
    await testApp.call('PATCH', `/v1/profiles/${profile.id}`, { name: '"><img src=x>' })
    const text = await report({ note: '<script>alert(2)</script>\u202E', language: 'de' })
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img src=x')
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text.length).toBeLessThan(30_000)
    expect(text).toContain('<html lang="de"')
  })

  test('is bounded for a profile with more of everything than it shows', async () => {
    const owner_id = testApp.ownerId
    const db = testApp.ctx.db.query
    const at = '2026-10-06T10:00:00Z'
    const names = 'ア'.repeat(150)
    await sql`insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
        permissions_granted, permissions_missing, connected_at, created_at, updated_at)
      select 'acc_' || lpad(n::text, 26, '0'), ${owner_id}, ${profile.id}, 'threads', ${profile.id} || n,
        ${names}, 'connected', '{}', '{}', ${at}, ${at}, ${at} from generate_series(1, 40) n`.execute(
      db,
    )
    await sql`insert into insight_day (account_id, day, metrics, synced_at)
      select account.id, day, jsonb_build_object('views', 123456789, 'followers_count', 123456789,
        'likes', 123456789, 'replies', 123456789, 'reposts', 123456789, 'clicks', 123456789), now()
      from account, generate_series('2026-09-01'::date, '2026-10-31', '1 day') day
      where account.profile_id = ${profile.id} and account.id <> ${account.id}`.execute(db)
    for (let post = 0; post < 15; post += 1) {
      await storePost({ at, text: '&'.repeat(5_000), metrics: { views: post } })
      await storePost({ at: '2026-11-30T10:00:00Z', status: 'scheduled', text: '&'.repeat(5_000) })
    }
    const text = await report({ note: '&'.repeat(limits.report.noteCharsMax), language: 'ja' })
    expect(text.match(/<article/g)).toHaveLength(limits.report.accountsMax)
    expect(text).toContain('最初の20件のアカウントのみ表示しています。')
    expect(Buffer.byteLength(text)).toBeLessThan(pageBytesMax)
  })
})
