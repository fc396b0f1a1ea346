import { testClock } from '../../src/core/clock.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  PlatformSetup,
  ServerPlatformSetup,
} from '../../src/platforms/contract/platform.ts'
import { memoryStorage } from './memory-storage.ts'

/** An error is thrown, as if there was no response. */
type Script = Readonly<Record<string, string | Partial<PlatformResponse> | Error>>

/**
 * A platform whose calls return the scripted response for `METHOD /path`. `requests` has all requests
 * in order. A request that is not in the script fails the test.
 */
export function scriptedSetup(script: Script): {
  setup: PlatformSetup
  requests: PlatformRequest[]
} {
  const { call, requests } = scriptedCall(script, (url) => url.pathname)
  const base = 'https://platform.example'
  const setup: PlatformSetup = {
    app: {
      clientId: 'app-id',
      clientSecret: 'app-secret-text',
      bases: { authorize: 'https://www.platform.example', token: base, api: base },
    },
    quota: memoryStorage(),
    now,
    call,
  }
  return { setup, requests }
}

/**
 * The same for a network where each account has a server: the script has `METHOD host/path`, and apps
 * are stored in memory.
 */
export function scriptedServers(script: Script): {
  setup: ServerPlatformSetup
  requests: PlatformRequest[]
} {
  const { call, requests } = scriptedCall(script, (url) => url.host + url.pathname)
  const setup: ServerPlatformSetup = {
    settings: { services: {}, sandboxServices: null },
    publicUrl: 'https://postern.example.com',
    isTrustedServer: () => false,
    storage: memoryStorage(),
    lookUpTxt: async () => [],
    now,
    call,
  }
  return { setup, requests }
}

const { now } = testClock(new Date('2026-11-21T09:00:00.000Z'))

function scriptedCall(script: Script, nameOf: (url: URL) => string) {
  const requests: PlatformRequest[] = []
  const call = async (request: PlatformRequest): Promise<PlatformResponse> => {
    requests.push(request)
    const name = `${request.method} ${nameOf(request.url)}`
    const scripted = script[`${name}${request.url.search}`] ?? script[name]
    if (scripted === undefined) throw new Error(`not in the script: ${name}${request.url.search}`)
    if (scripted instanceof Error) throw scripted
    const response = typeof scripted === 'string' ? { text: scripted } : scripted
    return { status: 200, headers: {}, text: '', ...response }
  }
  return { call, requests }
}
