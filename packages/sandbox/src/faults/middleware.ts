import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault, FaultKind } from '../core/records.ts'
import type { Api, Env, Network, Sandbox } from '../core/sandbox.ts'

/** A connection without an answer is cut at last, so that a forgotten client does not hold it. */
const NO_RESPONSE_MS = 120_000

/** Logs each call to an API of the network and plays the faults that are set for it. */
export function logCallsAndApplyFaults(
  sandbox: Sandbox,
  network: Network,
  api: Api,
): MiddlewareHandler<Env> {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const name = api.nameOf(context.req.method, url.pathname)
    const fault = takeFault(sandbox, network, api, { name, pathname: url.pathname })
    context.set('fault', fault?.kind ?? null)
    if (fault) await applyFault(sandbox, network, context, fault, next)
    else await next()
    sandbox.calls.add({
      at: sandbox.clock.now().toISOString(),
      platform: network.id,
      name,
      method: context.req.method,
      path: url.pathname + url.search,
      status: fault && hasNoResponse(fault.kind) ? 'none' : context.res.status,
      fault: fault?.kind ?? null,
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
  if (fault.remaining <= 1) sandbox.state.faults.remove(fault.id)
  else sandbox.state.faults.update(fault.id, { remaining: fault.remaining - 1 })
  return fault
}

/** An endpoint's name, `*`, or the beginning of a path with or without the API's prefix and version. */
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
  if (fault.kind.startsWith('after_accepting')) await next()
  if (hasNoResponse(fault.kind)) {
    const outgoing = context.env?.outgoing
    if (outgoing) {
      await withholdResponse(context, fault.kind)
      replaceResponse(context, RESPONSE_ALREADY_SENT)
      return
    }
  }
  if (fault.kind === 'rate_limited' || fault.kind === 'transient') {
    replaceResponse(context, network.faultResponse(sandbox, fault.kind))
  } else replaceResponse(context, serverError())
}

function serverError(): Response {
  return new Response('<html><body>Sorry, something went wrong.</body></html>', {
    status: 500,
    headers: { 'content-type': 'text/html' },
  })
}

function replaceResponse(context: Context<Env>, response: Response): void {
  // Hono merges headers into an existing response; the fault's answer must stand alone.
  context.res = undefined
  context.res = response
}

/** `timeout` never answers, `hang` begins an answer and stops, `connection_reset` cuts at once. */
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
