import type { Route } from '../../src/http/route.ts'
import { pageMax } from '../../src/mcp/arguments.ts'
import { responseSchemaOf } from '../../src/mcp/server.ts'
import type { Tool } from '../../src/mcp/tools.ts'
import { separateUntrusted } from '../../src/mcp/untrusted.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { RequestDraft } from './requests.ts'
import { send } from './send.ts'

/** `unavailable`: the tool does not exist for this key. */
export type ToolOutcome = { code: string | 'unavailable' | 'done'; result: unknown; text: string }

/** Sends the request as a call of the tool that runs the operation, and returns what the caller sees. */
export async function sendAsTool(
  fixture: Fixture,
  caller: Caller,
  tool: Tool,
  route: Route,
  draft: RequestDraft,
): Promise<ToolOutcome> {
  const { 'service-profile': profile, ...headers } = caller.headers(route)
  const args = {
    ...(tool.required?.includes('mode') ? { mode: 'draft' } : {}),
    ...argumentsOf(route, draft),
    ...(profile ? { profile } : {}),
  }
  const response = await fixture.testApp.app.request('/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      host: 'localhost:4000',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool.name, arguments: args },
    }),
  })
  const text = await response.text()
  if (response.status >= 400) {
    return { code: JSON.parse(text).error?.code, result: null, text }
  }
  const { result, error } = JSON.parse(text)
  if (error) return { code: 'unavailable', result: null, text }
  const message: string = result.content[0].text
  if (result.isError) return { code: message.split(':')[0]!, result: message, text }
  return { code: 'done', result: withoutLiveState(result.structuredContent), text }
}

/** What the API returns for the same request, in the shape of a tool's result. */
export async function sendToApi(
  fixture: Fixture,
  caller: Caller,
  route: Route,
  draft: RequestDraft,
): Promise<{ code: string; result: unknown }> {
  const hasLimit = JSON.stringify(route.query?.toJSONSchema({ io: 'input' }) ?? '').includes(
    '"limit"',
  )
  const path = hasLimit
    ? `${draft.path}${draft.path.includes('?') ? '&' : '?'}limit=${pageMax}`
    : draft.path
  const { status, body } = await send(fixture, caller, route, { ...draft, path })
  if (status >= 400) return { code: body.error.code, result: null }
  return {
    code: 'done',
    result: withoutLiveState(separateUntrusted(body, responseSchemaOf(route))),
  }
}

/** Fields that differ between two calls: they tell the time, or what the machine does just now. */
const liveFields = ['uptime_seconds', 'silent_seconds', 'measured_at', 'clock_offset_ms']

function withoutLiveState(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withoutLiveState)
  if (typeof result !== 'object' || result === null) return result
  const entries = Object.entries(result)
    .filter(([name]) => !liveFields.includes(name))
    .map(([name, value]) => [name, withoutLiveState(value)])
  return Object.fromEntries(entries)
}

function argumentsOf(route: Route, { path, body }: RequestDraft): Record<string, unknown> {
  const url = new URL(path, 'http://localhost')
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(url.pathname)!.slice(1)
  return {
    ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
    ...Object.fromEntries(url.searchParams),
    ...(body as object | undefined),
  }
}
