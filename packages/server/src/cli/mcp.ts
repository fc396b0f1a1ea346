import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Command, Option } from 'commander'
import { routes, version } from '../app.ts'
import type { Send } from '../mcp/call.ts'
import { createCatalog, createMcpServer } from '../mcp/server.ts'
import type { Me } from '../schemas/api-key.ts'
import { CommandError } from './installation.ts'

/** Adds `postern mcp`, for assistants on this machine that start their tools as a program. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools for an assistant over standard input and output (MCP)')
    .addOption(
      new Option('--url <url>', 'the URL of Postern')
        .env('POSTERN_URL')
        .default('http://localhost:4000'),
    )
    .addOption(
      new Option('--key <key>', 'an API key; set the variable to keep it out of process lists')
        .env('POSTERN_KEY')
        .makeOptionMandatory(),
    )
    .action(async ({ url, key }: { url: string; key: string }) => {
      const send = senderTo(url, key)
      const { status, body } = await send({
        method: 'GET',
        path: '/v1/me',
        headers: {},
        body: null,
      })
      if (status !== 200) throw new CommandError(`Postern refused the key: ${describe(body)}`)
      const catalog = createCatalog(routes)
      serveStdio(() => createMcpServer(catalog, body as Me, send, version))
      await new Promise((resolve) => process.stdin.once('close', resolve))
    })
}

function describe(body: unknown): string {
  return (body as { error?: { message?: string } }).error?.message ?? 'no explanation'
}

function senderTo(url: string, key: string): Send {
  if (!URL.canParse(url)) throw new CommandError(`${url} is not a URL.`)
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    })
    return { status: response.status, body: await response.json() }
  }
}
