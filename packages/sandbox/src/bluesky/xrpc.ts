import type { Context, Hono } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { uploadBlob } from './blobs.ts'
import { authenticate, type Caller, requireRpc } from './caller.ts'
import { resourceDocument } from './documents.ts'
import { currentNonce } from './dpop.ts'
import { invalidRequest, XrpcError, xrpcResponse } from './errors.ts'
import { getAuthorFeed, getPosts, getProfile, listNotifications } from './feeds.ts'
import { resolveHandle } from './identity.ts'
import { createRecord, deleteRecord, putRecord, type WriteInput } from './repo.ts'
import { getRecord, listRecords } from './repo-read.ts'
import { hosts, type Pds } from './servers.ts'
import { getServiceAuth, getSession } from './session-methods.ts'
import { getPostThread } from './thread.ts'

const BODY_BYTES_MAX = 1_000_000

type Query = URLSearchParams
type Read = (sandbox: Sandbox, query: Query) => object
type View = (sandbox: Sandbox, query: Query, viewer: string | null) => object
type Write = (sandbox: Sandbox, caller: Caller, input: WriteInput) => object

/** Reads of a repository or handle, without a login. */
const openReads: Record<string, Read> = {
  'com.atproto.identity.resolveHandle': resolveHandle,
  'com.atproto.repo.getRecord': getRecord,
  'com.atproto.repo.listRecords': listRecords,
}

/** Reads that the AppView answers, also without a login. A PDS passes them on. */
const views: Record<string, View> = {
  'app.bsky.actor.getProfile': getProfile,
  'app.bsky.feed.getAuthorFeed': getAuthorFeed,
  'app.bsky.feed.getPosts': getPosts,
  'app.bsky.feed.getPostThread': getPostThread,
}

const ownViews: Record<string, (sandbox: Sandbox, query: Query, did: string) => object> = {
  ...views,
  'app.bsky.notification.listNotifications': listNotifications,
}

const writes: Record<string, Write> = {
  'com.atproto.repo.createRecord': createRecord,
  'com.atproto.repo.deleteRecord': deleteRecord,
  'com.atproto.repo.putRecord': putRecord,
}

export const RESOURCE_DOCUMENT = '/.well-known/oauth-protected-resource'
const UPLOAD = 'com.atproto.repo.uploadBlob'

const methods = new Set([
  ...[openReads, ownViews, writes].flatMap((table) => Object.keys(table)),
  'com.atproto.server.getSession',
  'com.atproto.server.getServiceAuth',
  UPLOAD,
])
const isKnown = (method: string) => methods.has(method)
const lastPart = (method: string) => method.slice(method.lastIndexOf('.') + 1)

/** What `xrpcName` returns for the known methods. */
export const xrpcNames = [...methods].map(lastPart)

/** The methods of a PDS. Every answer has its newest nonce (bluesky.md §1.4). */
export function mountPds(app: Hono<Env>, sandbox: Sandbox, pds: Pds): void {
  app.get(hosts[pds] + RESOURCE_DOCUMENT, () => resourceDocument(sandbox, pds))
  app.all(`${hosts[pds]}/xrpc/:method`, async (context) => {
    const response = await answer(() => runOnPds(context, sandbox, pds))
    response.headers.set('dpop-nonce', currentNonce(sandbox, pds))
    return response
  })
}

async function runOnPds(context: Context<Env>, sandbox: Sandbox, pds: Pds): Promise<object> {
  const method = context.req.param('method') ?? ''
  const query = new URL(context.req.url).searchParams
  const caller = () => authenticate(context, sandbox, pds)
  const isWrite = method === UPLOAD || Object.hasOwn(writes, method)
  if (isWrite) requireMethod(context, 'POST')
  else if (isKnown(method)) requireMethod(context, 'GET')
  if (method === UPLOAD) return uploadBlob(context, sandbox, pds, caller())
  if (Object.hasOwn(writes, method)) {
    const identity = caller()
    return writes[method]!(sandbox, identity, await readInput(context))
  }
  if (Object.hasOwn(openReads, method)) return openReads[method]!(sandbox, query)
  if (Object.hasOwn(ownViews, method)) {
    const identity = caller()
    requireRpc(identity, method)
    return ownViews[method]!(sandbox, query, identity.account.id)
  }
  if (method === 'com.atproto.server.getSession') return getSession(caller())
  if (method === 'com.atproto.server.getServiceAuth') {
    return getServiceAuth(caller(), query)
  }
  // Passed on to the AppView if the session may, which does not know it either.
  if (method.startsWith('app.')) requireRpc(caller(), method)
  throw notImplemented()
}

/** The AppView and resolver that everybody can ask: `/bluesky/appview/xrpc/<method>`. */
export const appview: Api = {
  prefix: '/bluesky/appview',
  nameOf: (_method, path) => xrpcName(path.slice('/bluesky/appview'.length)),
  endpoints: xrpcNames,
  mount(app, sandbox) {
    const resolve = 'com.atproto.identity.resolveHandle'
    const reads: Record<string, View> = { ...views, [resolve]: resolveHandle }
    app.get('/bluesky/appview/xrpc/:method', (context) =>
      answer(async () => {
        const method = context.req.param('method')
        if (!Object.hasOwn(reads, method)) throw notImplemented()
        return reads[method]!(sandbox, new URL(context.req.url).searchParams, null)
      }),
    )
  },
}

/** The last part of a method's name, as in faults and the call log. */
export function xrpcName(path: string): string {
  return isKnown(path.replace('/xrpc/', '')) ? lastPart(path) : 'unknown'
}

const notImplemented = () => new XrpcError(501, 'MethodNotImplemented', 'Method Not Implemented')

function requireMethod(context: Context<Env>, expected: string): void {
  const { method } = context.req
  if (method !== expected) {
    throw invalidRequest(`Incorrect HTTP method (${method}) expected ${expected}`)
  }
}

async function readInput(context: Context<Env>): Promise<WriteInput> {
  const text = await context.req.text()
  if (Buffer.byteLength(text) > BODY_BYTES_MAX) {
    throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
    throw new Error('The body is not an object')
  } catch (error) {
    throw new XrpcError(400, 'SyntaxError', (error as Error).message)
  }
}

async function answer(run: () => object | Promise<object>): Promise<Response> {
  try {
    return Response.json(await run())
  } catch (error) {
    if (error instanceof XrpcError) return xrpcResponse(error)
    return xrpcResponse(new XrpcError(500, 'InternalServerError', String(error)))
  }
}
