import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { buildMedia } from '../../../test/media-files.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let owner: DashboardBrowser

beforeAll(async () => {
  receiver = await openReceiver()
  owner = await signInOwner(testApp)
}, 60_000)
afterAll(() => receiver.close())

test('an entry has the current name of each resource, and says which are deleted', async () => {
  const profile = await buildProfile(testApp, { name: 'Before' })
  await owner.call('PATCH', `/v1/profiles/${profile.id}`, { name: 'Nordlicht' })
  const draft = { text: 'Our winter menu' }
  const post = await owner.call('POST', '/v1/posts', draft, { profile: profile.id })
  const media = await buildMedia(testApp, { profile: profile.id })
  const altText = { alt_text: 'A bowl of soup' }
  const shown = await buildMedia(testApp, { profile: profile.id, ...altText })
  await owner.call('DELETE', `/v1/media/${media.id}`)
  const read = async (id: string) => {
    const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${id}&limit=1`)
    return body.data[0].resource
  }
  expect(await read(profile.id)).toMatchObject({ name: 'Nordlicht', deleted: false })
  expect(await read(post.body.id)).toMatchObject({ name: 'Our winter menu', deleted: false })
  expect(await read(shown.id)).toMatchObject({ name: 'A bowl of soup', deleted: false })
  expect(await read(media.id)).toMatchObject({ name: null, deleted: true })
})

test('an entry has the last name of a deleted member, and the host of a deleted endpoint or origin', async () => {
  const removeAndRead = async (path: string, input: object) => {
    const created = await owner.call('POST', path, input)
    await owner.call('DELETE', `${path}/${created.body.id}`)
    const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${created.body.id}`)
    expect(body.data).toHaveLength(2)
    return body.data.map((entry: { resource: { name: string; deleted: boolean } }) => [
      entry.resource.name,
      entry.resource.deleted,
    ])
  }
  const twice = (name: string) => [
    [name, true],
    [name, true],
  ]
  const member = { name: 'Lena', email: 'lena@example.com', role: 'owner' }
  expect(await removeAndRead('/v1/members', member)).toEqual(twice('Lena'))
  const url = `${receiver.url}/hooks?token=a-secret-in-a-url`
  const endpoint = { url, events: ['*'] }
  const { host } = new URL(receiver.url)
  expect(await removeAndRead('/v1/webhooks', endpoint)).toEqual(twice(host))
  const origin = { origin: 'https://shop.example.com' }
  const origins = '/v1/connect/redirect-origins'
  expect(await removeAndRead(origins, origin)).toEqual(twice('shop.example.com'))
  const { rows } = await testApp.ctx.db.pool.query('select resource_name from audit_entry')
  expect(JSON.stringify(rows)).not.toContain('a-secret-in-a-url')
})

test('an entry of a test event and of a resent delivery names its endpoint, by its host once it is deleted', async () => {
  const { path, delivery, id } = await sendTest({})
  await owner.call('POST', `${path}/deliveries/${delivery}/resend`)
  const read = async () => {
    const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${delivery}`)
    return body.data
  }
  const named = { name: receiver.url, parent_id: id, deleted: false }
  expect(await read()).toMatchObject([
    { action: 'resendWebhookDelivery', resource: named },
    { action: 'testWebhook', resource: named },
  ])
  await owner.call('DELETE', path)
  const gone = { name: new URL(receiver.url).host, parent_id: null, deleted: true }
  expect(await read()).toMatchObject([{ resource: gone }, { resource: gone }])
})

test('a test event is recorded without a profile if its endpoint has none, and so is its repetition', async () => {
  const profile = await buildProfile(testApp)
  for (const profile_id of [null, profile.id]) {
    const { path, delivery } = await sendTest({ profile_id })
    await owner.call('POST', `${path}/deliveries/${delivery}/resend`)
    const { body } = await owner.call('GET', `/v1/audit-log?resource_id=${delivery}`)
    expect(body.data).toMatchObject([{ profile_id }, { profile_id }])
  }
})

async function sendTest(input: object) {
  const created = { url: receiver.url, events: ['*'], ...input }
  const { id } = (await owner.call('POST', '/v1/webhooks', created)).body
  const path = `/v1/webhooks/${id}`
  const { body } = await owner.call('POST', `${path}/test`)
  return { path, id, delivery: body.id as string }
}

test('an entry does not name a resource of another profile than the selected one', async () => {
  const [here, there] = [await buildProfile(testApp), await buildProfile(testApp)]
  const account = await buildAccount(testApp, { profile_id: here.id })
  await owner.call('POST', `/v1/accounts/${account.id}/move`, { profile_id: there.id })
  await testApp.ctx.db.pool.query(`update audit_entry set profile_id = $1 where resource_id = $2`, [
    here.id,
    account.id,
  ])
  const { body } = await owner.call('GET', '/v1/audit-log', undefined, { profile: here.id })
  const moved = body.data.find(({ action }: { action: string }) => action === 'moveAccount')
  expect(moved.resource).toMatchObject({ id: account.id, name: null, deleted: false })
})
