import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../test/seed.ts'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let seeded: SeededProfile
let staff: string

beforeAll(async () => {
  receiver = await openReceiver()
  seeded = await seedProfile(testApp, 'instagram', receiver.url)
  const member = await testApp.call('POST', '/v1/members', {
    name: 'Sam',
    email: 'sam@example.com',
    role: 'owner',
  })
  staff = member.body.id
}, 60_000)
afterAll(() => receiver.close())

const comment = (rest = '') => `/v1/comments/${seeded.comment.id}${rest}`
const post = () => `/v1/posts/${seeded.post.id}`
const later = () => new Date(testApp.clock.now().getTime() + 40 * 86_400_000).toISOString()

const changes: [action: string, method: string, path: () => string, body: () => object][] = [
  ['hideComment', 'POST', () => comment('/hide'), () => ({ hidden: true })],
  ['unhideComment', 'POST', () => comment('/hide'), () => ({ hidden: false })],
  ['changeReplyStatus', 'PATCH', comment, () => ({ reply_status: 'in_progress' })],
  ['assignComment', 'PATCH', comment, () => ({ assigned_to: staff })],
  ['unassignComment', 'PATCH', comment, () => ({ assigned_to: null })],
  ['updateComment', 'PATCH', comment, () => ({ assigned_to: null, reply_status: 'unreplied' })],
  ['reschedulePost', 'PATCH', post, () => ({ scheduled_at: later() })],
  ['updatePost', 'PATCH', post, () => ({ scheduled_at: later(), text: 'Another plan' })],
  ['updatePost', 'PATCH', post, () => ({ mode: 'draft' })],
  ['publishPost', 'PATCH', post, () => ({ mode: 'now' })],
  ['disableMember', 'PATCH', () => `/v1/members/${staff}`, () => ({ disabled: true })],
  ['enableMember', 'PATCH', () => `/v1/members/${staff}`, () => ({ disabled: false })],
  ['updateMember', 'PATCH', () => `/v1/members/${staff}`, () => ({ name: 'Samira' })],
  ['pauseWebhook', 'PATCH', () => `/v1/webhooks/${seeded.webhook.id}`, () => ({ active: false })],
  ['enableWebhook', 'PATCH', () => `/v1/webhooks/${seeded.webhook.id}`, () => ({ active: true })],
]

test.each(changes)('the action of a change says what it did: %s', async (...change) => {
  const [action, method, path, body] = change
  const { status, body: answer } = await testApp.call(method, path(), body())
  expect([status, answer.error]).toEqual([200, undefined])
  const { data } = (await testApp.call('GET', '/v1/audit-log?limit=1')).body
  expect(data[0]).toMatchObject({ action, status: 200 })
})
