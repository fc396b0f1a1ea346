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

export type AccountWatchKind = 'comments' | 'insights' | 'access'

export type AccountWatchTable = {
  id: string
  account_id: string
  kind: AccountWatchKind
  state: Json
  failures: Generated<number>
} & Lease

export type PostWatchTable = {
  id: string
  account_id: string
  post_id: string
  platform_post_id: string
  published_at: Date
  read_at: Date | null
  complete_at: Date | null
  reading_since: Date | null
  cursor: string | null
  failures: Generated<number>
  due_at: Date | null
}

/** `day` is `YYYY-MM-DD`: select `day::text`, because pg parses a date as a local `Date`. */
export type InsightDayTable = {
  account_id: string
  day: ColumnType<string, string, string>
  figures: ColumnType<Record<string, number>, string, string>
  read_at: Date
}

export type InsightPostTable = {
  target_id: string
  figures: ColumnType<Record<string, number>, string, string>
  read_at: Date | null
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

export type InboundSeenTable = { key: string; at: Date }

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
  account_watch: AccountWatchTable
  post_watch: PostWatchTable
  insight_day: InsightDayTable
  insight_post: InsightPostTable
  insight_sync: InsightSyncTable
  insight_sync_account: InsightSyncAccountTable
  inbound_seen: InboundSeenTable
  data_deletion: DataDeletionTable
}
