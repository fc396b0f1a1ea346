import { traceId } from '../core/ids.ts'
import { envelope, GraphError } from './errors.ts'

/** The rate-limit error of a Meta network, and the type in its business usage header. */
export type RateLimitFault = { code: number; text: string; usageType: string | null }

/** The documented error responses (threads.md §7, instagram.md §7, facebook.md §7). */
export function graphFaultResponse(
  kind: 'rate_limited' | 'transient',
  { code, text, usageType }: RateLimitFault,
): Response {
  if (kind === 'transient') return errorResponse(transient(), {})
  return errorResponse(new GraphError(text, { code, is_transient: false }), usageHeaders(usageType))
}

function errorResponse(error: GraphError, headers: Record<string, string>): Response {
  return Response.json(envelope(error, traceId()), { status: error.facts.status ?? 400, headers })
}

function transient(): GraphError {
  return new GraphError('An unexpected error has occurred. Please retry your request later.', {
    code: 2,
    is_transient: true,
    status: 500,
  })
}

function usageHeaders(type: string | null): Record<string, string> {
  const full = { call_count: 100, total_time: 100, total_cputime: 100 }
  const headers = { 'x-app-usage': JSON.stringify(full) }
  if (type === null) return headers
  const entry = { type, ...full, estimated_time_to_regain_access: 19 }
  return { ...headers, 'x-business-use-case-usage': JSON.stringify({ '0': [entry] }) }
}
