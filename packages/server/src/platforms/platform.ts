import type { PlatformApp, PlatformValue } from '../base/config.ts'
import type { CommentsAbility } from './comments.ts'
import type { InboundAbility } from './inbound.ts'
import type { InsightsAbility } from './insights.ts'
import type { PublishAbility } from './publish.ts'
import type { TokenAbility } from './tokens.ts'

/**
 * What the nouns know of a platform: data, and the abilities it has. A missing ability is a missing
 * member, never a method that throws. A platform is a pure client: it never sees a row, a scope or
 * a transaction.
 */
export type Platform = {
  readonly value: PlatformValue
  /** As people write it: `Threads`. */
  readonly name: string
  readonly permissions: readonly PlatformPermission[]
  readonly limits: { text_max: number; media_max: number }
  readonly connect: ConnectAbility
  readonly publish?: PublishAbility
  readonly comments?: CommentsAbility
  readonly insights?: InsightsAbility
  readonly tokens?: TokenAbility
  readonly inbound?: InboundAbility
}

export type Capability = 'publish' | 'comments' | 'reply' | 'hide' | 'insights'

export type PlatformPermission = {
  /** The platform's own word, e.g. `threads_basic`. */
  scope: string
  /** Without a required one a connection fails with `permission_missing`. */
  required: boolean
  /** The abilities that need it. */
  enables: readonly Capability[]
}

/** What is kept, sealed, to act for an account. Never leaves the server. */
export type Tokens = {
  access: string
  refresh: string | null
  /** ISO instants; `null` means no expiry is known. */
  accessExpiresAt: string | null
  refreshExpiresAt: string | null
  /** When the access token was issued: Meta refuses a refresh before 24 hours. */
  issuedAt: string
}

/** An account that a login gave access to. */
export type GrantedAccount = {
  platformAccountId: string
  /** Other ids by which the platform's callbacks name its person (deauthorize, data deletion). */
  platformUserIds: string[]
  username: string
  displayName: string | null
  avatarUrl: string | null
  profileUrl: string | null
  accountType: string | null
  granted: string[]
  missing: string[]
  tokens: Tokens
}

/** An account that the login shows but that cannot be connected; the page says why. */
export type RefusedAccount = {
  platformAccountId: string
  displayName: string
  reason: 'permission_missing'
}

export type Grant = {
  accounts: GrantedAccount[]
  refused: RefusedAccount[]
  /** Whether the client chooses among the accounts on our page (several pages at once). */
  choose: boolean
}

export type ConnectAbility = {
  /** Where the client is sent. `redirectUri` is exactly what is registered at the platform. */
  authorizeUrl(input: { redirectUri: string; state: string; challenge: string | null }): URL
  /** How the platform wants its PKCE challenge; `null` where it takes none. */
  readonly challenge: ((verifier: string) => string) | null
  /**
   * The platform's answer on our redirect URI: a code, or the word for what went wrong.
   * `access_denied` is the only refusal by the person.
   */
  readReturn(query: URLSearchParams): { code: string } | { refused: 'access_denied' | 'failed' }
  /**
   * Exchanges the code and reads who was granted what. Throws `PlatformError`; a required
   * permission that was not ticked is a `PlatformError` of kind `permission_missing`.
   */
  finish(input: { code: string; redirectUri: string; verifier: string | null }): Promise<Grant>
  /** Gives the access back when an account is disconnected here; best effort. */
  revoke?(tokens: Tokens): Promise<void>
}

/** What a platform's folder is made with. */
export type PlatformSetup = {
  app: PlatformApp
  call: PlatformCall
  now: () => Date
}

export type PlatformRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
  json?: unknown
  /** Sent as they are. */
  bytes?: { type: string; data: Buffer }
  /** For a call that carries a file, or waits for one; `limits.platform.deadlineMs` otherwise. */
  deadlineMs?: number
}

export type PlatformAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One call to a platform: answers status, headers and the raw text; see `call.ts`. */
export type PlatformCall = (request: PlatformRequest) => Promise<PlatformAnswer>
