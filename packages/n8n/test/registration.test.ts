import { expect, test } from 'vitest'
import { isAsDescribed } from '../nodes/PosternTrigger/registration.ts'

const url = 'https://n8n.example/webhook/1'
const registration = { webhookId: 'whe_1', secret: 'whsec_1', profile: 'cafe-aurora' }
const endpoint = {
  id: 'whe_1',
  url,
  events: ['post.failed', 'post.published'],
  active: true,
  profile_id: 'prf_1',
}
const node = { url, events: ['post.published', 'post.failed'], profile: 'cafe-aurora' }

test.each([
  ['nothing changed', {}, {}, true],
  ['another profile', {}, { profile: 'cafe-luna' }, false],
  ['all profiles instead of one', {}, { profile: '' }, false],
  ['other events', {}, { events: ['post.failed'] }, false],
  ['another address', {}, { url: 'https://n8n.example/webhook/2' }, false],
  ['the endpoint is gone', { webhookId: 'whe_2' }, {}, false],
])('the registration of a trigger, %s → %#', (_name, stored, described, isUnchanged) => {
  const known = { ...registration, ...stored } as typeof registration
  expect(isAsDescribed(known, [endpoint], { ...node, ...described })).toBe(isUnchanged)
})
