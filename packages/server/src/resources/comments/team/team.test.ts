import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  signInOwner,
} from '../../../../test/dashboard.ts'
import { type Inbox, openInbox, receiveComment } from '../../../../test/inbox.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import type { Comment } from '../../../schemas/comment.ts'

let testApp: TestApp
let inbox: Inbox
let owner: DashboardBrowser
let ownerId: string
let comment: Comment
/** Staff with the profile of the comment, and with another one. */
let sam: Staff
let lena: Staff

type Staff = { id: string; browser: DashboardBrowser }

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4 })
  owner = await signInOwner(testApp)
  ownerId = (await owner.call('GET', '/v1/session')).body.member.id
  const profile = await buildProfile(testApp)
  inbox = await openInbox(testApp, 'threads', { profileId: profile.id })
  comment = await receiveComment(testApp, inbox)
  sam = await addStaff('Sam', profile.id)
  lena = await addStaff('Lena', (await buildProfile(testApp)).id)
})
afterAll(() => testApp.close())

async function addStaff(name: string, profileId: string): Promise<Staff> {
  const email = `${name.toLowerCase()}@example.com`
  const { id } = await addMember(owner, { name, email, profile_ids: [profileId] })
  const { browser } = await redeemLink(testApp, await createSignInToken(owner, id))
  return { id, browser }
}

const pathOf = ({ id }: { id: string }) => `/v1/comments/${id}`
const assign = (browser: DashboardBrowser, assigned_to: string | null, to = comment) =>
  browser.call('PATCH', pathOf(to), { assigned_to })
const assigneeNow = async () => (await testApp.call('GET', pathOf(comment))).body.assigned_to

describe('an assignment', () => {
  test('names the member, keeps the reply status, and ends with null', async () => {
    const { status, body } = await assign(owner, sam.id)
    expect([status, body.assigned_to]).toEqual([200, { id: sam.id, name: 'Sam' }])
    expect(body.reply_status).toBe('unreplied')
    expect((await assign(sam.browser, 'me')).body.assigned_to).toEqual({ id: sam.id, name: 'Sam' })
    await testApp.call('PATCH', pathOf(comment), { reply_status: 'in_progress' })
    expect(await assigneeNow()).toEqual({ id: sam.id, name: 'Sam' })
    expect((await assign(owner, null)).body.assigned_to).toBeNull()
  })

  test('to staff without the profile, a disabled or an unknown member returns 404', async () => {
    const gone = await addStaff('Gone', comment.profile_id)
    await owner.call('PATCH', `/v1/members/${gone.id}`, { disabled: true })
    for (const id of [lena.id, gone.id, 'mem_01m6dmbe00f04tcxh9eysm5ghj', 'none']) {
      const { status, body } = await assign(owner, id)
      expect([status, body.error.code, body.error.param]).toEqual([
        404,
        'member_not_found',
        'assigned_to',
      ])
    }
    expect((await assign(lena.browser, 'me')).body.error.code).toBe('comment_not_found')
  })

  test('shows as nobody while the member is disabled or does not see the profile', async () => {
    const ines = await addStaff('Ines', comment.profile_id)
    const update = (change: object) => owner.call('PATCH', `/v1/members/${ines.id}`, change)
    await assign(owner, ines.id)
    const filtered = async (assignee: string) =>
      (await testApp.call('GET', `/v1/comments?assigned_to=${assignee}`)).body.data.length
    for (const [off, on] of [
      [{ disabled: true }, { disabled: false }],
      [{ profile_ids: [] }, { profile_ids: [comment.profile_id] }],
    ]) {
      await update(off!)
      expect(await assigneeNow()).toBeNull()
      expect([await filtered(ines.id), await filtered('none')]).toEqual([0, 1])
      await update(on!)
      expect(await assigneeNow()).toEqual({ id: ines.id, name: 'Ines' })
      expect([await filtered(ines.id), await filtered('none')]).toEqual([1, 0])
    }
    await owner.call('DELETE', `/v1/members/${ines.id}`)
    expect(await assigneeNow()).toBeNull()
  })

  test('is filtered by me, none and a member, also in a search', async () => {
    const mine = await receiveComment(testApp, inbox, { text: 'Assigned to the owner' })
    await assign(owner, ownerId, mine)
    const ids = async (browser: DashboardBrowser, query: string) =>
      (await browser.call('GET', `/v1/comments?${query}`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids(owner, 'assigned_to=me')).toEqual([mine.id])
    expect(await ids(owner, 'assigned_to=me&search=owner')).toEqual([mine.id])
    expect(await ids(owner, 'assigned_to=none&search=owner')).toEqual([])
    expect(await ids(owner, `assigned_to=${ownerId}`)).toEqual([mine.id])
    expect(await ids(owner, 'assigned_to=none')).toEqual([comment.id])
    expect(await ids(sam.browser, 'assigned_to=me')).toEqual([])
  })

  test('can be made by an owner key; other keys get 403 and no names', async () => {
    const keys = {
      profile: await buildKey(testApp, { profile_id: comment.profile_id }),
      limited: await buildKey(testApp, { scopes: ['comments:read', 'comments:write'] }),
    }
    const byOwnerKey = await testApp.call('PATCH', pathOf(comment), { assigned_to: sam.id })
    expect(byOwnerKey.body.assigned_to).toEqual({ id: sam.id, name: 'Sam' })
    const me = await testApp.call('PATCH', pathOf(comment), { assigned_to: 'me' })
    expect([me.status, me.body.error.code]).toEqual([400, 'validation_failed'])
    for (const [name, code] of [
      ['profile', 'owner_key_required'],
      ['limited', 'insufficient_scope'],
    ] as const) {
      const key = keys[name]
      const call = (method: string, path: string, body?: object) =>
        testApp.call(method, path, body, { key })
      const refused = await call('PATCH', pathOf(comment), { assigned_to: null })
      expect([refused.status, refused.body.error.code]).toEqual([403, code])
      const shown = await call('GET', pathOf(comment))
      expect(shown.body.assigned_to).toEqual({ id: sam.id, name: null })
      expect((await call('GET', '/v1/comments/assignees')).body.error.code).toBe('session_required')
      expect((await call('GET', `${pathOf(comment)}/notes`)).body.error.code).toBe(
        'session_required',
      )
    }
  })

  test('can be made to those on the list of assignees', async () => {
    const names = async (browser: DashboardBrowser, profile?: string) => {
      const { body } = await browser.call(
        'GET',
        '/v1/comments/assignees',
        undefined,
        profile ? { profile } : {},
      )
      return body.data.map(({ name }: { name: string }) => name)
    }
    expect(await names(owner)).toEqual(['Olga', 'Sam', 'Lena'])
    expect(await names(owner, comment.profile_id)).toEqual(['Olga', 'Sam'])
    expect(await names(sam.browser)).toEqual(['Olga', 'Sam'])
  })
})

describe('a note', () => {
  const notesOf = async (browser: DashboardBrowser) =>
    (await browser.call('GET', `${pathOf(comment)}/notes`)).body.data
  const note = (browser: DashboardBrowser, text: string) =>
    browser.call('POST', `${pathOf(comment)}/notes`, { text })

  test('is listed with author and time, and never reaches the platform or an event', async () => {
    const { status, body } = await note(sam.browser, 'Ask the café <b>first</b>')
    expect([status, body.author]).toEqual([201, { id: sam.id, name: 'Sam' }])
    await note(owner, 'They said yes')
    const texts = (await notesOf(owner)).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['Ask the café <b>first</b>', 'They said yes'])
    await testApp.work()
    const platform = JSON.stringify(await inbox.listOnPlatform())
    expect(platform).not.toContain('café')
    const { rows } = await testApp.ctx.db.pool.query(
      `select 1 from event where convert_from(body, 'utf8') like '%café%'`,
    )
    expect(rows).toEqual([])
  })

  test('is deleted by its author and by owners only', async () => {
    const [first, second] = await notesOf(owner)
    const remove = (browser: DashboardBrowser, id: string) =>
      browser.call('DELETE', `${pathOf(comment)}/notes/${id}`)
    const refused = await remove(sam.browser, second.id)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'owner_key_required'])
    expect((await remove(lena.browser, first.id)).body.error.code).toBe('comment_not_found')
    expect((await remove(owner, 'note_x')).body.error.code).toBe('comment_note_not_found')
    expect((await remove(sam.browser, first.id)).status).toBe(200)
    expect((await remove(owner, second.id)).status).toBe(200)
    expect(await notesOf(owner)).toEqual([])
  })

  test('keeps the name of a deleted author', async () => {
    const theo = await addStaff('Theo', comment.profile_id)
    await note(theo.browser, 'I am leaving')
    await owner.call('DELETE', `/v1/members/${theo.id}`)
    expect(await notesOf(owner)).toMatchObject([{ author: { name: 'Theo' } }])
  })

  test('that is too long or one too many is refused', async () => {
    const tooLong = await note(owner, 'x'.repeat(limits.comment.note.charsMax + 1))
    expect(tooLong.body.error).toMatchObject({ code: 'validation_failed', param: 'text' })
    await testApp.ctx.db.pool.query(
      `insert into comment_note (id, owner_id, profile_id, comment_id, author_id, author_name, text, created_at)
       select 'note_' || n, owner_id, profile_id, id, 'x', 'x', 'x', created_at
       from comment, generate_series(1, $2) n where id = $1`,
      [comment.id, limits.comment.note.perCommentMax - 1],
    )
    const oneTooMany = await note(owner, 'full')
    expect([oneTooMany.status, oneTooMany.body.error.code]).toEqual([409, 'limit_reached'])
  })

  test('moves with the account and is erased with the profile', async () => {
    const elsewhere = await buildProfile(testApp)
    await testApp.call('POST', `/v1/accounts/${inbox.account.id}/move`, {
      profile_id: elsewhere.id,
    })
    expect((await notesOf(owner))[0].profile_id).toBe(elsewhere.id)
    expect((await notesOf(sam.browser)) ?? 404).toBe(404)
    await testApp.call('DELETE', `/v1/profiles/${elsewhere.id}`)
    await testApp.work()
    const { rows } = await testApp.ctx.db.pool.query('select 1 from comment_note')
    expect(rows).toEqual([])
  })
})
