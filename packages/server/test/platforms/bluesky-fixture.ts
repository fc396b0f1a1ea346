import { createSandbox } from '@postern/sandbox'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createBluesky } from '../../src/platforms/bluesky/index.ts'
import type { GrantedAccount, PlatformRequest } from '../../src/platforms/contract/platform.ts'
import { createPlatformCall } from '../../src/platforms/wire/call.ts'
import { memoryStorage } from './memory-storage.ts'

const redirectUri = 'http://localhost:4000/connect/callback/bluesky'

export type BlueskyFixture = Awaited<ReturnType<typeof openBlueskyFixture>>

/** Bluesky on a sandbox, whose clock the test sets. `requests` are all that were sent. */
export async function openBlueskyFixture(now: () => Date) {
  const sandbox = createSandbox({ now })
  const { url } = await sandbox.listen(0)
  const { port } = new URL(url)
  const servers = ['pds', 'otherpds', 'entryway'].map(
    (label) => `http://${label}.localhost:${port}`,
  )
  const services = { directory: `${url}/bluesky/plc`, resolver: `${url}/bluesky/appview` }
  const outbound = createOutbound({
    allowPrivate: false,
    trustedOrigins: [url],
    trustedServers: servers,
  })
  const requests: PlatformRequest[] = []
  const call = createPlatformCall(outbound)
  const platform = createBluesky({
    settings: {
      services,
      sandboxServices: services,
    },
    publicUrl: 'http://localhost:4000',
    isTrustedServer: (origin) => servers.includes(origin),
    storage: memoryStorage(),
    lookUpTxt: async () => [],
    call: (request) => {
      requests.push(request)
      return call(request)
    },
    now,
  })

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }

  /** Starts a login and decides on the server's page; returns the callback and what is kept. */
  const decide = async (entered: string, decision: 'allow' | 'cancel', person = 'anna') => {
    const start = { redirectUri, state: 'the-state', server: entered, language: 'en' }
    const { url: page, kept } = await platform.connect.begin({ ...start, reconnect: null })
    const { redirect } = (await control('POST', '/authorize', {
      url: page.href,
      person,
      decision,
    })) as { redirect: string }
    return { page, callback: new URL(redirect), kept }
  }

  return {
    platform,
    requests,
    control,
    url,
    decide,
    begin: (entered: string) =>
      platform.connect.begin({
        redirectUri,
        state: 'the-state',
        server: entered,
        reconnect: null,
        language: 'en',
      }),

    /** Connects the account of a person. */
    connect: async (entered = 'anna.test', person = 'anna'): Promise<GrantedAccount> => {
      const { callback, kept } = await decide(entered, 'allow', person)
      const read = platform.connect.readReturn(callback.searchParams)
      if (!('code' in read)) throw new Error(`refused: ${read.refused}`)
      const input = { code: read.code, iss: read.iss ?? null, redirectUri, kept }
      const { accounts } = await platform.connect.finish(input)
      return accounts[0]!
    },

    finish: async (callback: URL, kept: unknown) => {
      const code = callback.searchParams.get('code') ?? ''
      const iss = callback.searchParams.get('iss')
      return await platform.connect.finish({ code, iss, redirectUri, kept })
    },

    close: async () => {
      await outbound.close()
      await sandbox.close()
    },
  }
}
