import type { Context as Call, Hono } from 'hono'
import { type Scope, unauthenticatedScope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { inOneTransaction } from '../database/nested-transaction.ts'
import { runAudited } from './audit.ts'
import {
  authenticate,
  countRejected,
  countRequest,
  requireAccess,
  usedKeyOf,
} from './authentication.ts'
import { bodyChunks, mimeTypeOf } from './body.ts'
import { callerOf } from './caller.ts'
import { refuseOwnerKeyInBrowser } from './cors.ts'
import { runIdempotent } from './idempotency.ts'
import { parse, type RawBody, readBody } from './input.ts'
import type { OnRecorded } from './request.ts'
import type { Route, RouteResponse, Upload } from './route.ts'
import { inLargeBodyTurn } from './turns.ts'
import { unauthenticatedHeaders } from './unauthenticated.ts'
import type { Vars } from './vars.ts'

export type MountOptions = {
  /** Tests only: a response that its route does not declare becomes a 500. */
  verifyResponses: boolean
  /** For an update: the route that shows what it changes. */
  shownBy?: Route | undefined
}

/** Registers a route on the app: it authenticates, checks access, validates the input and runs. */
export function mount(
  app: Hono<{ Variables: Vars }>,
  ctx: Context,
  route: Route,
  options: MountOptions,
): void {
  const isAtomic = route.atomic ?? false
  const lockMs = route.form ? limits.media.uploadMsMax : limits.idempotency.lockMs
  const { unknownOutcomeCode, shownOnce } = route
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  app.on(route.method.toUpperCase(), path, async (call) => {
    call.set('route', route)
    const caller = callerOf(ctx.config, call)
    const upload = uploadOf(route, call)
    const run = async (
      ctx: Context,
      scope: Scope,
      json: unknown,
      onRecorded?: OnRecorded,
    ): Promise<RouteResponse> => {
      const input = {
        params: parse(route.params, call.req.param()),
        query: parse(route.query, queryOf(call)),
        body: upload ? undefined : parse(route.body, json),
        upload,
        caller,
      } as never
      if (route.method === 'get' || route.action === null) return await route.run(ctx, scope, input)
      return await runAudited(ctx, scope, route, input, { onRecorded, shownBy: options.shownBy })
    }
    const scope = await authenticate(ctx, route, call, caller).catch((err) =>
      countRejected(ctx, err, call),
    )
    if (scope !== unauthenticatedScope) {
      call.set('actorId', scope.actor.id)
      call.set('usedKey', usedKeyOf(scope))
    }
    // Count before the checks below, so that refused requests are limited too.
    if (scope !== unauthenticatedScope) await countRequest(ctx, scope.actor.id, call)
    else Object.assign(call.get('headers'), unauthenticatedHeaders(ctx, caller.ip))
    refuseOwnerKeyInBrowser(ctx, scope, call)
    requireAccess(route, scope)
    const raw = upload ? uploadPlaceholder : await readBody(route, call)
    const runOnce = (ctx: Context, onRecorded?: OnRecorded) =>
      isAtomic
        ? inOneTransaction(ctx, (inside) => run(inside, scope, raw.json, onRecorded))
        : run(ctx, scope, raw.json, onRecorded)
    const isSame = async (stored: unknown) =>
      !upload || !route.isSameUpload || (await route.isSameUpload(ctx, upload, stored))
    const respond = async () =>
      route.method === 'post' && scope !== unauthenticatedScope
        ? await runIdempotent(
            ctx,
            scope,
            call,
            { body: raw.bytes, lockMs, isAtomic, unknownOutcomeCode, shownOnce, isSame },
            runOnce,
          )
        : await runOnce(ctx)
    // The message of a tool call has a turn already.
    const response =
      scope === unauthenticatedScope || caller.via === 'mcp'
        ? await respond()
        : await inLargeBodyTurn(scope.actor.id, raw.bytes, respond)
    if (options.verifyResponses) verifyResponse(route, response)
    return await responseOf(route, call, response)
  })
}

/** By which Excel recognizes UTF-8 in a CSV file. */
const byteOrderMark = '\uFEFF'

/** Builds the response with all headers together, as adding some later would copy them; not for streams. */
async function responseOf(
  route: Route,
  call: Call<{ Variables: Vars }>,
  { status, body, headers }: RouteResponse,
): Promise<Response> {
  const contentType = route.responses[status]?.contentType
  const type = contentType ? `${contentType}; charset=utf-8` : 'application/json'
  if (body instanceof ReadableStream) {
    const headersOfStream = { ...headers, 'content-type': type }
    if (call.req.method !== 'HEAD') return call.body(body, status, headersOfStream)
    await body.cancel()
    return call.body(null, status, headersOfStream)
  }
  const text = contentType ? `${byteOrderMark}${body}` : JSON.stringify(body)
  call.set('hasHeaders', true)
  const allHeaders = { ...call.get('headers'), ...headers, 'content-type': type }
  return new Response(text, { status, headers: allHeaders })
}

/** The unread body of a multipart request; `null` if JSON was sent. */
function uploadOf(route: Route, call: Call): Upload | null {
  if (!route.form) return null
  const contentType = call.req.header('content-type') ?? ''
  if (mimeTypeOf(contentType) !== 'multipart/form-data') return null
  const { uploadMsMax: deadlineMs, idleMsMax } = limits.media
  return {
    contentType,
    length: call.req.header('content-length') ?? null,
    chunks: () => bodyChunks(call.req.raw, { deadlineMs, idleMsMax }),
  }
}

/** Hashed in place of an upload, whose bytes `isSameUpload` compares and whose boundary varies. */
const uploadPlaceholder: RawBody = { bytes: Buffer.from('multipart'), json: undefined }

/** The query as an object; a repeated parameter becomes an array, which every schema rejects. */
function queryOf(call: Call): Record<string, string | string[]> {
  if (!call.req.url.includes('?')) return {}
  return Object.fromEntries(
    Object.entries(call.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]),
  )
}

function verifyResponse(route: Route, response: RouteResponse): void {
  const declared = route.responses[response.status]
  if (!declared)
    throw new Error(`${route.operationId} returned undeclared status ${response.status}`)
  if (response.body instanceof ReadableStream) return
  const wire = declared.contentType ? response.body : JSON.parse(JSON.stringify(response.body))
  const result = declared.schema.safeParse(wire)
  if (!result.success) {
    throw new Error(
      `${route.operationId} broke the schema of its response: ${result.error.message}`,
    )
  }
}
