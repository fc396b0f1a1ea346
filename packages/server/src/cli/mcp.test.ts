import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool, type McpFixture, openMcp, runTool } from '../../test/mcp.ts'

let mcp: McpFixture

beforeAll(async () => {
  mcp = await openMcp()
})
afterAll(() => mcp.close())

function transportWith(key: string): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../bin/postern.mjs'), 'mcp'],
    env: { POSTERN_URL: mcp.address.origin, POSTERN_KEY: key },
    stderr: 'pipe',
  })
}

test('postern mcp serves the tools of a running instance over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transportWith(mcp.testApp.ownerKey))
  const profile = await runTool(client, 'create_profile', { name: 'Over stdio' })
  const { body } = await mcp.testApp.call('GET', `/v1/profiles/${profile.id}`)
  expect(body.name).toBe('Over stdio')
  const missing = await callTool(client, 'get_post', { id: 'post_00000000000000000000000000' })
  expect(missing.isError).toBe(true)
  await client.close()
})

test('postern mcp with a wrong key ends and tells why', async () => {
  const transport = transportWith('pst_owner_wrong')
  const output: string[] = []
  transport.stderr?.on('data', (chunk) => output.push(String(chunk)))
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow()
  expect(output.join('')).toContain('postern: Postern refused the key: ')
})
