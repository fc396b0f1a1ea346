import { expect, test } from 'vitest'
import type { Body } from './client.ts'
import { connect, form, openAs, openMastodon, publish, statusesOf } from './mastodon-client.ts'
import { upload } from './mastodon-files.ts'

test('mastodon: instance v2 has the limits, the API version and the domain (mastodon.md §1.1)', async () => {
  const client = await openMastodon()
  const { body } = await client.call('/api/v2/instance')
  expect(body).toMatchObject({
    domain: new URL(client.origin()).host,
    version: '4.6.0',
    api_versions: { mastodon: 10 },
    configuration: {
      statuses: {
        max_characters: 500,
        max_media_attachments: 4,
        characters_reserved_per_url: 23,
      },
      media_attachments: {
        description_limit: 1500,
        image_size_limit: 16_777_216,
        image_matrix_limit: 33_177_600,
        video_size_limit: 103_809_024,
      },
    },
  })
})

test('mastodon: a server before 4.3 has no API version, description limit or discovery (mastodon.md §1.1, §1.2)', async () => {
  const client = await openMastodon()
  const origin = client.origin('oldmastodon')
  const { body } = await client.call(`${origin}/api/v2/instance`)
  expect(body).not.toHaveProperty('api_versions')
  const { media_attachments } = body.configuration as { media_attachments: Body }
  expect(media_attachments).not.toHaveProperty('description_limit')
  expect(media_attachments.image_size_limit).toBe(10_485_760)
  const path = '/.well-known/oauth-authorization-server'
  expect((await client.call(origin + path)).status).toBe(404)
  const { body: current } = await client.call(path)
  expect(current).toMatchObject({
    issuer: `${client.origin()}/`,
    token_endpoint: `${client.origin()}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
  })
})

test('mastodon: the other program has instance v1 only, with 5000 characters (mastodon.md §1.1)', async () => {
  const client = await openMastodon()
  const origin = client.origin('otherserver')
  expect((await client.call(`${origin}/api/v2/instance`)).status).toBe(404)
  const { body } = await client.call(`${origin}/api/v1/instance`)
  expect(body).toMatchObject({
    uri: new URL(origin).host,
    version: '2.7.2 (compatible; Otherserver 1.4.0)',
    max_toot_chars: 5000,
    configuration: { statuses: { max_characters: 5000 } },
  })
})

test('mastodon: limits changed by the control API are shown and apply at once, on their server only', async () => {
  const { client, caller } = await openAs()
  const limits = { mastodon: { max_characters: 10, max_media_attachments: 1 } }
  await client.control('PUT', '/settings', { mastodon_limits: limits })
  for (const version of ['v1', 'v2']) {
    const { body } = await client.call(`/api/${version}/instance`)
    const { statuses } = body.configuration as { statuses: Body }
    expect(statuses).toMatchObject({ max_characters: 10, max_media_attachments: 1 })
  }
  expect((await publish(caller, { status: 'a'.repeat(11) })).status).toBe(422)
  const old = await connect(client, { label: 'oldmastodon' })
  expect((await publish(old, { status: 'a'.repeat(11) })).status).toBe(200)
})

test('mastodon: webfinger leads from a name to its account, another name is 404 (mastodon.md §1.1)', async () => {
  const client = await openMastodon()
  const domain = new URL(client.origin()).host
  const find = (name: string) => client.call(`/.well-known/webfinger?resource=acct:${name}`)
  const { body } = await find(`anna@${domain}`)
  expect(body).toMatchObject({ subject: `acct:anna@${domain}` })
  expect((await find(`nobody@${domain}`)).status).toBe(404)
  expect((await find('anna@far.example')).status).toBe(404)
})

test('mastodon: the profile has its counters (mastodon.md §2, §5)', async () => {
  const { client, caller } = await openAs()
  await publish(caller, { status: 'Bread' })
  await client.control('PATCH', '/accounts/anna@mastodon', { followers: 821, following: 178 })
  const { body } = await caller('/api/v1/accounts/verify_credentials')
  expect(body).toMatchObject({
    username: 'anna',
    acct: 'anna',
    url: `${client.origin()}/@anna`,
    uri: `${client.origin()}/users/anna`,
    display_name: 'Anna Bergmann',
    note: '<p>Bread, mostly.</p>',
    followers_count: 821,
    following_count: 178,
    statuses_count: 1,
    last_status_at: '2026-11-03',
  })
  const picture = await client.call(String(body.avatar))
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect((await client.call(`/api/v1/accounts/${body.id}`)).body.followers_count).toBe(821)
})

test('mastodon: a moved, suspended or limited account says so (mastodon.md §2)', async () => {
  const { client, caller } = await openAs()
  const facts = { moved_to: 'anna@otherserver', suspended: 'true', limited: 'true' }
  await client.control('PATCH', '/accounts/anna@mastodon', { facts })
  const { body } = await caller('/api/v1/accounts/verify_credentials')
  expect(body).toMatchObject({
    moved: { url: `${client.origin('otherserver')}/@anna` },
    suspended: true,
    limited: true,
  })
})

test.each([
  ['disabled', 'Your login is currently disabled'],
  ['unconfirmed', 'Your login is missing a confirmed e-mail address'],
  ['pending', 'Your login is currently pending approval'],
])(
  'mastodon: a login that is %s returns 403, and 200 afterwards (mastodon.md §7)',
  async (login, error) => {
    const { client, caller } = await openAs()
    const path = '/api/v1/accounts/verify_credentials'
    await client.control('PATCH', '/accounts/anna@mastodon', { facts: { login } })
    const refused = await caller(path)
    expect([refused.status, refused.body.error]).toEqual([403, error])
    await client.control('PATCH', '/accounts/anna@mastodon', { facts: {} })
    expect((await caller(path)).status).toBe(200)
  },
)

test.each([
  ['expire-token', 401, 'The access token expired'],
  ['password-change', 401, 'The access token was revoked'],
  ['checkpoint', 403, 'Your login is currently disabled'],
])(
  'mastodon: after the action %s a token returns %i (mastodon.md §7)',
  async (action, status, error) => {
    const { client, caller } = await openAs()
    const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
    await client.control('POST', `/grants/${data[0]!.id}/${action}`)
    const answer = await caller('/api/v1/accounts/verify_credentials')
    expect([answer.status, answer.body.error]).toEqual([status, error])
  },
)

test('mastodon: answers count down, and the 301st request in five minutes is 429 until the reset (mastodon.md §3.5)', async () => {
  const { client, caller } = await openAs()
  const read = () => caller('/api/v1/accounts/verify_credentials')
  const first = await read()
  expect(first.headers.get('x-ratelimit-limit')).toBe('300')
  expect(first.headers.get('x-ratelimit-reset')).toBe('2026-11-03T12:05:00.000Z')
  const left = Number(first.headers.get('x-ratelimit-remaining'))
  for (let number = 0; number < left; number++) await client.call('/api/v1/instance')
  const refused = await read()
  expect([refused.status, refused.body.error]).toEqual([429, 'Too many requests'])
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  // The address is full for everybody, but only at this server.
  expect((await client.call('/api/v1/instance')).status).toBe(429)
  expect((await client.call(`${client.origin('oldmastodon')}/api/v1/instance`)).status).toBe(200)
  client.sandbox.clock.advance(300_000)
  expect((await read()).status).toBe(200)
})

test('mastodon: 30 uploads and 30 deletions in 30 minutes per account (mastodon.md §3.5)', async () => {
  const { client, caller } = await openAs()
  for (let number = 0; number < 30; number++) await upload(caller)
  const thirtyFirst = await caller('/api/v2/media', form({}))
  expect(thirtyFirst.status).toBe(429)
  expect(thirtyFirst.headers.get('x-ratelimit-limit')).toBe('30')
  for (let number = 0; number < 30; number++) {
    await caller('/api/v1/statuses/1', { method: 'DELETE' })
  }
  expect((await caller('/api/v1/statuses/1', { method: 'DELETE' })).status).toBe(429)
  expect((await publish(caller, { status: 'Bread' })).status).toBe(200)
  const ben = await connect(client, { person: 'ben' })
  expect((await ben('/api/v1/statuses/1', { method: 'DELETE' })).status).toBe(404)
})

test('mastodon: rate limits can be switched off', async () => {
  const { client, caller } = await openAs()
  await client.control('PUT', '/settings', { mastodon_rate_limits: false })
  for (let number = 0; number < 31; number++) {
    const { status } = await caller('/api/v1/statuses/1', { method: 'DELETE' })
    expect(status).toBe(404)
  }
})

test.each([
  ['rate_limited', 429, '{"error":"Too many requests"}'],
  [
    'transient',
    503,
    '{"error":"There was a temporary problem serving your request, please try again"}',
  ],
])('mastodon: the fault %s returns %i (mastodon.md §7)', async (kind, status, text) => {
  const { client, caller } = await openAs()
  await client.control('POST', '/faults', { platform: 'mastodon', match: 'verify', kind })
  const answer = await caller('/api/v1/accounts/verify_credentials')
  expect([answer.status, answer.text]).toEqual([status, text])
})

test('mastodon: the fault redirect leads to another host (mastodon.md §7)', async () => {
  const { client, caller } = await openAs()
  await client.control('POST', '/faults', {
    platform: 'mastodon',
    match: 'publish',
    kind: 'redirect',
  })
  const answer = await publish(caller, { status: 'Bread' })
  expect(answer.status).toBe(302)
  expect(new URL(answer.headers.get('location')!).host).toBe('moved.example')
  expect(await statusesOf(caller)).toBe(0)
})

test('mastodon: the call log names endpoints and servers, and leaves out pages', async () => {
  const { client, caller } = await openAs()
  await client.call('/@anna')
  await caller('/api/v1/accounts/verify_credentials')
  await caller('/api/v1/nothing')
  const { data } = await client.control<{ data: Body[] }>('GET', '/calls')
  expect(data.map(({ name, path }) => [name, path])).toEqual([
    ['unknown', '/mastodon/mastodon/api/v1/nothing?lang=en'],
    ['verify', '/mastodon/mastodon/api/v1/accounts/verify_credentials?lang=en'],
    ['token', '/mastodon/mastodon/oauth/token'],
    ['register', '/mastodon/mastodon/api/v1/apps'],
  ])
})

test('mastodon: the addresses of an account and a status lead to the feed', async () => {
  const { client, caller } = await openAs()
  const { body } = await publish(caller, { status: 'Bread & butter' })
  const { body: profile } = await caller('/api/v1/accounts/verify_credentials')
  const feed = `${client.sandbox.context.origin()}/feed/${profile.id}`
  const leads = async (url: unknown) => (await client.call(String(url))).headers.get('location')
  expect(await leads(profile.url)).toBe(feed)
  expect(await leads(body.url)).toBe(`${feed}#post-${body.id}`)
  expect((await client.call(feed)).text).toContain('Bread &amp; butter')
})

test('mastodon: the panel lists the accounts with their servers and can remove the app', async () => {
  const { client, caller } = await openAs()
  const origin = client.sandbox.context.origin()
  const panel = await client.call(origin)
  expect(panel.text).toContain('oldmastodon')
  const action = /action="(\/panel\/grants\/[^"]+)"/.exec(panel.text)![1]!
  const { headers, ...init } = form({ action: 'revoke' })
  const own = { ...headers, 'sec-fetch-site': 'same-origin' }
  await client.call(origin + action, { ...init, headers: own })
  expect((await caller('/api/v1/accounts/verify_credentials')).status).toBe(401)
})

test('mastodon: a person of the control API gets an account on the server in its name', async () => {
  const client = await openMastodon()
  const accounts = ['dora@oldmastodon', 'dora'].map((username) => ({
    platform: 'mastodon',
    username,
  }))
  const dora = await client.control('POST', '/people', { name: 'Dora', accounts })
  expect(dora.accounts).toMatchObject([
    { username: 'dora', server: 'oldmastodon', second_id: 'dora@oldmastodon' },
    { username: 'dora', server: 'mastodon', second_id: 'dora@mastodon' },
  ])
  const caller = await connect(client, { label: 'oldmastodon', person: 'Dora' })
  expect((await caller('/api/v1/accounts/verify_credentials')).body.acct).toBe('dora')
})

test('mastodon: the control API has no app of the network, and lists the registered ones', async () => {
  const client = await openMastodon()
  await connect(client)
  await expect(client.control('GET', '/apps/mastodon')).rejects.toThrow('/control/registrations')
  const { data } = await client.control<{ data: Body[] }>('GET', '/registrations')
  expect(data).toMatchObject([{ platform: 'mastodon', server: 'mastodon', name: 'Postern' }])
})
