import type { PlatformApp, PlatformValue } from '../core/networks.ts'
import type { Label, PreviewLayout } from '../core/platform-words.ts'
import type { CommentsAbility } from './comments.ts'
import type { InboundAbility } from './inbound.ts'
import type { InsightsAbility } from './insights.ts'
import type { MediaLimits } from './media-rules.ts'
import type { PublishAbility } from './publish.ts'
import type { TextLimits } from './text-length.ts'
import type { TokenAbility, Tokens } from './tokens.ts'

/**
 * What the nouns know of a platform: data, and the abilities it has. A missing ability is a missing
 * member, never a method that throws. A platform is a pure client: it never sees a row, a scope or
 * a transaction.
 */
export type Platform = {
  readonly value: PlatformValue
  /** As people write it: `Threads`. */
  readonly name: string
  /** A line drawing of 24 by 24, as the data of an SVG path. */
  readonly mark: string
  /** What an account is there, and so by which of its names people know it. */
  readonly accounts: 'people' | 'pages'
  readonly permissions: readonly PlatformPermission[]
  readonly text: TextLimits
  readonly media: MediaLimits
  /** How a preview shows a post, and after how much of its text the network puts "more". */
  readonly preview: { layout: PreviewLayout; foldChars: number; foldLines: number }
  readonly app: AppRules
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
  /** What it is for, as a person reads it. */
  label: Label
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

/** What an operator has to know about the app at the network, for the doctor and `postern platforms`. */
export type AppRules = {
  /** Where its id and secret are found. */
  where: string
  /** What is wrong with their form, else `null`; `name` is how their variables begin: `THREADS`. */
  wrongForm(app: PlatformApp, name: string): string | null
  /** Other networks whose app has another id. */
  differsFrom?: readonly PlatformValue[]
  /** A request for a token of the app itself, where the network gives one for id and secret. */
  tokenRequest?(app: PlatformApp): { url: string; form: Record<string, string> }
  /** Whether our address is registered there as a URL prefix, from which media are fetched. */
  hasUrlPrefix?: true
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
