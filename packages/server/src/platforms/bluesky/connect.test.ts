import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlueskyFixture, openBlueskyFixture } from '../../../test/platforms/bluesky-fixture.ts'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import { broadScope } from './scopes.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const anna = 'did:plc:annabergmannsandbox22222'
let fixture: BlueskyFixture

beforeAll(async () => {
  fixture = await openBlueskyFixture(() => start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.control('POST', '/reset')
})

test('a login by handle grants the account and binds its tokens', async () => {
  const account = await fixture.connect()
  expect(account).toMatchObject({
    platformAccountId: anna,
    username: 'anna.test',
    displayName: 'Anna Bergmann',
    profileUrl: `https://bsky.app/profile/${anna}`,
    missing: [],
    tokens: {
      accessExpiresAt: '2026-11-21T09:59:59.000Z',
      refreshExpiresAt: null,
      bound: {
        server: expect.stringContaining('http://pds.localhost'),
        issuer: expect.stringContaining('http://entryway.localhost'),
        clientId: expect.stringMatching(/^http:\/\/localhost\?redirect_uri=/),
        dpopKey: { kty: 'EC', crv: 'P-256' },
      },
    },
  })
})

test.each([
  ['a DID', anna, 'anna'],
  ['the address of a profile', 'https://bsky.app/profile/anna.test', 'anna'],
  ['a handle on another server', 'ben.test', 'ben'],
])('a login by %s works', async (_case, entered, person) => {
  expect((await fixture.connect(entered, person)).username).toBe(`${person}.test`)
})

const answer = (match: string, body: object) =>
  fixture.control('POST', '/faults', {
    ...{ platform: 'bluesky', match, kind: 'answer' },
    answer: { status: 200, body },
  })

test('the username is the handle of the document, whatever the profile of the server says', async () => {
  await answer('getProfile', { did: anna, handle: 'bank.example', displayName: 'B' })
  expect(await fixture.connect()).toMatchObject({ username: 'anna.test', displayName: 'B' })
})

test('the username is the DID if the document names the handle of another account', async () => {
  const { port } = new URL(fixture.url)
  const address = `/bluesky/plc/${anna}`
  const document = (await (await fetch(fixture.url + address)).json()) as object
  const { callback, kept } = await fixture.decide(`http://pds.localhost:${port}`, 'allow')
  await answer(address, { ...document, alsoKnownAs: ['at://ben.test'] })
  const { accounts } = await fixture.finish(callback, kept)
  expect(accounts[0]!.username).toBe(anna)
})

test('the username is the DID if the handle of the document leads nowhere', async () => {
  const { port } = new URL(fixture.url)
  const { callback, kept } = await fixture.decide(`http://pds.localhost:${port}`, 'allow')
  await answer('resolveHandle', { did: 'did:plc:benjaminscoffeesandbox22' })
  const { accounts } = await fixture.finish(callback, kept)
  expect(accounts[0]!.username).toBe(anna)
})

test('a login by server connects the account that logs in', async () => {
  const { port } = new URL(fixture.url)
  const account = await fixture.connect(`http://pds.localhost:${port}`, 'chiara')
  expect(account.username).toBe('chiara.test')
})

test('a server that does not know single permissions is asked for the broad one', async () => {
  await fixture.control('PUT', '/settings', { bluesky_scopes: 'transition' })
  const account = await fixture.connect()
  expect(account.tokens.bound?.scope).toContain(broadScope)
  expect(account.missing).toEqual([])
})

test('a failure of the server is not a refusal of our app', async () => {
  await fixture.control('POST', '/faults', { platform: 'bluesky', match: 'par', kind: 'http_500' })
  expect(await choiceError('anna.test')).toMatch(/^unavailable/)
})

test('a canceled login returns access_denied', async () => {
  const { callback } = await fixture.decide('anna.test', 'cancel')
  expect(callback.searchParams.get('state')).toBe('the-state')
  expect(fixture.platform.connect.readReturn(callback.searchParams)).toEqual({
    refused: 'access_denied',
  })
})

test('the browser returns to 127.0.0.1 with the loopback client', async () => {
  const { callback } = await fixture.decide('anna.test', 'allow')
  expect(callback.origin + callback.pathname).toBe('http://127.0.0.1:4000/connect/callback/bluesky')
})

test.each([
  ['nobody.test', 'account_unknown'],
  ['not a handle', 'account_unknown'],
  ['http://127.0.0.1:1', 'server_unknown'],
  ['https://intranet', 'server_unknown'],
])('%s → %s', async (entered, reason) => {
  expect(await choiceError(entered)).toBe(reason)
})

test.each([
  ['handle_unknown', 'account_unknown'],
  ['handle_not_in_document', 'account_unknown'],
  ['document_id_differs', 'account_unknown'],
  ['document_has_no_server', 'account_unknown'],
  ['not_registered', 'account_unknown'],
  ['tombstoned', 'account_unknown'],
])('identity fault %s → %s', async (fault, reason) => {
  await fixture.control('PUT', '/settings', { bluesky_identity_faults: [fault] })
  expect(await choiceError('anna.test')).toBe(reason)
})

test.each([
  'resource_differs',
  'no_issuer',
  'two_issuers',
  'issuer_differs',
  'no_par',
  'no_client_metadata',
  'no_iss',
  'no_atproto_scope',
  'no_es256',
  'no_s256',
  'no_oauth',
])('server fault %s → server_unknown', async (fault) => {
  await fixture.control('PUT', '/settings', { bluesky_server_faults: [fault] })
  expect(await choiceError('anna.test')).toBe('server_unknown')
})

test.each(['wrong', 'missing'])('a callback with the %s issuer is refused', async (kind) => {
  await fixture.control('PUT', '/settings', { bluesky_return_iss: kind })
  const { callback, kept } = await fixture.decide('anna.test', 'allow')
  const sent = fixture.requests.length
  await expect(fixture.finish(callback, kept)).rejects.toMatchObject({
    platformCode: 'iss_differs',
  })
  expect(fixture.requests).toHaveLength(sent)
})

test('tokens for an account of another server are thrown away', async () => {
  await fixture.control('PUT', '/settings', { bluesky_token_sub: 'wrong' })
  const { port } = new URL(fixture.url)
  const { callback, kept } = await fixture.decide(`http://pds.localhost:${port}`, 'allow')
  await expect(fixture.finish(callback, kept)).rejects.toMatchObject({
    platformCode: 'issuer_differs',
  })
  expect(fixture.requests.at(-1)?.url.pathname).toBe('/oauth/revoke')
})

test('a code is accepted once', async () => {
  const { callback, kept } = await fixture.decide('anna.test', 'allow')
  await fixture.finish(callback, kept)
  await expect(fixture.finish(callback, kept)).rejects.toMatchObject({
    platformCode: 'invalid_grant',
  })
})

test('revoked tokens end the access', async () => {
  const { tokens } = await fixture.connect()
  await fixture.platform.connect.revoke!(tokens)
  await expect(fixture.platform.tokens!.probe(tokens)).rejects.toMatchObject({
    kind: 'access_expired',
  })
})

test('every call to a chosen server is guarded', async () => {
  fixture.requests.length = 0
  await fixture.connect()
  const unguarded = fixture.requests.filter(({ guard }) => !guard)
  expect(new Set(unguarded.map(({ url }) => url.origin))).toEqual(new Set([fixture.url]))
})

async function choiceError(entered: string): Promise<string> {
  const err = await fixture.begin(entered).then(
    () => null,
    (err) => err,
  )
  if (err instanceof ServerChoiceError) return err.reason
  if (err instanceof PlatformError) return `${err.kind} ${err.platformCode}`
  throw err ?? new Error('The login started.')
}
