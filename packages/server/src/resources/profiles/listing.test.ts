import { expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp()

const search = async (search: string) => {
  const query = new URLSearchParams({ search })
  const { body } = await testApp.call('GET', `/v1/profiles?${query}`)
  return body.data.map((profile: { name: string }) => profile.name)
}

test('search matches a part of the name or external_id, ignoring case', async () => {
  await buildProfile(testApp, { name: 'Bäckerei Bergmann', external_id: 'shop-1' })
  await buildProfile(testApp, { name: '100% Rye_Bread', external_id: 'SHOP-2' })
  expect(await search('bergM')).toEqual(['Bäckerei Bergmann'])
  expect(await search('shop-')).toEqual(['Bäckerei Bergmann', '100% Rye_Bread'])
  expect(await search('%')).toEqual(['100% Rye_Bread'])
  expect(await search('e_b')).toEqual(['100% Rye_Bread'])
  expect(await search('nowhere')).toEqual([])
})

test('a deletion is listed while it runs, and afterwards with its counts', async () => {
  const profile = await buildProfile(testApp, { name: 'Gone soon' })
  await buildAccount(testApp, { profile_id: profile.id })
  await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
  const list = async (query: string) =>
    (await testApp.call('GET', `/v1/profile-deletions?${query}`)).body.data
  expect(await list('status=deleting')).toMatchObject([
    { id: profile.id, object: 'profile_deletion', status: 'deleting', name: 'Gone soon' },
  ])
  expect(await list('status=deleted')).toEqual([])
  await testApp.work()
  expect(await list('status=deleting')).toEqual([])
  expect(await list('')).toMatchObject([
    {
      id: profile.id,
      status: 'deleted',
      name: null,
      finished_at: testApp.clock.now().toISOString(),
      counts: { accounts: 1, posts: 0, media: 0, comments: 0 },
    },
  ])
})

test('deletions are listed newest first, page by page, only for owner keys', async () => {
  const deletedIds = []
  for (let count = 0; count < 3; count += 1) {
    const profile = await buildProfile(testApp)
    testApp.clock.advance(1_000)
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    deletedIds.unshift(profile.id)
  }
  const first = (await testApp.call('GET', '/v1/profile-deletions?limit=2')).body
  const next = await testApp.call(
    'GET',
    `/v1/profile-deletions?limit=2&cursor=${first.next_cursor}`,
  )
  const ids = [...first.data, ...next.body.data].map(({ id }: { id: string }) => id)
  expect(ids.slice(0, 3)).toEqual(deletedIds)
  const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
  const refused = await testApp.call('GET', '/v1/profile-deletions', undefined, { key })
  expect(refused.body.error.code).toBe('owner_key_required')
})
