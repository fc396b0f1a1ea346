import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { addMember, type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'

let testApp: TestApp
let owner: DashboardBrowser
beforeEach(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterEach(() => testApp.close())

test('the file has the entries of the list that match the filters, newest first', async () => {
  await addMember(owner)
  await owner.call('POST', '/v1/profiles', { name: 'Café Aurora' })
  const filter = 'action=createProfile,createMember'
  const { body } = await owner.call('GET', `/v1/audit-log?${filter}`)
  const csv = await owner.call('GET', `/v1/audit-log.csv?${filter}`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const [header, ...lines] = csv.body.trimEnd().split('\r\n')
  expect(header).toBe(
    'at,actor_kind,actor_id,actor_name,action,resource_type,resource_id,resource_name,profile_id,request_id,ip,via,status,changes',
  )
  expect(lines).toHaveLength(2)
  const [newest] = body.data
  expect(lines[0]).toBe(
    [
      newest.at,
      'member',
      newest.actor.id,
      newest.actor.name,
      'createProfile',
      'profile',
      newest.resource.id,
      'Café Aurora',
      newest.resource.id,
      newest.request_id,
      newest.ip,
      '',
      '201',
      '',
    ].join(','),
  )
  expect(lines[1]).toContain(',createMember,')
})

test('the file begins with a byte order mark, once for all of its parts', async () => {
  await testApp.ctx.db.pool.query(
    `insert into audit_entry (id, owner_id, at, actor_kind, action, status)
     select 'aud_' || lpad(n::text, 26, '0'), owner.id, '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 ms',
       'system', 'createPost', 201
     from owner, generate_series(1, 1001) as n`,
  )
  const response = await testApp.app.request('/v1/audit-log.csv', {
    headers: { authorization: `Bearer ${testApp.ownerKey}` },
  })
  const text = Buffer.from(await response.arrayBuffer()).toString()
  expect(text.slice(0, 4)).toBe('\uFEFFat,')
  expect(text.split('\uFEFF')).toHaveLength(2)
})

test('a name that a spreadsheet would run as a formula is a text', async () => {
  await owner.call('POST', '/v1/profiles', { name: '=HYPERLINK("http://x")' })
  const { body } = await owner.call('GET', '/v1/audit-log.csv?action=createProfile')
  expect(body).toContain(`,"'=HYPERLINK(""http://x"")",`)
})

test('the file has the newest 10,000 entries, each once', async () => {
  await testApp.ctx.db.pool.query(
    `insert into audit_entry (id, owner_id, at, actor_kind, action, status)
     select 'aud_' || lpad(n::text, 26, '0'), owner.id, '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 ms',
       'system', 'createPost', 201
     from owner, generate_series(1, 10500) n`,
  )
  const { body } = await owner.call('GET', '/v1/audit-log.csv?action=createPost')
  const lines: string[] = body.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(limits.audit.csvEntriesMax)
  expect(new Set(lines).size).toBe(limits.audit.csvEntriesMax)
  expect([lines[0]!.slice(0, 24), lines.at(-1)!.slice(0, 24)]).toEqual([
    '2026-11-01T00:00:10.500Z',
    '2026-11-01T00:00:00.501Z',
  ])
})

test('only an owner may export the log', async () => {
  const { status, body } = await testApp.call('GET', '/v1/audit-log.csv', undefined, { key: null })
  expect([status, body.error.code]).toEqual([401, 'api_key_missing'])
  const profile = await buildProfile(testApp)
  for (const input of [{ profile_id: profile.id }, { scopes: ['posts:read'] }]) {
    const key = await buildKey(testApp, input)
    const refused = await testApp.call('GET', '/v1/audit-log.csv', undefined, { key })
    expect(refused.status).toBe(403)
  }
})
