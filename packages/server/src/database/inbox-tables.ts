import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, Lease } from './column-types.ts'

/** The tables of comments, insights and account checks; see `tables.ts`. */

export type ReplyStatus = 'unreplied' | 'in_progress' | 'replied' | 'no_reply_needed'

export type CommentTable = {
  id: string
  owner_id: string
  profile_id: string
  account_id: string
  post_id: string
  platform: string
  platform_post_id: string
  platform_comment_id: string
  platform_parent_id: string | null
  parent_comment_id: string | null
  author_username: string
  author_name: string | null
  text: string
  search_text: GeneratedAlways<string>
  permalink: string | null
  like_count: number | null
  hidden: Generated<boolean>
  can_reply: boolean
  can_hide: boolean
  reply_status: Generated<ReplyStatus>
  assignee_id: Generated<string | null>
  commented_at: Date
  seen_at: Date
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
}

export type CommentReplyTable = {
  id: string
  owner_id: string
  profile_id: string
  comment_id: string
  status: 'sending' | 'sent' | 'failed'
  text: string
  platform_reply_id: string | null
  permalink: string | null
  created_at: Date
}

export type CommentNoteTable = {
  id: string
  owner_id: string
  profile_id: string
  comment_id: string
  author_id: string
  author_name: string
  text: string
  created_at: Date
}

export type PollKind = 'comments' | 'insights' | 'access'

export type AccountPollTable = {
  id: string
  account_id: string
  kind: PollKind
  state: Json
  failures: Generated<number>
} & Lease

export type PostPollTable = {
  id: string
  account_id: string
  post_id: string
  platform_post_id: string
  published_at: Date
  synced_at: Date | null
  completed_at: Date | null
  sync_started_at: Date | null
  cursor: string | null
  failures: Generated<number>
  due_at: Date | null
}

/** `day` is `YYYY-MM-DD`: select `day::text`, because pg parses a date as a local `Date`. */
export type InsightDayTable = {
  account_id: string
  day: ColumnType<string, string, string>
  metrics: ColumnType<Record<string, number>, string, string>
  synced_at: Date
}

export type InsightPostTable = {
  target_id: string
  number: number
  metrics: ColumnType<Record<string, number>, string, string>
  synced_at: Date | null
  tried_at: Date
}

export type InsightSyncTable = {
  id: string
  owner_id: string
  profile_id: string | null
  created_at: Date
}

export type InsightSyncAccountTable = {
  sync_id: string
  account_id: string
  outcome: 'done' | 'failed' | null
  finished_at: Date | null
}

export type InboundWebhookTable = { key: string; at: Date }

export type DataDeletionTable = {
  code: string
  platform: string
  requested_at: Date
  completed_at: Date | null
  accounts: Generated<number>
}

export type InboxTables = {
  comment: CommentTable
  comment_reply: CommentReplyTable
  comment_note: CommentNoteTable
  account_poll: AccountPollTable
  post_poll: PostPollTable
  insight_day: InsightDayTable
  insight_post: InsightPostTable
  insight_sync: InsightSyncTable
  insight_sync_account: InsightSyncAccountTable
  inbound_webhook: InboundWebhookTable
  data_deletion: DataDeletionTable
}
