import { expect, test } from 'vitest'
import { dids, get, openBluesky } from './bluesky-client.ts'

test('a handle resolves to its DID at the AppView and at a PDS', async () => {
  const client = await openBluesky()
  const path = '/xrpc/com.atproto.identity.resolveHandle?handle='
  for (const server of [`${client.url}/bluesky/appview`, client.origin('pds')]) {
    expect((await get(`${server}${path}Anna.test`)).body).toEqual({ did: dids.anna })
    const unknown = await get(`${server}${path}nobody.test`)
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { error: 'HandleNotFound', message: 'Unable to resolve handle' },
    ])
  }
})

test('the directory returns the document of a DID, with the account’s server', async () => {
  const client = await openBluesky()
  const { status, body } = await get(`${client.url}/bluesky/plc/${dids.ben}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: dids.ben,
    alsoKnownAs: ['at://ben.test'],
    service: [
      {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: client.origin('otherpds'),
      },
    ],
  })
})

test('an unknown DID returns 404 with the directory’s message', async () => {
  const client = await openBluesky()
  const did = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'
  const { status, body } = await get(`${client.url}/bluesky/plc/${did}`)
  expect([status, body]).toEqual([404, { message: `DID not registered: ${did}` }])
})

test('a changed handle resolves, and the old one does not', async () => {
  const client = await openBluesky()
  await client.control('PATCH', '/accounts/bluesky:anna.test', { username: 'bakery.test' })
  const path = `${client.url}/bluesky/appview/xrpc/com.atproto.identity.resolveHandle?handle=`
  expect((await get(`${path}bakery.test`)).body.did).toBe(dids.anna)
  expect((await get(`${path}anna.test`)).status).toBe(400)
  const { body } = await get(`${client.url}/bluesky/plc/${dids.anna}`)
  expect(body.alsoKnownAs).toEqual(['at://bakery.test'])
})

test.each([
  ['handle_not_in_document', { alsoKnownAs: ['at://someone.test'] }],
  ['document_id_differs', { id: 'did:plc:anotheraccount2222222222' }],
  ['document_has_no_server', { service: [] }],
])('with the identity fault %s the document has it', async (fault, members) => {
  const client = await openBluesky()
  await client.settings({ bluesky_identity_faults: [fault] })
  expect((await get(`${client.url}/bluesky/plc/${dids.anna}`)).body).toMatchObject(members)
})

test('with document_names_other_server the document names the other PDS', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_identity_faults: ['document_names_other_server'] })
  const { body } = await get(`${client.url}/bluesky/plc/${dids.anna}`)
  expect(body.service).toMatchObject([{ serviceEndpoint: client.origin('otherpds') }])
})

test.each([
  ['not_registered', 404],
  ['tombstoned', 410],
])('with the identity fault %s the directory returns %i', async (fault, status) => {
  const client = await openBluesky()
  await client.settings({ bluesky_identity_faults: [fault] })
  expect((await get(`${client.url}/bluesky/plc/${dids.anna}`)).status).toBe(status)
})

test('with handle_unknown no handle resolves', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_identity_faults: ['handle_unknown'] })
  const path = '/bluesky/appview/xrpc/com.atproto.identity.resolveHandle?handle=anna.test'
  expect((await get(client.url + path)).status).toBe(400)
})

test('a PDS names its issuer: the entryway, or itself', async () => {
  const client = await openBluesky()
  for (const [pds, issuer] of [
    ['pds', 'entryway'],
    ['otherpds', 'otherpds'],
  ] as const) {
    const address = `${client.origin(pds)}/.well-known/oauth-protected-resource`
    expect((await get(address)).body).toMatchObject({
      resource: client.origin(pds),
      authorization_servers: [client.origin(issuer)],
    })
    const { status, body } = await get(
      `${client.origin(issuer)}/.well-known/oauth-authorization-server`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      issuer: client.origin(issuer),
      pushed_authorization_request_endpoint: `${client.origin(issuer)}/oauth/par`,
      require_pushed_authorization_requests: true,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: ['ES256'],
    })
  }
})

test('an entryway is no PDS, and a PDS behind one is no issuer', async () => {
  const client = await openBluesky()
  const resource = `${client.origin('entryway')}/.well-known/oauth-protected-resource`
  expect((await get(resource)).status).toBe(404)
  const server = `${client.origin('pds')}/.well-known/oauth-authorization-server`
  expect((await get(server)).status).toBe(404)
})

test.each([
  ['issuer_differs', { issuer: 'https://another.example' }],
  ['no_par', { require_pushed_authorization_requests: false }],
  ['no_client_metadata', { client_id_metadata_document_supported: false }],
  ['no_iss', { authorization_response_iss_parameter_supported: false }],
  ['no_atproto_scope', { scopes_supported: ['profile'] }],
  ['no_es256', { dpop_signing_alg_values_supported: ['RS256'] }],
  ['no_s256', { code_challenge_methods_supported: ['plain'] }],
])(
  'with the server fault %s only that member of the issuer document changes',
  async (fault, members) => {
    const client = await openBluesky()
    const address = `${client.origin('entryway')}/.well-known/oauth-authorization-server`
    const { body: before } = await get(address)
    await client.settings({ bluesky_server_faults: [fault] })
    expect((await get(address)).body).toEqual({ ...before, ...members })
  },
)

test.each([
  ['resource_differs', { resource: 'https://another.example' }],
  ['no_issuer', { authorization_servers: [] }],
])(
  'with the server fault %s only that member of the resource document changes',
  async (fault, members) => {
    const client = await openBluesky()
    const address = `${client.origin('pds')}/.well-known/oauth-protected-resource`
    const { body: before } = await get(address)
    await client.settings({ bluesky_server_faults: [fault] })
    expect((await get(address)).body).toEqual({ ...before, ...members })
  },
)

test('with two_issuers the resource document names two, with no_oauth there is no issuer', async () => {
  const client = await openBluesky()
  await client.settings({ bluesky_server_faults: ['two_issuers', 'no_oauth'] })
  const resource = await get(`${client.origin('pds')}/.well-known/oauth-protected-resource`)
  expect(resource.body.authorization_servers).toHaveLength(2)
  const address = `${client.origin('entryway')}/.well-known/oauth-authorization-server`
  expect((await get(address)).status).toBe(404)
})
