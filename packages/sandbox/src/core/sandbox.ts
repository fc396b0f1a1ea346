import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AccountFacts, PageInput } from '../people/account.ts'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Comment, Post } from './content.ts'
import type { MediaStore } from './media-store.ts'
import type { Rates } from './rates.ts'
import type { Account, App, Business, Platform } from './records.ts'
import type { Settings, SettingsPart } from './settings.ts'
import type { State } from './state.ts'
import type { Ticker } from './ticker.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** What every handler gets: one sandbox's state, clock and ways to the outside. */
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
  /** The address under which the sandbox is reached, without a trailing slash. */
  origin(): string
}

export type Env = { Bindings: HttpBindings; Variables: { fault: string | null } }

/**
 * One social network. Its folder exports this value and `networks.ts` lists it; all other code
 * reads what differs between networks from here.
 */
export type Network = {
  /** Also the first segment of the network's addresses: `/{id}/www/…`. */
  id: Platform
  name: string
  /** Colour of the buttons on its pages; null keeps the plain one. */
  accent: string | null
  app: Pick<App, 'client_id' | 'client_secret'>
  /** The accounts of Anna, Ben and Chiara. Ids never vary. */
  seed(): { accounts: Account[]; businesses?: Business[] }
  /** Id and facts of an account that the control API creates. */
  newAccount(input: Pick<Account, 'account_type'>): Pick<AccountFacts, 'id'> & Partial<Account>
  /** Absent where accounts have no pages. */
  addPage?(sandbox: Sandbox, user: Account, page: PageInput): void
  dialog: ConsentDialog
  /** What the network demands of a redirect URI beyond https; null when it is fine. */
  redirectProblem?(uri: string): string | null
  apis: readonly Api[]
  posts: PostRules
  /** Null where the network's API has no comments. */
  comments: CommentRules | null
  settings: readonly SettingsPart[]
  /** The documented answer to a call while a fault of this kind is set. */
  faultResponse(sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response
  /** Whether its logins end with a refresh token that can be expired. */
  hasRefreshTokens: boolean
  /** Asks the app whether the webhook address is its own; answers what was wrong, or null. */
  verifyWebhook?(app: Readonly<App>, address: string): Promise<string | null>
  /** Tells the app that the person removed it. */
  sendDeauthorize(sandbox: Sandbox, account: Readonly<Account>, reason?: number): void
  /** Asks the app to delete the person's data; false if the app gave no address for it. */
  sendDataDeletion?(sandbox: Sandbox, account: Readonly<Account>): boolean
  /** After a restart: continues the work that was under way. */
  resume?(sandbox: Sandbox): void
}

/** One host of a network's API. Calls to it are logged, and the faults that are set apply to them. */
export type Api = {
  /** Path under the sandbox's origin. */
  prefix: string
  /** The endpoint's name for faults and the call log. */
  nameOf(method: string, pathname: string): string
  mount(app: Hono<Env>, sandbox: Sandbox): void
}

export type PostRules = {
  /** Types of a post when the control API names none. */
  defaults: Pick<Post, 'media_type' | 'product_type'>
  /** Absent where ids have the usual form. */
  newId?(account: Readonly<Account>): string
  /** Addresses of posts, with the parameter `:code`. */
  permalinks: readonly string[]
  /** Whether the code in an address is the post's id or its shortcode. */
  code: 'id' | 'shortcode'
}

export type CommentRules = {
  newId(post: Readonly<Post>): string
  /** Whether a reply to a reply stays below it; otherwise there is one level of replies. */
  nests: boolean
  /** The name under which the account's owner comments. */
  ownerName(owner: Readonly<Account>): string
  /** Sends the webhook of a change where the network has one. */
  sendWebhook(
    sandbox: Sandbox,
    comment: Readonly<Comment>,
    change: 'add' | 'edited' | 'remove',
  ): void
  /** Sends the webhook of a like where the network has one. */
  sendLikeWebhook?(sandbox: Sandbox, post: Readonly<Post>, by: string): void
}

/** An authorize request that passed the platform's checks. */
export type ConsentRequest = {
  app: Readonly<App>
  redirect_uri: string
  state: string | null
  scopes: string[]
  /** Declined permissions are asked again. */
  rerequest: boolean
  /** The person grants all of it or nothing. */
  isAllOrNothing?: boolean
  code_challenge?: string | null
}

/** The platform's own error page: the person never returns to the app. */
export type ConsentError = { status: number; body: unknown }
/** An error that the platform reports to the app on the redirect URI. */
export type ConsentRedirect = { location: string }

export type ConsentCheck =
  | { ok: true; request: ConsentRequest }
  | { ok: false; error: ConsentError }
  | { ok: false; redirect: ConsentRedirect }

/** Why an account cannot be connected: a sentence for the page, and the error. */
export type Refusal = { text: string; error: ConsentError }

/** How one platform asks for consent. */
export type ConsentDialog = {
  /** Addresses of the authorize page as routes, and a test for one of them. */
  paths: readonly string[]
  isDialogPath(pathname: string): boolean
  /** Permissions that cannot be unticked. */
  locked: string[]
  /** Sentences for the permissions the page lists. */
  scopeTexts: Record<string, string>
  /** Keeps what was granted in earlier dialogs and does not ask again for what was declined. */
  isCumulative: boolean
  check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck
  refusal(account: Readonly<Account>): Refusal | null
  /** How the page names an account. */
  labelOf(account: Readonly<Account>): string
  /** The pages of which this user has any role, where the person chooses among pages. */
  pagesOf?(sandbox: Sandbox, userId: string): Readonly<Account>[]
  newCode(): string
  /** Where the person goes after Allow, given the code. */
  allowedUrl(request: ConsentRequest, code: string, granted: string[]): string
  cancelledUrl(request: ConsentRequest): string
}

export function networkOf(sandbox: Pick<Sandbox, 'networks'>, platform: Platform): Network {
  const network = sandbox.networks.find(({ id }) => id === platform)
  if (!network) throw new Error(`There is no platform "${platform}".`)
  return network
}
