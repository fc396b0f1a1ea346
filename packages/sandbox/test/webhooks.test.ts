import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { apps, type Body, connect, openSandbox, type SandboxClient } from './client.ts'
import { receiver } from './receiver.ts'

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64url' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)

async function revoke(client: SandboxClient): Promise<void> {
  const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  await client.control('POST', `/grants/${grants.data[0]?.id}/revoke`)
  await client.control('POST', '/outgoing/settle')
}

test('webhooks: the URL is verified with hub.challenge, and a failure is returned (threads.md §6.1)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v3rify' })
  const good = await client.control('PUT', '/apps/threads', {
    webhook_url: inbox.url,
    verify_token: 'v3rify',
  })
  expect(good).toMatchObject({ webhook_problem: null, webhook_verified: true })
  const bad = await client.control('PUT', '/apps/threads', { verify_token: 'other' })
  expect(bad).toMatchObject({
    webhook_verified: false,
    webhook_problem: expect.stringContaining('403'),
  })
})

test('webhooks: a URL that responds 200 without the challenge is not verified', async () => {
  const client = await openSandbox()
  const { url } = await receiver({ verifyToken: 'v', echo: 'ok' })
  const app = await client.control('PUT', '/apps/threads', { webhook_url: url, verify_token: 'v' })
  expect(app).toMatchObject({
    webhook_verified: false,
    webhook_problem: expect.stringContaining('200'),
  })
})

test('webhooks: the panel shows the URL, headers and body of each, and the response', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v', status: 404 })
  await client.control('PUT', '/apps/threads', { webhook_url: inbox.url, verify_token: 'v' })
  await connect(client, 'threads')
  const post = await client.control('POST', '/posts', { account: 'threads:anna.bakes', text: 'Hi' })
  await client.control('POST', '/comments', { post: post.id, text: 'Rye?', author: 'rita' })
  await client.control('POST', '/outgoing/settle')
  const { text } = await client.call('/')
  const [sent] = /<details id="sent-out_.*?<\/details>/s.exec(text) ?? ['']
  expect(sent).toContain(inbox.url)
  expect(sent).toContain('1 attempt, will be retried')
  expect(sent).toContain(String(inbox.received[0]?.headers['x-hub-signature-256']))
  expect(sent).toContain('&quot;text&quot;: &quot;Rye?&quot;')
  expect(text).toContain('<span class="tag failed">HTTP 404</span>')
})

test('webhooks: a reply on Threads is sent with a signature of the raw, escaped body (threads.md §6.1)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v' })
  await client.control('PUT', '/apps/threads', { webhook_url: inbox.url, verify_token: 'v' })
  await connect(client, 'threads')
  const post = await client.control('POST', '/posts', { account: 'threads:anna.bakes', text: 'Hi' })
  await client.control('POST', '/comments', { post: post.id, text: 'Schön 🍞', author: 'rita' })
  await client.control('POST', '/comments', { post: post.id, text: 'Old', hours_ago: 2 })
  await client.control('POST', '/outgoing/settle')
  expect(inbox.received).toHaveLength(1)
  const [message] = inbox.received
  expect(message?.headers['x-hub-signature-256']).toBe(
    `sha256=${hmac(apps.threads.secret, message?.body ?? '')}`,
  )
  expect(message?.body).toContain('Sch\\u00f6n \\ud83c\\udf5e')
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    topic: 'moderate',
    values: {
      field: 'replies',
      value: { username: 'rita', root_post: { id: post.id, owner_id: '17841460000000011' } },
    },
  })
})

test('webhooks: Instagram sends for subscribed accounts only, in either shape (instagram.md §6)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v' })
  await client.control('PUT', '/apps/instagram', { webhook_url: inbox.url, verify_token: 'v' })
  const token = await connect(client, 'instagram')
  const post = await client.control('POST', '/posts', { account: 'instagram:bergmann.bakery' })
  const comment = () => client.control('POST', '/comments', { post: post.id, text: 'Hi' })
  await comment()
  await client.call(
    `/instagram/graph/v25.0/me/subscribed_apps?subscribed_fields=comments&access_token=${token}`,
    { method: 'POST' },
  )
  await comment()
  await client.control('PUT', '/settings', { instagram_webhook_shape: 'documented' })
  await comment()
  await client.control('POST', '/outgoing/settle')
  const entries = inbox.received.map(({ body }) => JSON.parse(body).entry[0])
  expect(entries).toMatchObject([
    { id: '17841470000000011', changes: [{ field: 'comments' }] },
    { id: '17841470000000011', field: 'comments' },
  ])
})

test('webhooks: a page’s posts and comments are sent; a top-level comment has the post as parent (facebook.md §6)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v' })
  await client.control('PUT', '/apps/facebook', { webhook_url: inbox.url, verify_token: 'v' })
  const user = await connect(client, 'facebook')
  const list = await client.call(`/facebook/graph/v25.0/me/accounts?access_token=${user}`)
  const page = (list.body.data as Body[])[0]!
  const send = (path: string, params: string) =>
    client.call(
      `/facebook/graph/v25.0/${page.id}/${path}?${params}&access_token=${page.access_token}`,
      { method: 'POST' },
    )
  await send('subscribed_apps', 'subscribed_fields=feed')
  const post = (await send('feed', 'message=Hello')).body.id
  await client.control('POST', '/comments', { post, text: 'Nice' })
  await client.control('POST', '/outgoing/settle')
  const values = inbox.received.map(({ body }) => JSON.parse(body).entry[0].changes[0].value)
  expect(values).toMatchObject([
    { item: 'status', verb: 'add' },
    { item: 'comment', verb: 'add', post_id: post, parent_id: post },
  ])
})

test('webhooks: a response other than 200 is retried with growing delays (instagram.md §6)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v', status: 500 })
  await client.control('PUT', '/apps/tiktok', { webhook_url: inbox.url })
  await connect(client, 'tiktok')
  await revoke(client)
  const countAfter = async (seconds: number) => {
    await client.control('POST', '/clock', { advance_seconds: seconds })
    await client.control('POST', '/outgoing/settle')
    return inbox.received.length
  }
  // After 2, 10 and 60 seconds.
  expect(inbox.received).toHaveLength(1)
  expect([await countAfter(2), await countAfter(2), await countAfter(8)]).toEqual([2, 2, 3])
  inbox.status = 200
  expect([await countAfter(10), await countAfter(50)]).toEqual([3, 4])
  const sent = await client.control<{ data: Body[] }>('GET', '/outgoing')
  expect(sent.data).toMatchObject([{ attempts: 4, next_at: null, last_status: 'HTTP 200' }])
})

test('webhooks: TikTok signs t.body, and content is a JSON string (tiktok.md §6)', async () => {
  const client = await openSandbox()
  const inbox = await receiver({ verifyToken: 'v' })
  await client.control('PUT', '/apps/tiktok', { webhook_url: inbox.url })
  await connect(client, 'tiktok')
  await revoke(client)
  const [message] = inbox.received
  const [, time, signature] =
    /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(message?.headers['tiktok-signature'])) ?? []
  expect(signature).toBe(hmac(apps.tiktok.secret, `${time}.${message?.body}`))
  const event = JSON.parse(message?.body ?? '')
  expect(event).toMatchObject({ event: 'authorization.removed', client_key: apps.tiktok.id })
  expect(JSON.parse(event.content)).toEqual({ reason: 1 })
})

test.each([
  ['threads', '17841460000000011'],
  ['instagram', '24963000000000011'],
  ['facebook', '10210000000000001'],
] as const)(
  'callbacks: removing the app on %s posts a signed_request with the app-scoped id (threads.md §6.2)',
  async (platform, id) => {
    const client = await openSandbox()
    const inbox = await receiver({ verifyToken: 'v' })
    await client.control('PUT', `/apps/${platform}`, { deauthorize_url: inbox.url })
    await connect(client, platform)
    await revoke(client)
    const signed = new URLSearchParams(inbox.received[0]?.body).get('signed_request') ?? ''
    const [signature, payload] = signed.split('.')
    expect(signature).toBe(hmac(apps[platform].secret, payload ?? '', 'base64url'))
    const facts = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    expect(facts).toMatchObject({ user_id: id, algorithm: 'HMAC-SHA256' })
  },
)
