import { logId, traceId } from '../core/ids.ts'
import type { FaultKind, Platform } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { envelope, GraphError } from '../graph/errors.ts'

/** The platform's documented answer for a fault that is an HTTP answer. */
export function faultAnswer(world: World, platform: Platform, kind: FaultKind): Response {
  if (kind === 'http_500' || kind === 'after_accepting_500') {
    return new Response('<html><body>Sorry, something went wrong.</body></html>', {
      status: 500,
      headers: { 'content-type': 'text/html' },
    })
  }
  if (platform === 'tiktok') return tiktokAnswer(world, kind)
  const error = kind === 'rate_limited' ? rateLimited(platform) : transient()
  return Response.json(envelope(error, traceId()), {
    status: error.facts.status ?? 400,
    headers: kind === 'rate_limited' ? usage(platform) : {},
  })
}

/** 4 on Threads, 80002 on Instagram, 80001 on Pages (threads.md §7, instagram.md §7, facebook-pages.md §7). */
function rateLimited(platform: Platform): GraphError {
  if (platform === 'instagram') {
    const text =
      'There have been too many calls to this Instagram account. Wait a bit and try again.'
    return new GraphError(text, { code: 80002, is_transient: false })
  }
  if (platform === 'facebook') {
    const text =
      '(#80001) There have been too many calls to this Page account. Wait a bit and try again.'
    return new GraphError(text, { code: 80001, is_transient: false })
  }
  return new GraphError('Application request limit reached', { code: 4, is_transient: false })
}

function transient(): GraphError {
  return new GraphError('An unexpected error has occurred. Please retry your request later.', {
    code: 2,
    is_transient: true,
    status: 500,
  })
}

function usage(platform: Platform): Record<string, string> {
  const full = { call_count: 100, total_time: 100, total_cputime: 100 }
  const entry = {
    type: platform === 'facebook' ? 'pages' : platform,
    ...full,
    estimated_time_to_regain_access: 19,
  }
  return {
    'x-app-usage': JSON.stringify(full),
    ...(platform === 'threads'
      ? {}
      : { 'x-business-use-case-usage': JSON.stringify({ '0': [entry] }) }),
  }
}

/** 429 rate_limit_exceeded and 5xx internal_error (tiktok.md §2). */
function tiktokAnswer(world: World, kind: FaultKind): Response {
  const limited = kind === 'rate_limited'
  const error = {
    code: limited ? 'rate_limit_exceeded' : 'internal_error',
    message: limited
      ? 'The API rate limit was exceeded. Please try again later.'
      : 'An internal error occurred. Please try again later.',
    log_id: logId(world.clock.now()),
  }
  return Response.json({ data: {}, error }, { status: limited ? 429 : 500 })
}
