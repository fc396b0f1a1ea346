import type { AccountFacts } from '../../core/account-facts.ts'
import type {
  AppPlatformValue,
  PlatformApp,
  PlatformValue,
  ServerNetworkSettings,
} from '../../core/networks.ts'
import type { Label, LinkCardKind, PreviewLayout } from '../../core/platform-words.ts'
import type { CommentsAbility } from './comments.ts'
import type { InboundAbility } from './inbound.ts'
import type { InsightsAbility } from './insights.ts'
import type { MediaLimits } from './media-rules.ts'
import type { PublishAbility } from './publish.ts'
import type { PlatformReview } from './review.ts'
import type { QuotaCounter, ServerStorage } from './server-storage.ts'
import type { TextLimits } from './text-length.ts'
import type { TokenAbility, Tokens } from './tokens.ts'

/**
 * The interface between resources and a platform: data and abilities. An unsupported ability is a
 * missing member, never a method that throws. A platform is a pure client: it never accesses rows,
 * scopes or transactions.
 */
export type Platform = {
  readonly value: PlatformValue
  /** Display name: `Threads`. */
  readonly name: string
  /** SVG path data of a 24 × 24 line icon. */
  readonly mark: string
  /** Whether accounts are people (known by username) or pages (known by display name). */
  readonly accounts: 'people' | 'pages'
  readonly permissions: readonly PlatformPermission[]
  readonly text: TextLimits
  readonly media: MediaLimits
  /** What an editor explains while a post is written. */
  readonly writing: WritingRules
  /** How a preview shows a post, and how much text it shows before "more". */
  readonly preview: {
    layout: PreviewLayout
    foldChars: number
    foldLines: number
    /** Whether the ratio of the first file crops all files. */
    cropsToFirst?: true
  }
  /** Missing where no app is registered in advance (Bluesky, Mastodon). */
  readonly app?: AppRules
  /** Missing where everybody can use the installation's app at once. */
  readonly review?: PlatformReview
  /** Why the platform cannot be used with this public URL, as a sentence; else `null`. */
  readonly findProblem?: (publicUrl: string) => string | null
  /**
   * JSON documents that the platform's servers fetch from us, by path; `null` while they are not used.
   * They hold no secrets.
   */
  readonly clientDocuments?: Readonly<Record<string, () => Promise<object | null>>>
  readonly connect: ConnectAbility
  readonly publish?: PublishAbility
  readonly comments?: CommentsAbility
  readonly insights?: InsightsAbility
  readonly tokens?: TokenAbility
  readonly inbound?: InboundAbility
}

export type WritingRules = {
  /** How `@name` in a text is written; `works` is false where it stays plain text. */
  mentions: { works: boolean; help: Label }
  linkCard: LinkCardKind
  /** Missing where the documents name no maximum. */
  hashtagsMax?: number
}

export const capabilities = ['publish', 'comments', 'reply', 'hide', 'insights', 'delete'] as const
export type Capability = (typeof capabilities)[number]

export type PlatformPermission = {
  /** The platform's scope name, e.g. `threads_basic`. */
  scope: string
  /** Whether a login without it fails with `permission_missing`. */
  required: boolean
  /** The capabilities that need it. */
  enables: readonly Capability[]
  /** What it is for, shown to people. */
  label: Label
}

/** An account that a login gave access to. */
export type GrantedAccount = {
  platformAccountId: string
  /** Other ids that platform callbacks use for this user (deauthorize, data deletion). */
  platformUserIds: string[]
  username: string
  displayName: string | null
  avatarUrl: string | null
  profileUrl: string | null
  accountType: string | null
  granted: string[]
  missing: string[]
  /** Where limits differ by server. */
  facts?: AccountFacts
  tokens: Tokens
}

/** An account that the login returned but that cannot be connected; the hosted page shows why. */
export type RefusedAccount = {
  platformAccountId: string
  displayName: string
  reason: 'permission_missing'
}

export type Grant = {
  accounts: GrantedAccount[]
  refused: RefusedAccount[]
  /** Whether the client chooses among the accounts on our page (several pages per login). */
  choose: boolean
  /** The login has more accounts than these. */
  isTruncated?: true
}

export type ConnectAbility = {
  /**
   * Whether a login returns to 127.0.0.1 while PUBLIC_URL is `http://localhost`. Our cookie is not sent
   * there, so the callback leads to PUBLIC_URL first (bluesky.md §1.2).
   */
  readonly returnsToLoopback?: true
  /**
   * Parameters of the callback with a lasting secret: it leaves the address before anything else
   * happens (wordpress.md §1.2).
   */
  readonly secretParameters?: readonly string[]
  /** What our page asks before the redirect; missing where the platform has one address. */
  readonly server?: ServerQuestion
  /**
   * Prepares a login and returns the URL of the platform's page. May call the network. Throws
   * `ServerChoiceError` if the server that the person entered cannot be used, else `PlatformError`.
   */
  begin(input: LoginStart): Promise<LoginRedirect>
  /**
   * Reads the callback on our redirect URI: a code or a failure. `access_denied` means that the person
   * canceled. `iss` is the issuer that the callback names (RFC 9207).
   */
  readReturn(
    query: URLSearchParams,
  ): { code: string; iss?: string } | { refused: 'access_denied' | 'failed' }
  /**
   * The redirect URI of a login where each server has its own, so that no server can pass on the code of
   * another (RFC 9700 §4.4.2). Missing where the platform has one.
   */
  redirectUriOf?(kept: unknown): string
  /**
   * Exchanges the code and reads accounts and permissions. `kept` is what `begin` returned. Throws
   * `PlatformError`, of kind `permission_missing` if a required permission was not granted.
   */
  finish(input: {
    code: string
    iss: string | null
    redirectUri: string
    kept: unknown
  }): Promise<Grant>
  /** Revokes the access at the platform after a disconnect; best effort. */
  revoke?(tokens: Tokens): Promise<void>
}

/** Asks for a handle (Bluesky), a server (Mastodon) or a site (WordPress); `example` is shown in the empty field. */
export type ServerQuestion = { asks: 'handle' | 'host' | 'site'; example: string }

export type LoginStart = {
  /** Must equal the redirect URI registered at the platform. */
  redirectUri: string
  state: string
  /** What the person entered, trimmed, at most 300 characters; `null` where nothing is asked. */
  server: string | null
  /** The account of a reconnect link: its id determines the server, so nothing is asked. */
  reconnect: { platformAccountId: string } | null
  /** The language set by the link or the owner; with `null` the platform uses the browser's. */
  language: string | null
}

/** `kept` is JSON, sealed with the login and passed to `finish`. */
export type LoginRedirect = { url: URL; kept?: unknown }

/** Facts about the platform's app for operators, used by the doctor and `postern platforms`. */
export type AppRules = {
  /** Where to find its id and secret. */
  where: string
  /** What is wrong with their format, else `null`; `name` is the variable prefix: `THREADS`. */
  findFormatError(app: PlatformApp, name: string): string | null
  /** Platforms whose app must have a different id. */
  differsFrom?: readonly AppPlatformValue[]
  /** The request for an app access token, if the platform issues one for id and secret. */
  tokenRequest?(app: PlatformApp): { url: string; form: Record<string, string> }
  /** The version of the API that each call names, and the day on which the platform ends it. */
  version?(app: PlatformApp): ApiVersion
  /** Whether our base URL must be registered there as a URL prefix for media. */
  hasUrlPrefix?: true
}

/** `variable` sets another version; `endsOn` is a day: `2027-07-15`. */
export type ApiVersion = { version: string; endsOn: string; variable: string }

/** The dependencies of a platform. */
export type PlatformSetup = {
  app: PlatformApp
  quota: QuotaCounter
  call: PlatformCall
  now: () => Date
}

/** The dependencies of a platform where each account has its own server. */
export type ServerPlatformSetup = {
  settings: ServerNetworkSettings
  /** Shown to people on the server's consent page. */
  publicUrl: string
  /**
   * Whether the operator trusts this origin although it is private, uses http or has a port. Any other
   * server that a person enters must be `https://host`.
   */
  isTrustedServer: (origin: string) => boolean
  storage: ServerStorage
  /** The TXT records of a name; empty if there are none or no nameserver answers. */
  lookUpTxt: (name: string) => Promise<string[]>
  call: PlatformCall
  now: () => Date
}

export type PlatformRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>
  json?: unknown
  /** Sent unchanged. */
  bytes?: { type: string; data: Buffer }
  /** A large body of exactly `size` bytes, read while it is sent. */
  stream?: { type: string; size: number; read: ReadBytes }
  /** Sent as multipart/form-data. */
  parts?: readonly FormPart[]
  /**
   * For servers that people choose: public https addresses only, except for trusted servers. With
   * `typed_host` a failed connection also takes the whole deadline, so that the time reveals nothing.
   */
  guard?: 'chosen_host' | 'typed_host'
  /** The default depends on `guard`. */
  responseBytesMax?: number
  /** For calls that send a file or wait for one; default `limits.platform.deadlineMs`. */
  deadlineMs?: number
}

/** Bytes `first` to `last`, both inclusive. */
export type ReadBytes = (first: number, last: number) => Promise<Buffer>

export type FormPart =
  | { name: string; value: string }
  | { name: string; fileName: string; type: string; size: number; read: ReadBytes }

export type PlatformResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One call to a platform: returns status, headers and the raw text; see `wire/call.ts`. */
export type PlatformCall = (request: PlatformRequest) => Promise<PlatformResponse>
