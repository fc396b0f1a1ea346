import { type BlueskyAccount, removeApps } from './consent.ts'

export type BlueskyName = 'alice' | 'bob' | 'carol'

/** The addresses of a running network; plain JSON, so that a test run can share one network. */
export type BlueskyAddresses = {
  controlUrl: string
  plcUrl: string
  pdsUrl: string
  appViewUrl: string
  accounts: Record<BlueskyName, BlueskyAccount>
}

export type Bluesky = BlueskyAddresses & {
  /** Waits until the AppView has indexed everything that was written. */
  processAll(): Promise<void>
  /** Moves the clock of all servers; 0 is the present. */
  setClockOffset(ms: number): Promise<void>
  /** The servers then read `https://…` addresses of `origin` from the local `to`. */
  mapHost(origin: string, to: string): Promise<void>
  /**
   * The servers carry out requests whose path begins with `path` and, after the first `passing`, never
   * respond; `null` ends this. Refusals are answered.
   */
  holdResponses(path: string | null, passing?: number): Promise<void>
  /** A moderator takes the account down, or restores it. */
  takeDown(did: string, isApplied?: boolean): Promise<void>
  deactivate(account: BlueskyAccount): Promise<void>
  activate(account: BlueskyAccount): Promise<void>
  /** The person removes every connected app. */
  removeApps(account: BlueskyAccount): Promise<number>
  /** Calls a method with a session of the person's password, as the official app would. */
  asPerson(account: BlueskyAccount, method: string, input?: Input): Promise<Json>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any response
type Json = any
type Input = { query?: Record<string, string>; body?: object; bytes?: Buffer; type?: string }

/** The password of the development network's administrator (`ADMIN_PASSWORD` of dev-env). */
const admin = `Basic ${Buffer.from('admin:admin-pass').toString('base64')}`

/** Controls a running network from any process. */
export function controlBluesky(addresses: BlueskyAddresses): Bluesky {
  const { controlUrl, pdsUrl } = addresses
  const command = async (name: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${controlUrl}/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
  }
  const asPerson: Bluesky['asPerson'] = async (account, method, input = {}) => {
    const { accessJwt } = await callXrpc(pdsUrl, 'com.atproto.server.createSession', null, {
      body: { identifier: account.did, password: account.password },
    })
    return await callXrpc(pdsUrl, method, `Bearer ${accessJwt}`, input)
  }
  return {
    ...addresses,
    processAll: () => command('process-all'),
    setClockOffset: (ms) => command('clock-offset', { ms }),
    mapHost: (origin, to) => command('map-host', { origin, to }),
    holdResponses: (path, passing = 0) => command('hold-responses', { path, passing }),
    takeDown: async (did, isApplied = true) => {
      await callXrpc(pdsUrl, 'com.atproto.admin.updateSubjectStatus', admin, {
        body: {
          subject: { $type: 'com.atproto.admin.defs#repoRef', did },
          takedown: { applied: isApplied, ref: 'test' },
        },
      })
    },
    deactivate: async (account) => {
      await asPerson(account, 'com.atproto.server.deactivateAccount', { body: {} })
    },
    activate: async (account) => {
      await asPerson(account, 'com.atproto.server.activateAccount')
    },
    removeApps: (account) => removeApps(pdsUrl, account),
    asPerson,
  }
}

/** A call with a body or bytes is a POST; so are those whose name begins with a change. */
async function callXrpc(
  pdsUrl: string,
  method: string,
  authorization: string | null,
  { query, body, bytes, type }: Input,
): Promise<Json> {
  const isRead = /\.(get|list|search|resolve)[A-Z]\w*$/.test(method)
  const response = await fetch(`${pdsUrl}/xrpc/${method}?${new URLSearchParams(query)}`, {
    method: isRead ? 'GET' : 'POST',
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(body ? { 'content-type': 'application/json' } : type ? { 'content-type': type } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : bytes ? { body: new Uint8Array(bytes) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : null
}
