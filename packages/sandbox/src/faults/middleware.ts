import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault, FaultKind, Platform } from '../core/records.ts'
import type { Env, World } from '../core/world.ts'
import { faultAnswer } from './answers.ts'

/** A connection without an answer is cut at last, so that a forgotten client does not hold it. */
const SILENCE_MS = 120_000

export type ApiArea = {
  platform: Platform
  prefix: string
  nameOf(method: string, pathname: string): string
}

/** Logs each API call of an area and plays the faults that are set for it. */
export function callsAndFaults(world: World, area: ApiArea): MiddlewareHandler<Env> {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const name = area.nameOf(context.req.method, url.pathname)
    const fault = takeFault(world, area.platform, name, url.pathname)
    context.set('fault', fault?.kind ?? null)
    if (fault) await play(world, area.platform, context, fault, next)
    else await next()
    world.calls.add({
      at: world.clock.now().toISOString(),
      platform: area.platform,
      name,
      method: context.req.method,
      path: url.pathname + url.search,
      status: fault && isSilent(fault.kind) ? 'none' : context.res.status,
      fault: fault?.kind ?? null,
    })
  }
}

function takeFault(
  world: World,
  platform: Platform,
  name: string,
  pathname: string,
): Readonly<Fault> | undefined {
  const found = world.state.faults
    .by('platform', platform)
    .find((fault) => matches(fault.match, platform, name, pathname))
  if (!found) return undefined
  if (found.remaining <= 1) world.state.faults.remove(found.id)
  else world.state.faults.update(found.id, { remaining: found.remaining - 1 })
  return found
}

/** An endpoint's name, `*`, or the beginning of a path with or without the platform's prefix and version. */
function matches(match: string, platform: Platform, name: string, pathname: string): boolean {
  if (match === '*' || match === name) return true
  if (!match.startsWith('/')) return false
  if (pathname.startsWith(match)) return true
  const inside = pathname.replace(new RegExp(`^/${platform}/(graph|api|open)`), '')
  return inside.startsWith(match) || inside.replace(/^\/v\d+\.\d+/, '').startsWith(match)
}

function isSilent(kind: FaultKind): boolean {
  return ['timeout', 'hang', 'connection_reset', 'after_accepting_timeout'].includes(kind)
}

async function play(
  world: World,
  platform: Platform,
  context: Context<Env>,
  fault: Readonly<Fault>,
  next: () => Promise<void>,
): Promise<void> {
  if (fault.kind === 'slow_ms') {
    await wait(fault.ms)
    return next()
  }
  if (fault.kind.startsWith('after_accepting')) await next()
  if (isSilent(fault.kind)) {
    const outgoing = context.env?.outgoing
    if (outgoing) {
      await fallSilent(context, fault.kind)
      replace(context, RESPONSE_ALREADY_SENT)
      return
    }
  }
  replace(context, faultAnswer(world, platform, fault.kind))
}

function replace(context: Context<Env>, response: Response): void {
  // Hono merges headers into an existing response; the fault's answer must stand alone.
  context.res = undefined
  context.res = response
}

/** `timeout` never answers, `hang` begins an answer and stops, `connection_reset` cuts at once. */
async function fallSilent(context: Context<Env>, kind: FaultKind): Promise<void> {
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
    const timer = setTimeout(resolve, SILENCE_MS)
    timer.unref()
    outgoing.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  incoming.socket.destroy()
}
