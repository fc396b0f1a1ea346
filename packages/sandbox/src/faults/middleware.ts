import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyText } from '../core/calls.ts'
import { routedPath } from '../core/hosts.ts'
import type { Fault, FaultKind } from '../core/records.ts'
import type { Api, Env, Network, Sandbox } from '../core/sandbox.ts'

/** A connection without a response is closed after this time. */
const NO_RESPONSE_MS = 120_000

/** Logs each call to the API and applies matching faults. */
export function logCallsAndApplyFaults(
  sandbox: Sandbox,
  network: Network,
  api: Api,
): MiddlewareHandler<Env> {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const pathname = routedPath(sandbox.networks, url)
    const name = api.nameOf(context.req.method, pathname)
    if (name === null) return next()
    const fault = takeFault(sandbox, network, api, { name, pathname })
    context.set('fault', fault?.kind ?? null)
    const request = await bodyText(context.req.raw)
    if (fault) await applyFault(sandbox, network, context, fault, next)
    else await next()
    const applied = context.get('fault')
    const hasResponse = !(applied && hasNoResponse(applied))
    sandbox.calls.add({
      at: sandbox.clock.now().toISOString(),
      platform: network.id,
      name,
      method: context.req.method,
      path: pathname + url.search,
      status: hasResponse ? context.res.status : 'none',
      fault: applied,
      request,
      response: hasResponse ? await bodyText(context.res) : '',
    })
  }
}

type CalledEndpoint = { name: string; pathname: string }

function takeFault(
  sandbox: Sandbox,
  network: Network,
  api: Api,
  endpoint: CalledEndpoint,
): Readonly<Fault> | undefined {
  const fault = sandbox.state.faults
    .by('platform', network.id)
    .find((fault) => matches(fault.match, api, endpoint))
  if (!fault) return undefined
  if (fault.skip > 0) {
    sandbox.state.faults.update(fault.id, { skip: fault.skip - 1 })
    return undefined
  }
  if (fault.remaining <= 1) sandbox.state.faults.remove(fault.id)
  else sandbox.state.faults.update(fault.id, { remaining: fault.remaining - 1 })
  return fault
}

/** `match` is an endpoint name, `*`, or a path prefix with or without the API's prefix and version. */
function matches(match: string, { prefix }: Api, { name, pathname }: CalledEndpoint): boolean {
  if (match === '*' || match === name) return true
  if (!match.startsWith('/')) return false
  if (pathname.startsWith(match)) return true
  const inside = pathname.slice(prefix.length)
  return inside.startsWith(match) || inside.replace(/^\/v\d+\.\d+/, '').startsWith(match)
}

function hasNoResponse(kind: FaultKind): boolean {
  return ['timeout', 'hang', 'connection_reset', 'after_accepting_timeout'].includes(kind)
}

async function applyFault(
  sandbox: Sandbox,
  network: Network,
  context: Context<Env>,
  fault: Readonly<Fault>,
  next: () => Promise<void>,
): Promise<void> {
  if (fault.kind === 'slow_ms') {
    await wait(fault.ms)
    return next()
  }
  if (fault.kind.startsWith('after_accepting')) {
    await next()
    if (context.get('mustRepeat')) return giveBack(sandbox, context, fault)
  }
  if (hasNoResponse(fault.kind)) {
    const outgoing = context.env?.outgoing
    if (outgoing) {
      await withholdResponse(context, fault.kind)
      replaceResponse(context, RESPONSE_ALREADY_SENT)
      return
    }
  }
  if (fault.answer) {
    const { body, status } = fault.answer
    replaceResponse(context, Response.json(body, { status }))
  } else if (fault.kind === 'rate_limited' || fault.kind === 'transient') {
    replaceResponse(context, network.faultResponse(sandbox, fault.kind))
  } else if (fault.kind === 'redirect') {
    replaceResponse(context, context.redirect(`https://moved.example${context.req.path}`, 302))
  } else replaceResponse(context, serverError())
}

/** The call was not accepted yet: the fault waits for its repetition. */
function giveBack({ state }: Sandbox, context: Context<Env>, fault: Readonly<Fault>): void {
  context.set('fault', null)
  const left = state.faults.get(fault.id)?.remaining ?? 0
  state.faults.put({ ...fault, remaining: left + 1 })
}

function serverError(): Response {
  return new Response('<html><body>Sorry, something went wrong.</body></html>', {
    status: 500,
    headers: { 'content-type': 'text/html' },
  })
}

function replaceResponse(context: Context<Env>, response: Response): void {
  // Hono merges headers into an existing response, so clear it first.
  context.res = undefined
  context.res = response
}

/** `timeout` sends nothing, `hang` sends a partial response, `connection_reset` resets the socket. */
async function withholdResponse(context: Context<Env>, kind: FaultKind): Promise<void> {
  const { outgoing, incoming } = context.env
  if (kind === 'connection_reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  if (kind === 'hang') {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.write('{')
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, NO_RESPONSE_MS)
    timer.unref()
    outgoing.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  incoming.socket.destroy()
}
