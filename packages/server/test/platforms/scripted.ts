import { testClock } from '../../src/core/clock.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  PlatformSetup,
} from '../../src/platforms/platform.ts'

type Script = Readonly<Record<string, string | Partial<PlatformResponse>>>

/**
 * A platform whose calls return the scripted response for `METHOD /path`. `requests` has all requests
 * in order. A request that is not in the script fails the test.
 */
export function scriptedSetup(script: Script): {
  setup: PlatformSetup
  requests: PlatformRequest[]
} {
  const requests: PlatformRequest[] = []
  const clock = testClock(new Date('2026-11-21T09:00:00.000Z'))
  const base = 'https://platform.example'
  const setup: PlatformSetup = {
    app: {
      clientId: 'app-id',
      clientSecret: 'app-secret-text',
      bases: { authorize: 'https://www.platform.example', token: base, api: base },
    },
    now: clock.now,
    call: async (request) => {
      requests.push(request)
      const name = `${request.method} ${request.url.pathname}`
      const scripted = script[`${name}${request.url.search}`] ?? script[name]
      if (scripted === undefined) throw new Error(`not in the script: ${name}${request.url.search}`)
      const response = typeof scripted === 'string' ? { text: scripted } : scripted
      return { status: 200, headers: {}, text: '', ...response }
    },
  }
  return { setup, requests }
}
