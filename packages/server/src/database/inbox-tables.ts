import type { ColumnType, Generated } from 'kysely'
import type { Json, Lease } from './tables.ts'

/** The tables of comments, insights and the life of accounts; see `tables.ts`. */

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
  parent_comment_id: string | null
  author_username: string
  author_name: string | null
  text: string
  permalink: string | null
  like_count: number | null
  hidden: Generated<boolean>
  can_reply: boolean
  can_hide: boolean
  reply_status: Generated<ReplyStatus>
  commented_at: Date
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
  due_at: Date | null
}

/** `day` is `YYYY-MM-DD`; `value` is a bigint and read as text. */
export type InsightDayTable = {
  account_id: string
  metric: string
  day: ColumnType<string, string, string>
  value: ColumnType<string, number, number>
  read_at: Date
}

export type InsightPostTable = {
  target_id: string
  metric: string
  value: ColumnType<string | null, number | null, number | null>
  read_at: Date
}

export type InsightSyncTable = {
  id: string
  owner_id: string
  profile_id: string | null
  account_ids: string[]
  done_ids: Generated<string[]>
  failed_ids: Generated<string[]>
  status: 'running' | 'completed' | 'partially_completed' | 'failed'
  created_at: Date
  completed_at: Date | null
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
  account_watch: AccountWatchTable
  post_watch: PostWatchTable
  insight_day: InsightDayTable
  insight_post: InsightPostTable
  insight_sync: InsightSyncTable
  inbound_seen: InboundSeenTable
  data_deletion: DataDeletionTable
}
