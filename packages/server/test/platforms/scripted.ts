import { testClock } from '../../src/core/clock.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  PlatformSetup,
} from '../../src/platforms/platform.ts'

type Script = Readonly<Record<string, string | Partial<PlatformResponse>>>

/**
 * For tests: a platform that answers each `METHOD /path` with a documented body. `asked` holds the
 * requests in their order. An address that is not in the script fails the test.
 */
export function scriptedSetup(script: Script): { setup: PlatformSetup; asked: PlatformRequest[] } {
  const asked: PlatformRequest[] = []
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
      asked.push(request)
      const name = `${request.method} ${request.url.pathname}`
      const found = script[`${name}${request.url.search}`] ?? script[name]
      if (found === undefined) throw new Error(`not in the script: ${name}${request.url.search}`)
      const answer = typeof found === 'string' ? { text: found } : found
      return { status: 200, headers: {}, text: '', ...answer }
    },
  }
  return { setup, asked }
}
