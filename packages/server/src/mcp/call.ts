import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Route } from '../http/route.ts'
import { pageMax, parseArguments, type ToolInput } from './arguments.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Tool } from './tools.ts'
import { fencedText, separateUntrusted, withBlocks } from './untrusted.ts'

/** Sends a request to the API with the assistant's key. */
export type Send = (request: {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}) => Promise<{ status: number; body: unknown }>

type ApiError = {
  error?: {
    code?: string
    message?: string
    doc_url?: string
    details?: { path?: string; message?: string }[]
    platform?: object | null
  }
}

/** Runs a tool as a request to the API, so that access, limits, validation and audit are the API's. */
export async function callTool(
  send: Send,
  {
    tool,
    route,
    input,
    responseSchema,
  }: { tool: Tool; route: Route; input: ToolInput; responseSchema: JsonSchema },
  rawArgs: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const args = parseArguments(input, rawArgs)
  const unknown = Object.keys(args).find((name) => !(name in input.schema.properties))
  if (unknown) return failure(`The tool ${tool.name} has no argument ${unknown}.`)
  const missing = input.schema.required?.find((name) => args[name] === undefined)
  if (missing) return failure(`The tool ${tool.name} needs the argument ${missing}.`)
  // A URL resolves these, even encoded, and so would lead to another operation.
  const unsafe = input.pathNames.find((name) => /^\.{0,2}$/.test(String(args[name])))
  if (unsafe) return failure(`validation_failed: ${unsafe} is not an ID.`)
  const response = await send({
    method: route.method.toUpperCase(),
    path: pathOf(route, input, args),
    headers: headersOf(args),
    body: bodyOf(route, input, args),
  })
  if (response.status >= 400) return failure(describeError(response.body as ApiError))
  const result = separateUntrusted(response.body, responseSchema) as Record<string, unknown>
  return { content: [{ type: 'text', text: fencedText(result) }], structuredContent: result }
}

function pathOf(route: Route, input: ToolInput, args: Readonly<Record<string, unknown>>): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(args[name])),
  )
  const query = new URLSearchParams()
  for (const name of input.queryNames) {
    const value = args[name]
    if (value === undefined || value === null) continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  if (input.queryNames.includes('limit')) {
    query.set('limit', String(Math.min(Number(args.limit ?? pageMax), pageMax)))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function headersOf(args: Readonly<Record<string, unknown>>): Record<string, string> {
  return {
    ...(args.profile === undefined ? {} : { 'service-profile': headerValue(args.profile) }),
    ...(args.idempotency_key === undefined
      ? {}
      : { 'idempotency-key': headerValue(args.idempotency_key) }),
  }
}

/** Characters that a header cannot contain are replaced, so that the API refuses the value. */
function headerValue(value: unknown): string {
  return String(value).replaceAll(/[^\x20-\x7e]/g, '?')
}

function bodyOf(
  route: Route,
  input: ToolInput,
  args: Readonly<Record<string, unknown>>,
): string | null {
  if (!route.body) return null
  const entries = input.bodyNames.flatMap((name) =>
    args[name] === undefined ? [] : [[name, args[name]]],
  )
  return JSON.stringify(Object.fromEntries(entries))
}

/** The details of an error that a network caused have its own words, so they are fenced with it. */
function describeError({ error }: ApiError): string {
  const { code = 'internal', message = 'The request failed.', details = [] } = error ?? {}
  const platform = error?.platform ?? null
  const lines = [
    `${code}: ${message}`,
    ...(platform ? [] : details.map((detail) => `- ${detail.path}: ${detail.message}`)),
    ...(error?.doc_url ? [`More: ${error.doc_url}`] : []),
  ]
  return withBlocks(lines.join('\n'), platform ? [JSON.stringify({ details, platform })] : [])
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
