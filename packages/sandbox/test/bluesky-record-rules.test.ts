import { expect, test } from 'vitest'
import {
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

const RKEY = '3jzfcijpj2z2a'
const _OTHER = '3jzfcijpj2z2b'

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

const family = '👨‍👩‍👧‍👦'

test.each<[string, Body, string]>([
  [
    '301 graphemes',
    { text: 'a'.repeat(301) },
    'grapheme too big (maximum 300, got 301) at $.record.text',
  ],
  [
    '3001 bytes in fewer graphemes',
    { text: `${family.repeat(120)}a` },
    'string too big (maximum 3000, got 3001) at $.record.text',
  ],
  ['no createdAt', { createdAt: undefined }, 'Missing required key "createdAt" at $.record'],
  ['no text', { text: undefined }, 'Missing required key "text" at $.record'],
  [
    'a date without a time',
    { createdAt: '2026-11-21' },
    'Invalid datetime (got "2026-11-21") at $.record.createdAt',
  ],
  ['four languages', { langs: ['en', 'de', 'fr', 'es'] }, 'array too big (maximum 3, got 4)'],
  ['nine tags', { tags: Array(9).fill('a') }, 'array too big (maximum 8, got 9)'],
  [
    'a reply without a parent',
    { reply: { root: { uri: uri(RKEY), cid: `b${'a'.repeat(58)}` } } },
    'Missing required key "parent" at $.record.reply',
  ],
  [
    'a facet without features',
    { facets: [{ index: { byteStart: 0, byteEnd: 1 } }] },
    'Missing required key "features" at $.record.facets[0]',
  ],
  [
    'a facet with a negative offset',
    { facets: [{ index: { byteStart: -1, byteEnd: 1 }, features: [] }] },
    'integer too small (minimum 0, got -1) at $.record.facets[0].index.byteStart',
  ],
  [
    'an image without alt text',
    { embed: { $type: 'app.bsky.embed.images', images: [{ image: {} }] } },
    'Missing required key "alt" at $.record.embed.images[0]',
  ],
])('a post with %s is refused with the documented text', async (_what, changes, message) => {
  const { client, session } = await open()
  const { status, body } = await putPost(client, session, RKEY, { text: 'a', ...changes })
  expect([status, body.error]).toEqual([400, 'InvalidRequest'])
  expect(body.message).toContain(`Invalid ${POST} record: `)
  expect(body.message).toContain(message)
  expect((await getRecord(client, RKEY)).status).toBe(400)
})

test('300 graphemes of many bytes each are accepted', async () => {
  const { client, session } = await open()
  expect((await putPost(client, session, RKEY, { text: '🇩🇪'.repeat(300) })).status).toBe(200)
})

test.each<[string, Body]>([
  ['another $type', { record: { $type: GATE, text: 'a', createdAt } }],
  ['a key that is no TID', { rkey: 'hello' }],
  ['no record', { record: undefined }],
  ['a wrong collection', { collection: 'posts' }],
])('a write with %s is refused', async (_what, changes) => {
  const { client, session } = await open()
  const record = { text: 'a', createdAt }
  const { status, body } = await write(client, session, 'put', { rkey: RKEY, record, ...changes })
  expect([status, body.error]).toEqual([400, 'InvalidRequest'])
})

test('a write to another repository returns 401 AuthenticationRequired', async () => {
  const { client, session } = await open()
  const { status, body } = await putPost(client, { ...session, did: dids.chiara }, RKEY, {
    text: '',
  })
  expect([status, body.error]).toEqual([401, 'AuthenticationRequired'])
})

test('a record of an unknown type is stored unless its validation is demanded', async () => {
  const { client, session } = await open('atproto repo:*')
  const input = { collection: 'com.example.note', rkey: 'one', record: { a: 1 } }
  expect((await write(client, session, 'put', input)).body.validationStatus).toBe('unknown')
  const strict = await write(client, session, 'put', { ...input, validate: true })
  expect(strict.body.message).toBe('Unknown lexicon type: com.example.note')
})

test('a body that is not JSON or above 1 MB is refused', async () => {
  const { client, session } = await open()
  const method = 'com.atproto.repo.putRecord'
  const bytes = Buffer.from('{')
  const broken = await call(client, session, method, { bytes, type: 'application/json' })
  expect([broken.status, broken.body.error]).toEqual([400, 'SyntaxError'])
  const large = await putPost(client, session, RKEY, { text: 'a'.repeat(1_000_001) })
  expect([large.status, large.body.error]).toEqual([413, 'PayloadTooLarge'])
})

test('an unknown method returns 501, a wrong HTTP method 400', async () => {
  const { client, session } = await open()
  const unknown = await call(client, session, 'com.atproto.repo.getNothing')
  expect([unknown.status, unknown.body.error]).toEqual([501, 'MethodNotImplemented'])
  const wrong = await call(client, session, 'com.atproto.repo.putRecord')
  expect(wrong.body.message).toBe('Incorrect HTTP method (GET) expected POST')
})
