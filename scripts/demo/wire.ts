/** What the demo reads of the answers; the whole shapes stand in /docs and /v1/openapi.json. */
export type Me = {
  key: { id: string; kind: string; name: string }
  owner: { id: string; name: string }
  profile: { id: string } | null
}

export type Profile = { id: string; name: string; external_id: string | null; is_default: boolean }

export type Account = {
  id: string
  platform: string
  profile_id: string
  profile_external_id: string | null
  username: string
  status: string
  status_reason: string | null
  capabilities: Record<string, boolean>
}

export type AccountHealth = {
  status: string
  healthy: boolean
  problems: { code: string; message: string; action: string }[]
}

export type List<Item> = { data: Item[]; has_more: boolean; next_cursor: string | null }

export type ConnectLink = { id: string; url: string; profile_id: string; expires_at: string }

export type ConnectLinkState = {
  status: string
  account_ids: string[] | null
  attempts: { platform: string; step: string; error: string | null }[]
}

export type ConnectSettings = { brand_name: string | null }

export type Webhook = { id: string; url: string; active: boolean; profile_id: string | null }

export type Delivery = {
  id: string
  event_id: string
  event_type: string
  status: string
  attempt_count: number
  last_status_code: number | null
  test: boolean
}

export type Post = {
  id: string
  status: string
  targets: {
    id: string
    status: string
    platform: string
    platform_post_id: string | null
    permalink: string | null
  }[]
}

export type Media = { id: string; type: string; mime_type: string; width: number; status: string }

export type PostValidation = {
  valid: boolean
  targets: { valid: boolean; errors: { code: string; limit: number; actual: number }[] }[]
}

export type Comment = {
  id: string
  post_id: string
  platform_comment_id: string
  text: string
  hidden: boolean
  reply_status: string
}

export type CommentReply = { id: string; text: string; platform_reply_id: string }

export type AccountInsights = {
  metrics: Record<
    string,
    { kind: string; total: number | null; series: { date: string; value: number | null }[] }
  >
  missing_permission: string | null
}

export type InsightsSync = {
  id: string
  status: string
  accounts: { total: number; done: number; failed: number }
}

export type ErrorBody = { error: { code: string; message: string } }

/** The envelope of every event. */
export type Event = {
  id: string
  type: string
  created_at: string
  profile_id: string
  profile_external_id: string | null
  data: {
    account?: Account
    reconnected?: boolean
    metadata?: Record<string, unknown>
    profile?: { id: string; external_id: string | null; counts: Record<string, number> }
    message?: string
    account_id?: string
    post_id?: string
    comment_id?: string
    platform?: string
    author_username?: string
    text?: string
    reply_status?: string
    target_id?: string
    permalink?: string | null
    error_code?: string
    error_message?: string
  }
}
