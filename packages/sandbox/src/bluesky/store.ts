import type { Sandbox } from '../core/sandbox.ts'
import type { Issuer } from './servers.ts'

/** A pushed authorization request (bluesky.md §1.5). `id` is the end of its `request_uri`. */
export type PushedRequest = {
  id: string
  issuer: Issuer
  client_id: string
  client_name: string
  /** The key of the client assertion; null for a public client. */
  kid: string | null
  redirect_uri: string
  state: string | null
  scopes: string[]
  code_challenge: string
  login_hint: string | null
  /** The thumbprint of the DPoP key. */
  jkt: string
  created_at: number
  isDecided: boolean
  /** The session that its code was exchanged for. */
  session_id: string | null
}

/** A login of one app. The tokens are current; older ones are refused. */
export type Session = {
  id: string
  account_id: string
  grant_id: string
  issuer: Issuer
  client_id: string
  kid: string | null
  jkt: string
  scopes: string[]
  created_at: number
  access_token: string
  refresh_token: string
  hasEnded: boolean
}

/** An uploaded file of one account; `id` is `<did>/<cid>`. */
export type Blob = {
  id: string
  media_id: string
  mime: string
  size: number
  uploaded_at: number
  isReferenced: boolean
}

/** A record of an account's repository; `id` is its at-uri. */
export type RepoRecord = { id: string; value: Record<string, unknown> }

export const pushedRequests = collection<PushedRequest>('pushed_request')
export const sessions = collection<Session>('session')
export const blobs = collection<Blob>('blob')
export const repoRecords = collection<RepoRecord>('record')

function collection<T extends { id: string }>(kind: string) {
  const keyOf = (id: string) => `bluesky:${kind}:${id}`
  const get = ({ state }: Sandbox, id: string) =>
    state.networkRecords.get(keyOf(id))?.value as Readonly<T> | undefined
  const put = ({ state }: Sandbox, value: T): Readonly<T> => {
    state.networkRecords.put({ id: keyOf(value.id), kind: `bluesky:${kind}`, value })
    return value
  }
  return {
    get,
    put,
    update: (sandbox: Sandbox, id: string, patch: Partial<T>): Readonly<T> =>
      put(sandbox, { ...get(sandbox, id)!, ...patch }),
    remove: ({ state }: Sandbox, id: string) => state.networkRecords.remove(keyOf(id)),
    all: ({ state }: Sandbox) =>
      state.networkRecords
        .by('kind', `bluesky:${kind}`)
        .map(({ value }) => value as unknown as Readonly<T>),
  }
}
