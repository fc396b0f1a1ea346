import type { PlatformValue } from '../../../core/networks.ts'
import type { Capability, Platform, ServerQuestion } from '../../../platforms/contract/platform.ts'
import type { ConnectError } from '../../../schemas/connect-link.ts'

/** The data of the hosted pages. Views never contain platform tokens, grants or other clients' data. */

export type Brand = {
  name: string | null
  logoUrl: string | null
  /** `#rrggbb`. */
  color: string | null
  privacyUrl: string | null
  supportEmail: string | null
}

type Common = {
  brand: Brand
  /** Set by the link or the owner; `null` uses the browser's language. */
  language: string | null
}

/** A valid link: the client picks a platform. */
export type LinkView = Common & {
  state: 'open'
  token: string
  /** `asksServer`: the client enters a handle or a server before the platform's page. */
  platforms: { value: PlatformValue; name: string; asksServer: boolean }[]
  /** The account of a reconnect link. */
  account: { platform: PlatformValue; name: string } | null
  expiresAt: Date
  /** The link comes from an invitation, with which the client can start again after its expiry. */
  isInvited: boolean
}

/** Asks for the client's handle or server, which the platform needs before the login. */
export type ServerView = Common & {
  state: 'server'
  token: string
  platform: { value: PlatformValue; name: string }
  question: ServerQuestion
  /** What the client entered, or the hint of the link. */
  entered: string
  expiresAt: Date
  isInvited: boolean
}

/** An open invitation: continuing creates a connect link. */
export type InvitationView = Common & {
  state: 'invitation'
  token: string
  platforms: { value: PlatformValue; name: string }[]
  /** The account that the client is asked to reconnect. */
  account: LinkView['account']
  /** Accounts that were connected with this invitation and are connected now. */
  connected: EndingAccount[]
  /** Accounts that were connected with this invitation and whose access has expired. */
  expired: EndingAccount[]
  /** What the client did not allow for the connected accounts. */
  missing: Capability[]
  expiresAt: Date
}

/** A link or an invitation that cannot be used. `backUrl` leads to the owner's application (expired links only). */
export type ClosedView = Common & {
  state:
    | 'used'
    | 'revoked'
    | 'expired'
    | 'unknown'
    | 'invitation_revoked'
    | 'invitation_expired'
    | 'approval_revoked'
    | 'approval_expired'
    | 'report_revoked'
    | 'report_expired'
  backUrl: string | null
  /** The link comes from an invitation that the client can open again. */
  isInvited: boolean
}

/** A login that gives access to several accounts: the client chooses among them. */
export type ChoiceView = Common & {
  state: 'choice'
  /** Leads back to the link, which is still valid. */
  token: string
  flowId: string
  /** Whether the client came from the owner's application and can return to it. */
  hasApplication: boolean
  platform: { value: PlatformValue; name: string; accounts: Platform['accounts'] }
  accounts: ChoiceAccount[]
  /** The login has more accounts than these. */
  isTruncated: boolean
  expiresAt: Date
}

export type ChoiceAccount = {
  platformAccountId: string
  name: string
  username: string | null
  avatarUrl: string | null
  /** Only `available` ones can be chosen. */
  status: 'available' | 'in_other_profile' | 'permission_missing'
  /** Already connected in this profile: choosing it replaces its tokens. */
  isConnected: boolean
}

/**
 * The result page for owners without a separate application. All results except `unknown` are
 * read from the link of the flow that this browser started.
 */
export type EndingView = Common &
  /** `another`: the link came from an invitation, with which the client can connect more. */
  (
    | {
        result: 'connected'
        accounts: EndingAccount[]
        /** All of them had been connected before. */
        isAgain: boolean
        /** What the client did not allow. */
        missing: Capability[]
        another: {
          flowId: string
          invitation: { id: string; profile_id: string }
          /** The link reconnects one account, so it can only be logged in to again. */
          isReconnect: boolean
        } | null
      }
    /** The link is still valid: `token` leads back to it. */
    | {
        result: Exclude<ConnectError, 'expired'> | 'no_accounts' | 'no_pages'
        token: string
        /** Whether the accounts of the network are Pages. */
        isPages: boolean
        /** For `permission_missing`. */
        missing: Capability[]
        /** For `account_in_other_profile`. */
        accounts: EndingAccount[]
      }
    | { result: 'expired'; isInvited: boolean }
    | { result: 'revoked' | 'unknown' }
  )

export type EndingAccount = { platform: PlatformValue; platformName: string; name: string }

/** A message above the page; the link stays valid. */
export type Notice =
  | 'platform_unavailable'
  | 'wrong_account'
  | 'no_accounts'
  | 'no_pages'
  | 'login_invalid'
  | 'login_replayed'
  | 'other_browser'
  | 'nothing_chosen'
  | 'server_unknown'
  | 'account_unknown'
  | 'server_refused'

/** The response to a step of the flow. */
export type FlowOutcome =
  | { go: 'away'; url: string }
  | { go: 'choose'; flowId: string }
  | {
      go: 'page'
      status: 200 | 400 | 404 | 409 | 410 | 422 | 502
      view: LinkView | ServerView | ClosedView | ChoiceView
      notice: Notice | null
      /** For `wrong_account`: the names of the accounts that the client logged in with. */
      accounts?: string[]
    }
