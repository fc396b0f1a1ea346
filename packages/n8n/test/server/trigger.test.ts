import { signWebhook } from '@postern/sdk/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { connectNewPerson } from '../../../server/test/publishing.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { type Fixture, openFixture } from './fixture.ts'
import {
  activate,
  createWorkflow,
  deactivate,
  executionsOf,
  httpNode,
  triggerNode,
} from './workflows.ts'

type Endpoint = { id: string; url: string; events: string[]; profile_id: string | null }

let fixture: Fixture
let receiver: Receiver
let workflow: { id: string; versionId: string }

beforeAll(async () => {
  fixture = await openFixture()
  receiver = await openReceiver()
  const events = ['post.scheduled', 'webhook.test']
  workflow = await workflowFor({ events })
}, 300_000)

afterAll(async () => {
  await receiver?.close()
  await fixture?.close()
})

/** A workflow that sends each event to the receiver. */
async function workflowFor(parameters: object, credential = fixture.credential) {
  const nodes = [triggerNode(credential, parameters), httpNode(receiver.url)]
  return await createWorkflow(fixture.n8n, nodes)
}

async function endpoints(): Promise<Endpoint[]> {
  return (await fixture.api('GET', '/v1/webhooks')).data
}

/** Resolves with the event of the next workflow that runs. */
function nextEvent(): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    receiver.respondWith((request) => {
      resolve(request.json)
      return {}
    })
  })
}

describe('an active workflow', () => {
  test('activating registers the endpoint with its events', async () => {
    expect(await activate(fixture.n8n, workflow)).toMatchObject({ status: 'published' })
    expect(await endpoints()).toMatchObject([
      { events: ['post.scheduled', 'webhook.test'], profile_id: null, active: true },
    ])
  })

  test('an event runs the workflow, with the event as its item', async () => {
    const { id } = await connectNewPerson(fixture.testApp)
    const event = nextEvent()
    const post = await fixture.api('POST', '/v1/posts', {
      text: 'Soon',
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      targets: [{ account_id: id }],
    })
    await fixture.testApp.work()
    expect(await event).toMatchObject({
      type: 'post.scheduled',
      data: { post_id: post.id, account_id: id, platform: 'threads' },
    })
  })

  test('a delivery with a wrong, old or missing signature returns 401 and runs nothing', async () => {
    const [endpoint] = await endpoints()
    const before = (await executionsOf(fixture.n8n, workflow)).length
    const body = JSON.stringify({ id: '1', type: 'post.scheduled', data: {} })
    const { secret } = await fixture.api('POST', `/v1/webhooks/${endpoint!.id}/rotate-secret`, {
      overlap_seconds: 86_400,
    })
    const signatures = [
      await signWebhook({ secret: `${secret}x`, body }),
      await signWebhook({ secret, body, now: new Date(Date.now() - 400_000) }),
      '',
    ]
    for (const signature of signatures) {
      const response = await fetch(endpoint!.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'service-signature': signature },
      })
      expect([response.status, await response.text()]).toEqual([401, 'The signature is invalid.'])
    }
    expect(await executionsOf(fixture.n8n, workflow)).toHaveLength(before)
  })

  test('deactivating removes the endpoint', async () => {
    expect(await deactivate(fixture.n8n, workflow)).toMatchObject({ status: 'not_published' })
    expect(await endpoints()).toEqual([])
  })

  test('activating twice leaves one endpoint, if n8n forgot the first', async () => {
    const again = await workflowFor({ events: ['*'] })
    await activate(fixture.n8n, again)
    const [first] = (await endpoints()) as [Endpoint]
    await fixture.api('PATCH', `/v1/webhooks/${first.id}`, { active: false })
    await deactivate(fixture.n8n, again)
    await fixture.api('POST', '/v1/webhooks', { url: first.url, events: ['*'] })
    await activate(fixture.n8n, again)
    expect(await endpoints()).toMatchObject([{ url: first.url, events: ['*'], active: true }])
    await deactivate(fixture.n8n, again)
    expect(await endpoints()).toEqual([])
  })
})

test('a test in the editor registers an endpoint of its own until its first event', async () => {
  const tried = await workflowFor({ events: ['*'] })
  await activate(fixture.n8n, tried)
  const [active] = (await endpoints()) as [Endpoint]
  const run = { triggerToStartFrom: { name: 'Trigger' } }
  const started = await fixture.n8n.call('POST', `/workflows/${tried.id}/run`, run)
  expect(started).toEqual({ waitingForWebhook: true })
  const testing = (await endpoints()).find(({ id }) => id !== active.id)!
  expect(testing.url).toContain('/webhook-test/')
  const event = nextEvent()
  expect(await fixture.api('POST', `/v1/webhooks/${testing.id}/test`)).toMatchObject({
    status: 'succeeded',
  })
  expect(await event).toMatchObject({ type: 'webhook.test' })
  // n8n removes it after its response.
  await expect.poll(endpoints, { timeout: 30_000 }).toMatchObject([{ id: active.id }])
  const again = nextEvent()
  await fixture.api('POST', `/v1/webhooks/${active.id}/test`)
  expect(await again).toMatchObject({ data: { webhook_id: active.id } })
  await deactivate(fixture.n8n, tried)
})

test('a profile limits the endpoint to its events; the next version of the workflow names another one', async () => {
  const [cafe, bar] = [
    await buildProfile(fixture.testApp, { external_id: 'cafe' }),
    await buildProfile(fixture.testApp, { external_id: 'bar' }),
  ]
  const parametersFor = (value: string) => ({
    events: ['post.failed'],
    profile: { __rl: true, mode: 'id', value },
  })
  const limited = await workflowFor(parametersFor('cafe'))
  await activate(fixture.n8n, limited)
  expect(await endpoints()).toMatchObject([{ events: ['post.failed'], profile_id: cafe.id }])
  const [trigger, ...others] = limited.nodes
  const changed = await fixture.n8n.call('PATCH', `/workflows/${limited.id}`, {
    ...limited,
    nodes: [{ ...trigger, parameters: parametersFor('bar') }, ...others],
  })
  await activate(fixture.n8n, changed)
  expect(await endpoints()).toMatchObject([{ events: ['post.failed'], profile_id: bar.id }])
  await deactivate(fixture.n8n, changed)
})

test("an activation that Postern refuses shows Postern's sentence", async () => {
  const limited = { name: 'n8n', scopes: ['posts:read'] }
  const { secret } = await fixture.api('POST', '/v1/api-keys', limited)
  const refused = await workflowFor({ events: ['*'] }, await fixture.createCredential(secret))
  const { status, triggers } = await activate(fixture.n8n, refused)
  expect(status).toBe('failed')
  expect(triggers[0].errorMessage).toContain('This key lacks the scope webhooks:read')
  await deactivate(fixture.n8n, refused)
})

test('n8n starts again → the endpoint stays; it was deleted in the meantime → a new one', async () => {
  const restarted = await workflowFor({ events: ['*'] })
  await activate(fixture.n8n, restarted)
  const [{ id }] = (await endpoints()) as [Endpoint]
  await fixture.n8n.stop()
  await fixture.n8n.start()
  expect(await endpoints()).toMatchObject([{ id }])
  await fixture.n8n.stop()
  await fixture.api('DELETE', `/v1/webhooks/${id}`)
  await fixture.n8n.start()
  const [created] = (await endpoints()) as [Endpoint]
  expect(created.id).not.toBe(id)
  const event = nextEvent()
  await fixture.api('POST', `/v1/webhooks/${created.id}/test`)
  expect(await event).toMatchObject({ type: 'webhook.test' })
})
