import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AccountFacts, PageInput } from '../people/account.ts'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Comment, Post } from './content.ts'
import type { MediaStore } from './media-store.ts'
import type { Rates } from './rates.ts'
import type { Account, App, Business, FaultKind, Grant, Platform } from './records.ts'
import type { Settings, SettingsPart } from './settings.ts'
import type { State } from './state.ts'
import type { Ticker } from './ticker.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The context of every handler: state, clock, stores and outgoing webhooks of one sandbox. */
export type Sandbox = {
  networks: readonly Network[]
  state: State
  clock: Clock
  calls: CallLog
  media: MediaStore
  webhooks: WebhookSender
  ticker: Ticker
  rates: Rates
  settings(): Settings
  /** The sandbox's base URL, without a trailing slash. */
  origin(): string
}

export type Env = {
  Bindings: HttpBindings
  /** `mustRepeat`: nothing was done, and the app sends the call again with what the answer gave it. */
  Variables: { fault: FaultKind | null; mustRepeat?: true }
}

/** One social network, exported by its folder and listed in `networks.ts`. */
export type Network = {
  /** Also the first path segment of the network's URLs: `/{id}/www/…`. */
  id: Platform
  name: string
  /** Button color of its pages; null is the default. */
  accent: string | null
  /** Null on networks where apps register themselves at a server (`state.registrations`). */
  app: Pick<App, 'client_id' | 'client_secret'> | null
  /** The accounts of Anna, Ben and Chiara, with constant ids. */
  seed(): { accounts: Account[]; businesses?: Business[] }
  /** The servers to which the control API can move an account, where accounts can move. */
  accountServers?: readonly string[]
  /** Changes that the control API made to an account. Undefined where accounts have no status. */
  accountChanged?(sandbox: Sandbox, account: Readonly<Account>): void
  /** The id and defaults of an account that the control API creates. */
  newAccount(
    input: Pick<Account, 'account_type' | 'username'>,
  ): Pick<AccountFacts, 'id'> & Partial<Account>
  /** Undefined on networks without pages. */
  addPage?(sandbox: Sandbox, user: Account, page: PageInput): void
  /** What the person enters in an app before the login, where each account has a server. */
  enteredBy?(sandbox: Sandbox, account: Readonly<Account>): string
  dialog: ConsentDialog
  /** What is wrong with a redirect URI besides a missing https, or null. */
  redirectProblem?(uri: string): string | null
  apis: readonly Api[]
  /**
   * The path prefix of each of the network's servers. A request to `http://<label>.localhost` is
   * handled as one to this prefix (`hosts.ts`). Undefined on networks with one address.
   */
  hosts?: Readonly<Record<string, string>>
  posts: PostRules
  /** Null if the network's API has no comments. */
  comments: CommentRules | null
  settings: readonly SettingsPart[]
  /** The documented error response for this fault. */
  faultResponse(sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response
  /** Whether a login returns a refresh token that can be expired. */
  hasRefreshTokens: boolean
  /** After this time without a login, access ends. Undefined if it does not. */
  dataAccessMs?: number
  /** Verifies the webhook URL with the app. Returns what is wrong, or null. */
  verifyWebhook?(app: Readonly<App>, address: string): Promise<string | null>
  /** Notifies the app that the person removed it. */
  sendDeauthorize(sandbox: Sandbox, account: Readonly<Account>, reason?: number): void
  /** Asks the app to delete the person's data. Returns false if the app has no URL for it. */
  sendDataDeletion?(sandbox: Sandbox, account: Readonly<Account>): boolean
  /** Continues work that a restart interrupted. */
  resume?(sandbox: Sandbox): void
}

/** One host of a network's API. Its calls are logged and subject to faults. */
export type Api = {
  /** Path under the sandbox's origin. */
  prefix: string
  /** The endpoint's name in faults and the call log; null for a page, which has neither. */
  nameOf(method: string, pathname: string): string | null
  /** All names that `nameOf` returns for what exists. */
  endpoints: readonly string[]
  mount(app: Hono<Env>, sandbox: Sandbox): void
}

export type PostRules = {
  /** The types of a post created through the control API. */
  defaults: Pick<Post, 'media_type' | 'product_type'>
  /** Undefined if post ids have the default form. */
  newId?(account: Readonly<Account>, createdAt: number): string
  /** Route patterns of permalinks, with the parameter `:code`. */
  permalinks: readonly string[]
  /** Which field of the post `:code` is. */
  code: 'id' | 'shortcode'
}

/** `id` is the owner's account, null for another person. */
export type CommentAuthor = { id: string | null; name: string }

export type CommentRules = {
  newId(post: Readonly<Post>, createdAt: number, author: CommentAuthor): string
  /** Whether replies nest. Without nesting a reply to a reply joins its parent's level. */
  nests: boolean
  /** The author name of the account's own comments. */
  ownerName(owner: Readonly<Account>): string
  /** Sends the webhook for a change, if the network has one. */
  sendWebhook(
    sandbox: Sandbox,
    comment: Readonly<Comment>,
    change: 'add' | 'edited' | 'remove',
  ): void
  /** Sends the webhook for a like, if the network has one. */
  sendLikeWebhook?(sandbox: Sandbox, post: Readonly<Post>, by: string): void
}

/** An authorize request that passed the platform's checks. */
export type ConsentRequest = {
  app: Readonly<Pick<App, 'name' | 'client_id'>>
  /** The accounts of the server that was asked. Undefined: all of the network. */
  accounts?: Readonly<Account>[]
  redirect_uri: string
  /** Where Cancel leads, if that is another address. */
  reject_uri?: string
  state: string | null
  scopes: string[]
  /** Whether declined permissions are requested again. */
  rerequest: boolean
  /** Whether the person grants all permissions or none. */
  isAllOrNothing?: boolean
  code_challenge?: string | null
  /** The id of a pushed request (RFC 9126). */
  pushed_id?: string
  /** The issuer that the return to the app names (RFC 9207). */
  iss?: string | null
}

/** An error page of the platform, without a redirect to the app. */
export type ConsentError = { status: number; body: unknown }
/** An error that the platform passes to the redirect URI. */
export type ConsentRedirect = { location: string }

export type ConsentCheck =
  | { ok: true; request: ConsentRequest }
  | { ok: false; error: ConsentError }
  | { ok: false; redirect: ConsentRedirect }

/** Why an account cannot be connected: the text on the page, and the error. */
export type Refusal = { text: string; error: ConsentError }

/** A platform's consent dialog. */
export type ConsentDialog = {
  /** Route patterns of the authorize page. */
  paths: readonly string[]
  isDialogPath(pathname: string): boolean
  /** Permissions that cannot be declined. */
  locked: string[]
  /** The text of each permission on the page. */
  scopeTexts: Record<string, string>
  /** Whether earlier grants are kept and declined permissions are not requested again. */
  isCumulative: boolean
  /** `path` is the routed path of the page (`hosts.ts`), which tells servers apart. */
  check(sandbox: Sandbox, params: URLSearchParams, path: string): ConsentCheck
  refusal(account: Readonly<Account>): Refusal | null
  /** The name of an account on the page. */
  labelOf(account: Readonly<Account>): string
  /** The pages on which this user has a role. Undefined on networks without pages. */
  pagesOf?(sandbox: Sandbox, userId: string): Readonly<Account>[]
  newCode(request: ConsentRequest): string
  /** The person has chosen Allow or Cancel on this request. */
  decided?(sandbox: Sandbox, request: ConsentRequest): void
  /** The redirect after Allow. */
  allowedUrl(
    request: ConsentRequest,
    code: string,
    granted: string[],
    given: { sandbox: Sandbox; grant: Readonly<Grant>; account: Readonly<Account> },
  ): string
  cancelledUrl(request: ConsentRequest): string
}

/** The names of the endpoints of a network in faults and the call log, sorted. */
export function endpointsOf(network: Network): string[] {
  return [...new Set(network.apis.flatMap(({ endpoints }) => endpoints))].sort()
}

export function networkOf(sandbox: Pick<Sandbox, 'networks'>, platform: Platform): Network {
  const network = sandbox.networks.find(({ id }) => id === platform)
  if (!network) throw new Error(`Unknown platform "${platform}".`)
  return network
}
