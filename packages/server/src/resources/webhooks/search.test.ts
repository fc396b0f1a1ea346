import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, emitComments } from '../../../test/build-webhook.ts'
import { openInbox } from '../../../test/inbox.ts'
import { buildPost, connectAccount } from '../../../test/publishing.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Delivery } from '../../schemas/delivery.ts'
import { emitEvent } from './emit.ts'

const testApp = useTestApp({ poolMax: 4 })
let receiver: Receiver
let path: string
let profile: { id: string }

beforeAll(async () => {
  receiver = await openReceiver()
  profile = await buildProfile(testApp)
  path = (await buildWebhook(testApp, { url: receiver.url })).path
})
afterAll(() => receiver.close())

const comment = 'cmt_01k4wz7tq8e1n9mdh2y6c3vbfa'
const post = 'post_01k4wz7tq8e1n9mdh2y6c3vbfa'

async function emitScheduled(type: 'post.scheduled' | 'post.canceled'): Promise<void> {
  const now = testApp.clock.now()
  await testApp.ctx.db.transact((tx) =>
    emitEvent(tx, {
      ownerId: testApp.ownerId,
      profileId: profile.id,
      profileExternalId: null,
      type,
      data: {
        post_id: post,
        target_id: 'tgt_01k4wz7tq8e1n9mdh2y6c3vbfa',
        account_id: 'acc_01k4wz7tq8e1n9mdh2y6c3vbfa',
        platform: 'threads',
        scheduled_at: null,
      },
      now,
    }),
  )
}

const search = async (query: string): Promise<Delivery[]> => {
  const { status, body } = await testApp.call('GET', `${path}/deliveries?${query}`)
  expect(status).toBe(200)
  return body.data
}
const typesOf = async (query: string) => (await search(query)).map((each) => each.event_type)

test('deliveries are found by event, by resource, and by both with the other filters', async () => {
  await emitScheduled('post.scheduled')
  testApp.clock.advance(3 * 86_400_000)
  await emitComments(testApp, profile, ['about the comment'])
  receiver.respondWith({ status: 500 })
  await testApp.work()
  testApp.clock.advance(1_000)
  await emitScheduled('post.canceled')
  const times = (await search('')).map((each) => each.created_at)
  expect(await typesOf(`resource_id=${post}`)).toEqual(['post.canceled', 'post.scheduled'])
  expect(await typesOf(`resource_id=${comment}`)).toEqual(['comment.created'])
  expect(await typesOf(`resource_id=${post}&event_type=post.scheduled,comment.created`)).toEqual([
    'post.scheduled',
  ])
  expect(await typesOf(`resource_id=${post}&since=${times[0]}`)).toEqual(['post.canceled'])
  expect(await typesOf(`resource_id=${post}&until=${times[0]}`)).toEqual(['post.scheduled'])
  const [{ event_id: event }] = (await search(`resource_id=${comment}`)) as [Delivery]
  expect((await search(`event_id=${event}`)).map((each) => each.event_id)).toEqual([event])
  expect(await search(`event_id=${event}&resource_id=${post}`)).toEqual([])
  expect(await search(`event_id=${event}&status=succeeded`)).toEqual([])
  expect(await search('event_id=019b0000-0000-7000-8000-000000000000')).toEqual([])
})

test('the events about a resource are paged', async () => {
  const first = await testApp.call('GET', `${path}/deliveries?resource_id=${post}&limit=1`)
  expect(first.body).toMatchObject({ data: [{ event_type: 'post.canceled' }], has_more: true })
  const rest = await search(`resource_id=${post}&limit=1&cursor=${first.body.next_cursor}`)
  expect(rest.map((each) => each.event_type)).toEqual(['post.scheduled'])
  const cursor = `cursor=${first.body.next_cursor}`
  const other = `${path}/deliveries?resource_id=${comment}&limit=1&${cursor}`
  expect((await testApp.call('GET', other)).status).toBe(400)
})

test('a test event is found by its endpoint', async () => {
  await testApp.call('POST', `${path}/test`)
  const id = path.split('/').at(-1)
  expect(await typesOf(`resource_id=${id}`)).toEqual(['webhook.test'])
})

test('a search finds deliveries by the words of their post, by account name and by each ID', async () => {
  const account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  const schedule = (text: string) =>
    buildPost(testApp, {
      text,
      targets: [{ account_id: account.id }],
      mode: 'schedule',
      scheduled_at: new Date(testApp.clock.now().getTime() + 3_600_000).toISOString(),
    })
  const { id } = await schedule('Zwetschgendatschi mit Rahm')
  await schedule('Something else')
  const found = await search(`search=${encodeURIComponent('zwetschgen rahm')}`)
  expect(found.map((each) => each.event_type)).toEqual(['post.scheduled'])
  expect(found[0]!.subject).toEqual({ type: 'post', id, text: 'Zwetschgendatschi mit Rahm' })
  for (const text of [id, found[0]!.event_id, found[0]!.id]) {
    expect((await search(`search=${text}`)).map((each) => each.id)).toEqual([found[0]!.id])
  }
  expect((await search('search=anna.bakes'))[0]!.subject).toMatchObject({
    type: 'account',
    text: 'anna.bakes',
  })
  expect(await search(`search=${id}&resource_id=${account.id}`)).toEqual([])
  expect(await search('search=nothing-like-this')).toEqual([])
  const other = await buildProfile(testApp)
  const key = await buildKey(testApp, { profile_id: other.id })
  const own = await buildWebhook(testApp, { url: receiver.url, profile_id: other.id })
  const hidden = await testApp.call('GET', `${own.path}/deliveries?search=zwetschgen`, undefined, {
    key,
  })
  expect(hidden.body.data).toEqual([])
})

test('a subject has the text of the comment, and the name of a profile that was deleted', async () => {
  const { id: profileId } = await buildProfile(testApp, { name: 'Gärtnerei Halde' })
  const inbox = await openInbox(testApp, 'instagram', { profileId })
  await inbox.addComment({ text: 'Habt ihr Dahlien?' })
  await testApp.work()
  const { id } = await testApp.ctx.db.query
    .selectFrom('comment')
    .select('id')
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  const subjectOf = async (id: string) => (await search(`resource_id=${id}`))[0]!.subject
  expect(await subjectOf(id)).toEqual({ type: 'comment', id, text: 'Habt ihr Dahlien?' })
  await testApp.call('DELETE', `/v1/profiles/${profileId}`)
  await testApp.work()
  expect(await subjectOf(profileId)).toEqual({
    type: 'profile',
    id: profileId,
    text: 'Gärtnerei Halde',
  })
  expect(await subjectOf(id)).toBeNull()
})

test('an event_id that is no UUID returns 400 and names the parameter', async () => {
  const { status, body } = await testApp.call('GET', `${path}/deliveries?event_id=evt_1`)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'validation_failed', param: 'event_id' })
})

test('a profile key finds nothing about the events of another profile', async () => {
  const other = await buildProfile(testApp)
  const key = await buildKey(testApp, { profile_id: other.id })
  const own = await buildWebhook(testApp, { url: receiver.url, profile_id: other.id })
  const found = (query: string) =>
    testApp.call('GET', `${own.path}/deliveries?${query}`, undefined, { key })
  await emitComments(testApp, other, ['mine'])
  expect((await found(`resource_id=${post}`)).body.data).toEqual([])
  expect((await found(`resource_id=${comment}`)).body.data).toHaveLength(1)
})
