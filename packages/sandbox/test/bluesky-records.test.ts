import { expect, test } from 'vitest'
import {
  allScopes,
  type Body,
  type Client,
  call,
  createdAt,
  developmentClientId,
  dids,
  GATE,
  get,
  login,
  openBluesky,
  POST,
  putPost,
  type Session,
} from './bluesky-client.ts'
import { png } from './files.ts'

const RKEY = '3jzfcijpj2z2a'
const OTHER = '3jzfcijpj2z2b'

async function open(scope?: string): Promise<{ client: Client; session: Session }> {
  const client = await openBluesky()
  const input = scope ? { scope, clientId: developmentClientId(scope) } : {}
  return { client, session: await login(client, 'anna', input) }
}

const uri = (rkey: string, collection = POST) => `at://${dids.anna}/${collection}/${rkey}`

function getRecord(client: Client, rkey: string, collection = POST) {
  const query = new URLSearchParams({ repo: dids.anna, collection, rkey })
  return get(`${client.origin('pds')}/xrpc/com.atproto.repo.getRecord?${query}`)
}

function write(client: Client, session: Session, action: string, input: Body) {
  const json = { repo: session.did, collection: POST, ...input }
  return call(client, session, `com.atproto.repo.${action}Record`, { json })
}

test('a post that is put is read back from the repository at once', async () => {
  const { client, session } = await open()
  await client.settings({ bluesky_appview_lag_ms: 60_000 })
  const put = await putPost(client, session, RKEY, { text: 'Fresh bread', langs: ['en'] })
  expect(put.status).toBe(200)
  expect(put.body).toMatchObject({ uri: uri(RKEY), validationStatus: 'valid' })
  expect(put.body.cid).toMatch(/^bafyrei/)
  expect(put.body.commit).toMatchObject({ rev: expect.any(String) })
  const value = { $type: POST, text: 'Fresh bread', langs: ['en'], createdAt }
  expect((await getRecord(client, RKEY)).body).toEqual({
    uri: uri(RKEY),
    cid: put.body.cid,
    value,
  })
  const { data } = await client.control<{ data: Body[] }>('GET', '/posts')
  expect(data).toMatchObject([{ id: RKEY, text: 'Fresh bread', account_id: dids.anna }])
})

test('putting the same record again, in any order, changes nothing and has no commit', async () => {
  const { client, session } = await open()
  const first = await putPost(client, session, RKEY, { text: 'Once', langs: ['en'] })
  const again = await putPost(client, session, RKEY, { langs: ['en'], text: 'Once' })
  expect([again.status, again.body]).toEqual([
    200,
    { uri: uri(RKEY), cid: first.body.cid, validationStatus: 'valid' },
  ])
})

test('putting another record with swapRecord null is refused, and the first stays', async () => {
  const { client, session } = await open()
  const first = await putPost(client, session, RKEY, { text: 'First' })
  const second = await putPost(client, session, RKEY, { text: 'Second' })
  expect([second.status, second.body]).toEqual([
    400,
    { error: 'InvalidSwap', message: `Record was at ${first.body.cid}` },
  ])
  expect((await getRecord(client, RKEY)).body.value).toMatchObject({ text: 'First' })
})

test('swapRecord with the current cid replaces a record, without one it is overwritten', async () => {
  const { client, session } = await open()
  const { body } = await putPost(client, session, RKEY, { text: 'First' })
  const absent = await putPost(client, session, OTHER, { text: 'New' }, { swapRecord: body.cid })
  expect(absent.body).toEqual({ error: 'InvalidSwap', message: 'Record was at null' })
  const swap = { swapRecord: body.cid }
  expect((await putPost(client, session, RKEY, { text: 'Second' }, swap)).status).toBe(200)
  const plain = { swapRecord: undefined }
  expect((await putPost(client, session, RKEY, { text: 'Third' }, plain)).status).toBe(200)
  expect((await getRecord(client, RKEY)).body.value).toMatchObject({ text: 'Third' })
})

test('createRecord makes a key, and with a key that exists returns 500', async () => {
  const { client, session } = await open()
  const record = { text: 'Hello', createdAt }
  const created = await write(client, session, 'create', { record })
  const rkey = String(created.body.uri).split('/').at(-1)
  expect(rkey).toMatch(/^[2-7a-z]{13}$/)
  const again = await write(client, session, 'create', { rkey, record })
  expect([again.status, again.body.error]).toEqual([500, 'InternalServerError'])
})

test('a record is deleted once with a commit and a second time without', async () => {
  const { client, session } = await open()
  await putPost(client, session, RKEY, { text: 'Gone soon' })
  const first = await write(client, session, 'delete', { rkey: RKEY })
  expect([first.status, first.body]).toEqual([200, { commit: expect.anything() }])
  const second = await write(client, session, 'delete', { rkey: RKEY })
  expect([second.status, second.body]).toEqual([200, {}])
  const gone = await getRecord(client, RKEY)
  expect([gone.status, gone.body]).toEqual([
    400,
    { error: 'RecordNotFound', message: `Could not locate record: ${uri(RKEY)}` },
  ])
})

test('two accounts can use the same record key', async () => {
  const { client, session } = await open()
  const ben = await login(client, 'ben')
  await putPost(client, session, RKEY, { text: 'From Anna' })
  await putPost(client, ben, RKEY, { text: 'From Ben' })
  expect((await getRecord(client, RKEY)).body.value).toMatchObject({ text: 'From Anna' })
  const query = new URLSearchParams({ repo: 'ben.test', collection: POST, rkey: RKEY })
  const address = `${client.origin('otherpds')}/xrpc/com.atproto.repo.getRecord?${query}`
  expect((await get(address)).body).toMatchObject({
    uri: `at://${dids.ben}/${POST}/${RKEY}`,
    value: { text: 'From Ben' },
  })
})

test('records are listed newest key first, in pages, and in reverse', async () => {
  const { client, session } = await open()
  const keys = ['3jzfcijpj2z2a', '3jzfcijpj2z2b', '3jzfcijpj2z2c']
  for (const rkey of keys) await putPost(client, session, rkey, { text: rkey })
  const list = async (more: Record<string, string>) => {
    const query = new URLSearchParams({ repo: dids.anna, collection: POST, ...more })
    const { body } = await get(`${client.origin('pds')}/xrpc/com.atproto.repo.listRecords?${query}`)
    const records = body.records as { uri: string }[]
    return { keys: records.map((record) => record.uri.slice(-13)), cursor: body.cursor }
  }
  const first = await list({ limit: '2' })
  expect(first).toEqual({ keys: [keys[2], keys[1]], cursor: keys[1] })
  expect((await list({ limit: '2', cursor: String(first.cursor) })).keys).toEqual([keys[0]])
  expect((await list({ reverse: 'true' })).keys).toEqual(keys)
})

const without = (...parts: string[]) =>
  allScopes
    .split(' ')
    .filter((scope) => !parts.some((part) => scope.startsWith(part)))
    .join(' ')

test('each scope that is missing refuses its calls with ScopeMissingError', async () => {
  const client = await openBluesky()
  const cases: [string, string, (session: Session) => ReturnType<typeof call>][] = [
    [
      `repo:${POST}`,
      `repo:${POST}?action=create`,
      (session) => putPost(client, session, RKEY, { text: 'a' }),
    ],
    [
      `repo:${GATE}`,
      `repo:${GATE}?action=create`,
      (session) => write(client, session, 'put', { collection: GATE, rkey: RKEY, record: {} }),
    ],
    [
      'blob:',
      'blob:image/png',
      (session) =>
        call(client, session, 'com.atproto.repo.uploadBlob', {
          bytes: png(8, 8),
          type: 'image/png',
        }),
    ],
    [
      'rpc:app.bsky.feed.getPosts',
      'rpc:app.bsky.feed.getPosts?aud=',
      (session) => call(client, session, 'app.bsky.feed.getPosts', { query: { uris: uri(RKEY) } }),
    ],
    [
      'rpc:app.bsky.actor',
      'rpc:app.bsky.actor.getProfile?aud=',
      (session) =>
        call(client, session, 'app.bsky.actor.getProfile', { query: { actor: dids.anna } }),
    ],
  ]
  for (const [left, missing, run] of cases) {
    const scope = without(left)
    const session = await login(client, 'anna', { scope, clientId: developmentClientId(scope) })
    const { status, body } = await run(session)
    expect([left, status, body.error]).toEqual([left, 403, 'ScopeMissingError'])
    expect(body.message).toContain(`Missing required scope "${missing}`)
  }
})

test('a permission that was taken back in the control API is missing', async () => {
  const { client, session } = await open()
  const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  const permission = `repo:${POST}`
  await client.control('POST', `/grants/${data[0]!.id}/remove-permission`, { permission })
  expect((await putPost(client, session, RKEY, { text: 'a' })).status).toBe(403)
})

test('transition:generic allows posts, files and reads', async () => {
  const { client, session } = await open('atproto transition:generic')
  expect((await putPost(client, session, RKEY, { text: 'a' })).status).toBe(200)
  const profile = { query: { actor: dids.anna } }
  expect((await call(client, session, 'app.bsky.actor.getProfile', profile)).status).toBe(200)
})

test('a service token is given for a method in the scopes', async () => {
  const { client, session } = await open()
  const method = 'com.atproto.server.getServiceAuth'
  const query = { aud: 'did:web:pds.localhost', lxm: 'com.atproto.repo.uploadBlob' }
  const given = await call(client, session, method, { query })
  expect(given.body).toEqual({ token: expect.any(String) })
  const other = { ...query, lxm: 'app.bsky.video.getUploadLimits' }
  expect((await call(client, session, method, { query: other })).status).toBe(403)
})

test('an account with 5,000 points of writes in an hour gets 429 with headers until it is over', async () => {
  const { client, session } = await open()
  for (let point = 0; point < 4_999; point += 1) {
    client.sandbox.context.rates.allow(`bluesky writes ${dids.anna} 3600000`, 5_000, 3_600_000)
  }
  const { status, body, headers } = await putPost(client, session, RKEY, { text: 'a' })
  expect([status, body.error]).toEqual([429, 'RateLimitExceeded'])
  expect(headers.get('ratelimit-limit')).toBe('5000')
  expect(headers.get('ratelimit-remaining')).toBe('0')
  expect(headers.get('ratelimit-policy')).toBe('5000;w=3600')
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000)
  expect(headers.get('retry-after')).toBe('3600')
  expect((await getRecord(client, RKEY)).status).toBe(400)
})

test('a post whose response was lost is there, and putting it again changes nothing', async () => {
  const { client, session } = await open()
  const fault = { platform: 'bluesky', match: 'putRecord', kind: 'after_accepting_500' }
  await client.control('POST', '/faults', fault)
  const lost = await putPost(client, session, RKEY, { text: 'Once' })
  expect(lost.status).toBe(500)
  const { body } = await getRecord(client, RKEY)
  expect(body.value).toMatchObject({ text: 'Once' })
  const again = await putPost(client, session, RKEY, { text: 'Once' })
  expect([again.status, again.body.cid, again.body.commit]).toEqual([200, body.cid, undefined])
})

test('the faults rate_limited and transient have the documented errors', async () => {
  const { client, session } = await open()
  const read = () => call(client, session, 'com.atproto.server.getSession')
  const fault = { platform: 'bluesky', match: 'getSession', times: 2 }
  await client.control('POST', '/faults', { ...fault, kind: 'rate_limited' })
  const limited = await read()
  expect([limited.status, limited.headers.get('ratelimit-policy')]).toEqual([429, '3000;w=300'])
  await client.control('POST', '/faults', { ...fault, kind: 'transient' })
  const away = await read()
  expect([away.status, away.body.error]).toEqual([502, 'UpstreamFailure'])
})

test('the call log names methods and OAuth endpoints', async () => {
  const { client, session } = await open()
  await putPost(client, session, RKEY, { text: 'a' })
  const { data } = await client.control<{ data: { name: string; status: number }[] }>(
    'GET',
    '/calls',
  )
  expect(data.slice(0, 2).map(({ name, status }) => [name, status])).toEqual([
    ['putRecord', 200],
    ['putRecord', 401],
  ])
  expect(new Set(data.map(({ name }) => name))).toEqual(new Set(['putRecord', 'token', 'par']))
})
