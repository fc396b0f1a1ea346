import type { Route } from './route.ts'

type Json = Record<string, unknown>

const whole = { type: 'integer', minimum: 0 }

/** The response headers in the OpenAPI document, by name. */
export const responseHeaders: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'The id of the request: yours, when it is a sane token, else one made here.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description:
      'How many requests a minute has: of the key, or of the address where no key is known. Without a limit it is missing.',
    schema: whole,
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: whole },
  'X-RateLimit-Reset': {
    description: 'When the minute ends, in seconds since 1970.',
    schema: whole,
  },
  'Retry-After': { description: 'In how many seconds to ask again.', schema: whole },
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer`.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'This is the answer that was stored under the Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers of a response of this route, as references into the components. */
export function headersOf(route: Route, status: number): Json {
  // The HTTP parser rejects these requests, so no rate limit applies.
  const names = status === 431 ? ['X-Request-Id'] : [...always]
  if (isRetried(route, status)) names.push('Retry-After')
  if (status === 401) names.push('WWW-Authenticate')
  if (isReplayed(route) && (status < 300 || status >= 500)) names.push('Idempotent-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** 409 when a request with this Idempotency-Key is still running. */
function isRetried(route: Route, status: number): boolean {
  return status === 429 || status === 503 || (status === 409 && isReplayed(route))
}

function isReplayed({ method, access }: Route): boolean {
  return method === 'post' && access !== 'public'
}
