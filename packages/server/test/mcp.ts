import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { type ApiResponse, openTestApp, type TestApp } from './test-app.ts'

export type ToolResult = {
  isError?: boolean
  structuredContent?: ApiResponse['body']
  content: { type: string; text: string }[]
}

export type McpFixture = Awaited<ReturnType<typeof openMcp>>

/** A running server, and MCP clients that connect to it over TCP. */
export async function openMcp(env: Record<string, string> = {}) {
  const testApp: TestApp = await openTestApp({ listening: true, env })
  const address = new URL('/mcp', testApp.ctx.config.publicUrl)
  return {
    testApp,
    address,
    /** A client with this key, by default the owner's. */
    connect: async (key = testApp.ownerKey, options = {}): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' }, options)
      const headers = { authorization: `Bearer ${key}` }
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
      return client
    },
    createKey: async (body: object): Promise<string> => {
      const { body: key } = await testApp.call('POST', '/v1/api-keys', { name: 'Key', ...body })
      return key.secret
    },
    close: () => testApp.close(),
  }
}

export async function callTool(
  client: Client,
  name: string,
  args: object = {},
): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: { ...args } })) as ToolResult
}

/** The structured result of a call that must succeed. */
export async function runTool(client: Client, name: string, args: object = {}) {
  const result = await callTool(client, name, args)
  expect(result.isError, result.content[0]?.text).toBeFalsy()
  return result.structuredContent!
}
