import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { apps, authorizeUrl, type Body, connect, form, graphError, openSandbox } from './client.ts'
import { until } from './files.ts'

const me = (token: string) => `/threads/graph/v1.0/me?access_token=${token}`

test('control: a redirect URI must use https, or http on localhost', async () => {
  const client = await openSandbox()
  const put = (platform: string, uri: string) =>
    client.call(`/control/apps/${platform}`, {
      method: 'PUT',
      body: JSON.stringify({ redirect_uris: [uri] }),
    })
  expect((await put('threads', 'http://app.example/cb')).status).toBe(400)
  expect((await put('threads', 'http://localhost:3000/cb')).status).toBe(200)
  expect((await put('tiktok', 'https://app.example/cb?x=1')).status).toBe(400)
})

test('control: a fault returns the platform’s error the requested number of times', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  await client.control('POST', '/faults', {
    platform: 'threads',
    match: '/me',
    kind: 'rate_limited',
    times: 2,
  })
  for (let time = 0; time < 2; time++) {
    const limited = await client.call(me(token))
    expect(graphError(limited.body)).toMatchObject({ code: 4 })
    expect(limited.headers.get('x-app-usage')).toContain('"call_count":100')
  }
  expect((await client.call(me(token))).status).toBe(200)
  await client.control('POST', '/faults', { platform: 'threads', match: 'node', kind: 'transient' })
  expect(graphError((await client.call(me(token))).body)).toMatchObject({
    code: 2,
    is_transient: true,
  })
})

test('control: the first calls pass a fault that skips them', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  const fault = { platform: 'threads', match: 'node', kind: 'http_500', skip: 2 }
  await client.control('POST', '/faults', fault)
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await client.call(me(token))).status)
  expect(statuses).toEqual([200, 200, 500, 200])
})

test.each([
  ['answer', 0],
  ['after_accepting_answer', 1],
])('control: a fault %s returns the given response', async (kind, posts) => {
  const client = await openSandbox()
  const token = await connect(client, 'facebook')
  const graph = '/facebook/graph/v25.0'
  const list = await client.call(`${graph}/me/accounts?access_token=${token}`)
  const [page] = list.body.data as { id: string; access_token: string }[]
  const answer = { status: 403, body: { error: { code: 10, message: 'No.' } } }
  const fault = { platform: 'facebook', match: 'feed', kind }
  const body = JSON.stringify(fault)
  expect((await client.call('/control/faults', { method: 'POST', body })).status).toBe(400)
  await client.control('POST', '/faults', { ...fault, answer })
  const params = { message: 'Hello', access_token: page!.access_token }
  const refused = await client.call(`${graph}/${page!.id}/feed`, form(params))
  expect([refused.status, refused.body]).toEqual([403, answer.body])
  const feed = await client.call(`${graph}/${page!.id}/feed?access_token=${page!.access_token}`)
  expect(feed.body.data).toHaveLength(posts)
})

test('control: a fault for an endpoint that the platform does not have is rejected', async () => {
  const client = await openSandbox()
  const response = await client.call('/control/faults', {
    method: 'POST',
    body: JSON.stringify({ platform: 'tiktok', match: 'creator_inf', kind: 'transient' }),
  })
  expect(response.status).toBe(400)
  expect(response.text).toContain('TikTok has no endpoint')
  expect(response.text).toContain('creator_info')
  expect(client.sandbox.state.faults.size).toBe(0)
})

test('control: after_accepting_500 publishes the post before it fails', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  const params = {
    media_type: 'TEXT',
    text: 'Once',
    auto_publish_text: 'true',
    access_token: token,
  }
  await client.control('POST', '/faults', {
    platform: 'threads',
    match: 'create',
    kind: 'after_accepting_500',
  })
  const response = await client.call('/threads/graph/v1.0/me/threads', form(params))
  expect(response.status).toBe(500)
  const list = await client.call(`/threads/graph/v1.0/me/threads?access_token=${token}`)
  expect(list.body.data).toHaveLength(1)
})

test.each(['timeout', 'hang', 'connection_reset', 'after_accepting_timeout'])(
  'control: a %s fault sends no complete response and is used up once',
  async (kind) => {
    const client = await openSandbox()
    await client.control('POST', '/faults', { platform: 'tiktok', kind })
    const controller = new AbortController()
    const request = fetch(`${client.url}/tiktok/open/v2/user/info/`, { signal: controller.signal })
    if (kind === 'hang') {
      const response = await request
      expect(response.status).toBe(200)
      controller.abort()
      await expect(response.text()).rejects.toThrow()
    } else {
      const refused = expect(request).rejects.toThrow()
      const faults = () => client.control<{ data: Body[] }>('GET', '/faults')
      await until(faults, ({ data }) => data.length === 0)
      controller.abort()
      await refused
    }
    expect((await client.call('/tiktok/open/v2/user/info/')).status).toBe(401)
  },
)

test('control: the call log redacts tokens', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  await client.call(me(token))
  const log = await client.control('GET', '/calls')
  const text = JSON.stringify(log)
  expect(text).toContain('/threads/graph/v1.0/me?access_token=…')
  expect(text).not.toContain(token)
  expect(text).not.toContain(apps.threads.secret)
})

test('control: the accounts of a new person can be connected', async () => {
  const client = await openSandbox()
  await client.control('POST', '/people', {
    name: 'Dora Klein',
    accounts: [
      { platform: 'threads', username: 'dora' },
      {
        platform: 'facebook',
        username: 'dora.klein',
        pages: [{ name: 'Dora’s Flowers', business: 'Flower AG', business_relation: 'client' }],
      },
    ],
  })
  const token = await connect(client, 'threads', { person: 'Dora Klein' })
  expect((await client.call(`${me(token)}&fields=username`)).body.username).toBe('dora')
  const user = await connect(client, 'facebook', { account: 'dora.klein' })
  const businesses = await client.call(`/facebook/graph/v25.0/me/businesses?access_token=${user}`)
  const id = (businesses.body.data as Body[])[0]?.id
  const pages = await client.call(`/facebook/graph/v25.0/${id}/client_pages?access_token=${user}`)
  expect(pages.text).toContain('Dora’s Flowers')
})

test('control: reset restores the seeded people and deletes everything else', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  await client.control('POST', '/clock', { advance_seconds: 1000 })
  await client.control('POST', '/reset')
  expect(graphError((await client.call(me(token))).body)).toMatchObject({ code: 190 })
  expect(await client.control('GET', '/clock')).toMatchObject({ offset_seconds: 0 })
  expect((await client.control<{ data: Body[] }>('GET', '/people')).data).toHaveLength(3)
})

test('control: an error of the authorize page is returned with status and body', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'tiktok', 'user.info.basic', { client_key: 'other' })
  const response = await client.control('POST', '/authorize', { url, decision: 'allow' })
  expect(response.error).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
})

test('inbox: messages are stored unchanged and their signatures checked', async () => {
  const client = await openSandbox()
  await client.call('/inbox/agency', {
    method: 'PUT',
    body: JSON.stringify({ secret: 'whsec_abc' }),
  })
  const send = (headers: Record<string, string>, body = '{"ä": 1}') =>
    client.call('/inbox/agency', { method: 'POST', headers, body })
  const sign = (time: number, body = '{"ä": 1}') =>
    createHmac('sha256', 'whsec_abc').update(`${time}.${body}`).digest('hex')
  const now = Math.floor(Date.now() / 1000)
  await send({ 'service-signature': `t=${now},v1=${'0'.repeat(64)},v1=${sign(now)}` })
  await send({ 'service-signature': `t=${now},v1=${sign(now + 1)}` })
  await send({ 'service-signature': `t=${now - 400},v1=${sign(now - 400)}` })
  await send({})
  const messages = JSON.parse((await client.call('/inbox/agency/messages')).text) as Body[]
  expect(messages.map((message) => message.signature)).toEqual([
    'valid',
    'invalid',
    'stale',
    'missing',
  ])
  expect(messages[0]?.body).toBe('{"ä": 1}')
  expect((await client.call('/inbox/agency')).text).toContain('Valid signature')
  await client.call('/inbox/agency', { method: 'PUT', body: JSON.stringify({ status: 503 }) })
  expect((await send({})).status).toBe(503)
  await client.call('/inbox/agency/messages', { method: 'DELETE' })
  expect((await client.call('/inbox/agency/messages')).text).toBe('[]')
})

test('inbox: keeps the last 200 messages', async () => {
  const client = await openSandbox()
  for (let n = 0; n < 205; n++) await client.call('/inbox/x', { method: 'POST', body: String(n) })
  const messages = JSON.parse((await client.call('/inbox/x/messages')).text) as Body[]
  expect([messages.length, messages[0]?.body]).toEqual([200, '5'])
})

test('inbox: moving the sandbox clock does not make a signature stale', async () => {
  const client = await openSandbox()
  await client.control('POST', '/clock', { advance_seconds: 86_400 })
  await client.call('/inbox/a', { method: 'PUT', body: JSON.stringify({ secret: 's' }) })
  const now = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', 's').update(`${now}.x`).digest('hex')
  const headers = { 'service-signature': `t=${now},v1=${v1}` }
  await client.call('/inbox/a', { method: 'POST', headers, body: 'x' })
  expect((await client.call('/inbox/a/messages')).text).toContain('"signature":"valid"')
})

test('control: malformed requests are refused, an unknown field of Threads with 500', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'threads')
  const responses = await Promise.all([
    client.call(`/threads/graph/%zz?access_token=${token}`),
    client.call(`/threads/graph/me?fields=a{b&access_token=${token}`),
    client.call(`/threads/graph/me?fields=constructor&access_token=${token}`),
    client.call('/control/clock', { method: 'POST', body: '{' }),
    client.call('/panel/clock', { method: 'POST', body: 'x' }),
  ])
  expect(responses.map((response) => response.status)).toEqual([400, 400, 500, 400, 415])
})

test('panel: forms of other web pages are refused', async () => {
  const client = await openSandbox()
  await connect(client, 'threads')
  const reset = async (headers: Record<string, string>) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', body: '', headers: { ...type, ...headers } }
    return (await client.call('/panel/reset', init)).status
  }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  expect(await reset(foreign)).toBe(403)
  expect((await client.call('/')).text).toContain('>Reset everything</summary>')
  expect(await reset({ 'sec-fetch-site': 'same-origin' })).toBe(303)
})
