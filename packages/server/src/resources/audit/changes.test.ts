import { beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp()
let owner: DashboardBrowser
beforeAll(async () => {
  owner = await signInOwner(testApp)
})

async function readNewest(id: string) {
  const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${id}&limit=1`)
  const [{ action, changes }] = body.data
  return { action, changes }
}

test('the entry of an update names the fields that have another value, without the values of texts', async () => {
  const profile = await buildProfile(testApp, { name: 'Before', external_id: 'crm-7' })
  expect((await readNewest(profile.id)).changes).toEqual([])
  const body = { name: 'Nordlicht', external_id: 'crm-7', metadata: { plan: 'large' } }
  await owner.call('PATCH', `/v1/profiles/${profile.id}`, body)
  expect(await readNewest(profile.id)).toEqual({
    action: 'updateProfile',
    changes: [
      { field: 'name', values: null },
      { field: 'metadata', values: null },
    ],
  })
  const { rows } = await testApp.ctx.db.pool.query('select * from audit_entry')
  for (const text of ['Before', 'Nordlicht', 'large']) {
    expect(JSON.stringify(rows)).not.toContain(text)
  }
})

test('the entry of an update has the values of times, colors and statuses before and after it', async () => {
  const profile = await buildProfile(testApp)
  await owner.call('PATCH', `/v1/profiles/${profile.id}`, { color: '#0F766E' })
  expect((await readNewest(profile.id)).changes).toEqual([
    { field: 'color', values: { before: null, after: '#0f766e' } },
  ])
  const account = await buildAccount(testApp, { profile_id: profile.id })
  const post = { text: 'Soup', targets: [{ account_id: account.id }], mode: 'draft' }
  const created = await owner.call('POST', '/v1/posts', post, { profile: profile.id })
  const { id } = created.body
  const first = '2026-12-01T09:00:00.000Z'
  await owner.call('PATCH', `/v1/posts/${id}`, { mode: 'schedule', scheduled_at: first })
  expect((await readNewest(id)).changes).toEqual([
    { field: 'scheduled_at', values: { before: null, after: first } },
    { field: 'mode', values: { before: 'draft', after: 'schedule' } },
  ])
  const second = '2026-12-01T15:00:00.000Z'
  await owner.call('PATCH', `/v1/posts/${id}`, { scheduled_at: '2026-12-01T16:00:00+01:00' })
  expect(await readNewest(id)).toEqual({
    action: 'reschedulePost',
    changes: [{ field: 'scheduled_at', values: { before: first, after: second } }],
  })
})

test('accounts count as changed only if the request changes them, not if their status or time does', async () => {
  const profile = await buildProfile(testApp)
  const account = await buildAccount(testApp, { profile_id: profile.id })
  const post = { text: 'Soup', targets: [{ account_id: account.id }], mode: 'draft' }
  const created = await owner.call('POST', '/v1/posts', post, { profile: profile.id })
  const { id } = created.body
  const scheduled = { ...post, mode: 'schedule', scheduled_at: '2026-12-01T09:00:00Z' }
  const updated = await owner.call('PATCH', `/v1/posts/${id}`, scheduled)
  expect(updated.status).toBe(200)
  expect(await changedFields(id)).toEqual(['scheduled_at', 'mode'])
  await owner.call('PATCH', `/v1/posts/${id}`, {
    ...scheduled,
    targets: [{ account_id: account.id, text: 'Soup for this account' }],
  })
  expect(await changedFields(id)).toEqual(['targets'])
})

test('a changed thread is an entry without its texts, a changed fallback has both values', async () => {
  const post = { text: 'Soup', thread: [{ text: 'Monday' }], mode: 'draft' }
  const { id } = (await owner.call('POST', '/v1/posts', post)).body
  const changed = { thread: [{ text: 'Tuesday' }], thread_fallback: 'join' }
  await owner.call('PATCH', `/v1/posts/${id}`, changed)
  expect((await readNewest(id)).changes).toEqual([
    { field: 'thread', values: null },
    { field: 'thread_fallback', values: { before: null, after: 'join' } },
  ])
})

test('the entry of a member’s access has the profiles before and after it', async () => {
  const [first, second] = [await buildProfile(testApp), await buildProfile(testApp)]
  const member = { name: 'Mina', email: 'mina@example.com', role: 'staff', profile_ids: [first.id] }
  const { body } = await owner.call('POST', '/v1/members', member)
  await owner.call('PATCH', `/v1/members/${body.id}`, { profile_ids: [second.id] })
  expect((await readNewest(body.id)).changes).toEqual([
    { field: 'profile_ids', values: { before: [first.id], after: [second.id] } },
  ])
})

test('the entry of a changed member does not name a field that the request repeats', async () => {
  const member = { name: 'Lena', email: 'lena@example.com', role: 'owner' }
  const created = await owner.call('POST', '/v1/members', member)
  await owner.call('PATCH', `/v1/members/${created.body.id}`, { name: 'Lena M.', role: 'owner' })
  expect(await changedFields(created.body.id)).toEqual(['name'])
})

async function changedFields(id: string) {
  const { changes } = await readNewest(id)
  return changes.map(({ field }: { field: string }) => field)
}
