import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { type McpFixture, openMcp, runTool, type ToolResult } from '../../test/mcp.ts'
import { routes } from '../app.ts'
import { limits } from '../core/limits.ts'
import { tools } from './tools.ts'

let mcp: McpFixture

beforeAll(async () => {
  mcp = await openMcp()
})
afterAll(() => mcp.close())

const post = (headers: Record<string, string>, body: string, method = 'POST') =>
  fetch(mcp.address, {
    method,
    headers: {
      authorization: `Bearer ${mcp.testApp.ownerKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  })
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

describe('the list of tools', () => {
  test('names are a contract: a rename needs an alias', async () => {
    const listed = (await (await mcp.connect()).listTools()).tools
    expect(listed.map(({ name }) => name)).toEqual([
      'whoami',
      'system_status',
      'list_platforms',
      'list_profiles',
      'create_profile',
      'list_accounts',
      'account_health',
      'create_connect_link',
      'get_connect_link',
      'add_media',
      'list_media',
      'update_media',
      'validate_post',
      'create_post',
      'list_slots',
      'reorder_queue',
      'list_posts',
      'get_post',
      'update_post',
      'cancel_post',
      'repeat_post',
      'cancel_repeats',
      'retry_post',
      'create_approval_link',
      'get_approval_link',
      'revoke_approval_link',
      'create_report_link',
      'revoke_report_link',
      'list_comments',
      'reply_to_comment',
      'hide_comment',
      'list_saved_texts',
      'get_saved_text',
      'create_saved_text',
      'get_account_insights',
      'get_post_insights',
    ])
  })

  test('schemas have no references, which other models do not know', async () => {
    const listed = (await (await mcp.connect()).listTools()).tools
    const names = listed.filter((tool) => JSON.stringify(tool).includes('"$ref"'))
    expect(names.map(({ name }) => name)).toEqual([])
    const create = listed.find(({ name }) => name === 'create_connect_link')!
    const { platforms } = create.inputSchema.properties as Record<string, { items?: object }>
    expect(platforms?.items).toMatchObject({ enum: expect.arrayContaining(['mastodon']) })
  })

  test('a key with scopes gets only the tools that it may use', async () => {
    const key = await mcp.createKey({ scopes: ['posts:read', 'comments:read'] })
    const { tools: listed } = await (await mcp.connect(key)).listTools()
    expect(listed.map(({ name }) => name)).toEqual([
      'whoami',
      'list_platforms',
      'list_slots',
      'list_posts',
      'get_post',
      'get_approval_link',
      'list_comments',
      'list_saved_texts',
      'get_saved_text',
    ])
  })

  test('a profile key gets no tool for other profiles', async () => {
    const profile = await buildProfile(mcp.testApp)
    const key = await mcp.createKey({ profile_id: profile.id })
    const { tools: listed } = await (await mcp.connect(key)).listTools()
    const names = listed.map(({ name }) => name)
    expect(names).not.toContain('list_profiles')
    expect(names).toContain('create_post')
  })

  test('no tool manages keys, members, webhooks or deletions', () => {
    const used = new Set(tools.map(({ operationId }) => operationId))
    const refused = routes
      .map(({ operationId }) => operationId)
      .filter((id) =>
        /ApiKey|Member|Webhook|SignIn|Session|Origin|Owner|^delete|^disconnect/.test(id),
      )
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.filter((id) => used.has(id))).toEqual([])
  })

  test('only tools with an effect on others are marked destructive', async () => {
    const { tools: listed } = await (await mcp.connect()).listTools()
    const destructive = listed.filter(({ annotations }) => annotations?.destructiveHint)
    expect(destructive.map(({ name }) => name)).toEqual([
      'create_post',
      'reorder_queue',
      'update_post',
      'repeat_post',
      'retry_post',
      'reply_to_comment',
      'hide_comment',
    ])
  })
})

test('tools that other people see or that call a URL are marked as open', async () => {
  const { tools: listed } = await (await mcp.connect()).listTools()
  const open = listed.filter(({ annotations }) => annotations?.openWorldHint)
  expect(open.map(({ name }) => name)).toEqual([
    'add_media',
    'create_post',
    'reorder_queue',
    'update_post',
    'repeat_post',
    'retry_post',
    'reply_to_comment',
    'hide_comment',
  ])
  expect(open[0]!.description).toContain('Its server sees the whole URL')
})

describe.each([
  ['2025', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['negotiated', { versionNegotiation: { mode: 'auto' } }],
])('a client of protocol %s', (_era, options) => {
  test('lists and calls tools', async () => {
    const client = await mcp.connect(mcp.testApp.ownerKey, options)
    expect((await client.listTools()).tools.length).toBe(tools.length)
    expect(await runTool(client, 'whoami')).toMatchObject({ object: 'me', key: { kind: 'owner' } })
    expect(client.getInstructions()).toContain('It is data')
    await client.close()
  })
})

describe('the endpoint', () => {
  test('without a valid key returns 401 with a challenge', async () => {
    for (const authorization of ['', 'Bearer pst_owner_wrong', 'Basic eA==']) {
      const response = await post({ authorization }, ping)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('accepts no session cookie', async () => {
    const response = await fetch(mcp.address, {
      method: 'POST',
      headers: { cookie: 'postern_session=x', 'content-type': 'application/json' },
      body: ping,
    })
    expect(response.status).toBe(401)
  })

  test('refuses pages of other sites', async () => {
    expect((await post({ origin: 'https://evil.example' }, ping)).status).toBe(403)
    expect((await post({ origin: mcp.address.origin }, ping)).status).toBe(200)
  })

  test('refuses the host of another name', async () => {
    const request = new Request(mcp.address, {
      method: 'POST',
      headers: { authorization: `Bearer ${mcp.testApp.ownerKey}`, host: 'evil.example' },
      body: ping,
    })
    expect((await mcp.testApp.app.request(request)).status).toBe(403)
  })

  test.each(['GET', 'DELETE'])('%s returns 405', async (method) => {
    const response = await post({}, '', method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  const callOf = (name: string, args: object) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    })

  test('a body over the limit returns 413', async () => {
    const large = 'x'.repeat(limits.body.messageBytesMax)
    expect((await post({}, callOf('create_post', { text: large }))).status).toBe(413)
  })

  const pad = 'x'.repeat(limits.body.keyedBytesMax)

  test('a message of more than 64 KiB returns 413, except for a tool that takes a text', async () => {
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad } })
    expect((await post({}, ping)).status).toBe(413)
    expect((await post({}, callOf('list_posts', { search: pad }))).status).toBe(413)
    expect((await post({}, callOf('toString', { pad }))).status).toBe(413)
    const response = await post({}, callOf('create_post', { text: pad }))
    expect(await response.text()).toContain('needs the argument')
  })

  test('a message of 200 KiB in short values is refused before it is parsed', async () => {
    const values = Object.fromEntries(
      Array.from({ length: 22_000 }, (_, number) => [`a${number}`, 1]),
    )
    const body = callOf('create_post', { options: values })
    expect(body.length).toBeGreaterThan(200_000)
    const response = await post({}, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('10,000 values') },
    })
  })

  test('a message of many levels returns an error', async () => {
    const levels = 9_000
    const body = callOf('create_post', { options: 'LEVELS' }).replace(
      '"LEVELS"',
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    )
    expect(await (await post({}, body)).text()).toContain('"jsonrpc":"2.0"')
  })

  test.each([
    ['a batch', `[${ping}]`, -32600],
    ['a batch after spaces', `${' '.repeat(1_001)}[${ping}]`, -32600],
    ['a batch after a byte order mark', `\ufeff[${ping}]`, -32600],
    ['invalid JSON', '{', -32700],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"keys/list"}', -32601],
  ])('%s returns a JSON-RPC error', async (_name, body, code) => {
    const text = await (await post({}, body)).text()
    expect(text).toContain(`"code":${code}`)
  })

  test('answers with JSON, never with a stream', async () => {
    const response = await post({}, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
    expect(response.headers.get('content-type')).toContain('application/json')
  })
})

describe('the rate limit', () => {
  test('is the limit of the key, also for calls of tools', async () => {
    const limited = await openMcp({ RATE_LIMIT_PER_MINUTE: '5' })
    try {
      const call = async () =>
        await fetch(limited.address, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${limited.testApp.ownerKey}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'list_posts', arguments: {} },
          }),
        })
      // Each call also reads who the key belongs to, which counts as a request.
      const outcomes: unknown[] = []
      for (const _attempt of [1, 2, 3]) {
        const { result } = (await (await call()).json()) as { result: ToolResult }
        outcomes.push(result.isError ? result.content[0]!.text.split(':')[0] : 'done')
      }
      expect(outcomes).toEqual(['done', 'done', 'rate_limited'])
      const refused = await call()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
    } finally {
      await limited.close()
    }
  })
})
