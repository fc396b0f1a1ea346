/** The id of a network in the registry. */
export type Platform = string

/** One developer app per platform; `id` is the platform. */
export type App = {
  id: Platform
  name: string
  client_id: string
  client_secret: string
  redirect_uris: string[]
  webhook_url: string | null
  verify_token: string | null
  webhook_verified: boolean
  deauthorize_url: string | null
  data_deletion_url: string | null
  /** URL prefixes with verified ownership, for platforms that require it. */
  url_prefixes: string[]
  /** `config_id` → permissions. An app with any can request by these only (facebook.md §1.1). */
  login_configs: Record<string, string[]>
}

export type Person = { id: string; name: string }

export type PageFacts = {
  category: string
  business_id: string | null
  business_relation: 'owned' | 'client'
  /** Tasks by user id; a user who is not listed has no role on the page. */
  roles: Record<string, string[]>
}

/** A profile on a platform, or a page (`kind: 'page'`). `id` is the platform's id. */
export type Account = {
  id: string
  platform: Platform
  kind: 'profile' | 'page'
  person_id: string
  username: string
  name: string
  biography: string
  followers: number
  following: number
  is_private: boolean
  is_verified: boolean
  created_at: number
  /** Another id of the same account, such as an app-scoped id. */
  second_id: string | null
  /** Null on platforms without account types. A personal account cannot use the API. */
  account_type: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | null
  page: PageFacts | null
  /** The label of the account's server, on networks with several (`hosts.ts`). */
  server?: string
  /** Undefined is active. Only some networks let owners deactivate and suspend accounts themselves. */
  status?: AccountStatus
  /** Facts that only some platforms have, such as a default visibility. */
  facts?: Record<string, string>
}

export const accountStatuses = ['active', 'deactivated', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** A record that only one network has. Its folder knows the type of `value`. */
export type NetworkRecord = { id: string; kind: string; value: object }

/** An app that registered itself at a server at run time. `id` is its client_id. */
export type Registration = {
  id: string
  platform: Platform
  server: string
  name: string
  website: string | null
  client_secret: string
  redirect_uris: string[]
  scopes: string[]
  created_at: number
}

export type Business = { id: string; name: string; user_ids: string[] }

/** Why tokens of an earlier epoch are refused: Meta's error_subcode. */
export type EndReason = 458 | 459 | 460 | 463 | 464 | 467 | 493

/** The permissions that a person gave the app. `ended_by` says why older epochs are invalid. */
export type Grant = {
  id: string
  platform: Platform
  app_id: string
  account_id: string
  permissions: string[]
  declined: string[]
  page_ids: string[]
  status: 'active' | 'removed'
  epoch: number
  ended_by: EndReason | null
  checkpoint: boolean
  created_at: number
  updated_at: number
}

export type Code = {
  id: string
  platform: Platform
  client_id: string
  redirect_uri: string
  grant_id: string
  scopes: string[]
  code_challenge: string | null
  created_at: number
  used: boolean
}

/** `id` is the token text. */
export type Token = {
  id: string
  platform: Platform
  /** `app` is a token of the app itself, without a grant: `grant_id` is the client_id. */
  kind: 'short' | 'long' | 'page' | 'access' | 'refresh' | 'app'
  grant_id: string
  page_id: string | null
  scopes: string[]
  issued_at: number
  expires_at: number | null
  epoch: number
}

export type Subscription = { id: string; platform: Platform; account_id: string; fields: string[] }

export const faultKinds = [
  'rate_limited',
  'transient',
  'http_500',
  'redirect',
  'timeout',
  'hang',
  'slow_ms',
  'connection_reset',
  'after_accepting_500',
  'after_accepting_timeout',
  'answer',
  'after_accepting_answer',
] as const
export type FaultKind = (typeof faultKinds)[number]
/** The kinds whose response is given with the fault. */
export const answerKinds: readonly FaultKind[] = ['answer', 'after_accepting_answer']

export type Fault = {
  id: string
  platform: Platform
  match: string
  kind: FaultKind
  ms: number
  /** Matching calls that pass before the first with the fault. */
  skip: number
  /** The response of `answer` and `after_accepting_answer`. */
  answer?: { status: number; body: unknown } | undefined
  remaining: number
}
