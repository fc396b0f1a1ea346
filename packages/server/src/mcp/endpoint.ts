import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hasTooManyValues } from '../core/json-values.ts'
import { limits } from '../core/limits.ts'
import { readBytes, requireSize } from '../http/body.ts'
import { errorResponse } from '../http/errors.ts'
import { bodyBytesMaxOf, type Route } from '../http/route.ts'
import { inLargeBodyTurn } from '../http/turns.ts'
import type { Vars } from '../http/vars.ts'
import type { Me } from '../schemas/api-key.ts'
import type { Send } from './call.ts'
import type { Protocol } from './protocol.ts'

type App = { fetch(request: Request, env: unknown): Response | Promise<Response> }

const forwardedHeaders = ['authorization', 'x-forwarded-for', 'user-agent', 'x-request-id'] as const

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Each tool call is a
 * request to `app`, the API itself, with the caller's key and address. Requests from pages of other
 * sites and for other hosts are refused. The first request loads the SDK and the tools: 15 MB that an
 * installation without assistants does not need.
 */
export function mcpEndpoint(
  ctx: Context,
  app: App,
  routes: readonly Route[],
  version: string,
): Hono<{ Variables: Vars }> {
  let loaded: Promise<Protocol> | undefined
  const load = async () => (await import('./protocol.ts')).createProtocol(routes, version)
  const endpoint = new Hono<{ Variables: Vars }>()
  endpoint.onError((err, call) => errorResponse(ctx, call, err, { verifyResponses: false }))
  endpoint.all('/mcp', async (call) => {
    if (call.req.method !== 'POST') return call.text('Send POST requests.', 405, { allow: 'POST' })
    if (!isOwnHost(ctx, call.req.header('host'))) return call.text('Wrong host.', 403)
    if (!isOwnOrigin(ctx, call.req.header('origin'))) return call.text('Wrong origin.', 403)
    const headers = forwarded((name) => call.req.header(name))
    const env = call.env as object
    const callApi = callerOf(app, ctx.config.publicUrl, headers, env)
    const check = callerOf(app, ctx.config.publicUrl, headers, { ...env, isUnlogged: true })
    const me = await check({ method: 'GET', path: '/v1/me', headers: {}, body: null })
    if (me.status !== 200) return me
    const send: Send = async (request) => {
      const response = await callApi(request)
      return { status: response.status, body: await response.json() }
    }
    const bytes = await readBytes(call.req.raw, limits.body.messageBytesMax)
    const caller = (await me.json()) as Me
    return await inLargeBodyTurn(caller.key?.id ?? '', bytes, async () => {
      const read = readMessage(bytes)
      if ('refused' in read) return call.json(read.refused, 400)
      const { message: parsedBody } = read
      loaded ??= load()
      const protocol = await loaded
      requireSize(bytes, messageBytesMax(protocol, parsedBody))
      const { url, headers: allHeaders } = call.req.raw
      const request = new Request(url, { method: 'POST', headers: allHeaders })
      return await protocol.respond({ me: caller, send }, request, parsedBody)
    })
  })
  return endpoint
}

const refusal = (code: number, message: string) => ({
  refused: { jsonrpc: '2.0', id: null, error: { code, message } },
})

/**
 * Reads the message, before the SDK does: its checks take much longer than those of the API. One request
 * with a batch could run thousands of calls at the same time.
 */
function readMessage(bytes: Uint8Array) {
  if (hasTooManyValues(bytes, limits.body.valuesMax)) {
    const max = limits.body.valuesMax.toLocaleString('en')
    return refusal(-32600, `The message has more than ${max} values. Send less.`)
  }
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refusal(-32700, 'The body is not valid JSON. Send one JSON-RPC message.')
  }
  if (Array.isArray(message)) {
    return refusal(-32600, 'Batches are not supported: send one message per request.')
  }
  return { message }
}

/** Only a tool whose operation accepts a longer body accepts a longer message. */
function messageBytesMax({ routeOf }: Protocol, message: unknown): number {
  const { data } = toolCall.safeParse(message)
  const route = data && routeOf(data.params.name)
  const { keyedBytesMax, messageBytesMax } = limits.body
  return route ? Math.min(bodyBytesMaxOf(route), messageBytesMax) : keyedBytesMax
}

const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
})

function forwarded(read: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = read(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Calls the API in this process. `env` carries the socket, and so the caller's address. */
function callerOf(app: App, origin: string, common: Record<string, string>, env: object) {
  return async ({ method, path, headers, body }: Parameters<Send>[0]): Promise<Response> => {
    const request = new Request(origin + path, {
      method,
      headers: {
        ...common,
        ...headers,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body,
    })
    return await app.fetch(request, { ...env, via: 'mcp' })
  }
}

/** A page that resolves its own name to this machine (DNS rebinding) sends its own host. */
function isOwnHost({ config }: Context, host: string | undefined): boolean {
  const { host: publicHost } = new URL(config.publicUrl)
  return [publicHost, `localhost:${config.port}`, `127.0.0.1:${config.port}`].includes(host ?? '')
}

/** Programs send no origin; pages of other sites do. */
function isOwnOrigin({ config }: Context, origin: string | undefined): boolean {
  return origin === undefined || origin === config.publicUrl || config.corsOrigins.includes(origin)
}
