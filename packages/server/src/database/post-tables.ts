import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { WeeklySlot } from '../core/slots.ts'
import type { Json, Lease } from './column-types.ts'

/** The tables of media, posts and targets; see `tables.ts`. */
export type MediaTable = {
  id: string
  owner_id: string
  profile_id: string
  type: 'image' | 'video'
  mime_type: string
  /** A bigint, which pg reads as text. */
  size: ColumnType<string, number, number>
  width: number | null
  height: number | null
  duration_ms: number | null
  /** Of an image; 1 if it does not move. */
  frame_count: number | null
  /** Of a video, per second. */
  frame_rate: number | null
  /** Such as `srgb`, `cmyk` or `b-w`, of an image. */
  color_space: string | null
  name: string | null
  alt_text: string | null
  tags: Generated<string[]>
  search_text: GeneratedAlways<string>
  is_used: Generated<boolean>
  status: 'processing' | 'ready' | 'failed'
  error: string | null
  storage_key: string
  thumbnail_key: string | null
  copies: ColumnType<MediaCopy[], string | undefined, string>
  secret: Buffer
  checksum_sha256: string
  created_at: Date
}

/** A JPEG copy of an image; `name` is the last part of its public URL. */
export type MediaCopy = {
  name: string
  storage_key: string
  size: number
  width: number
  height: number
}

export type MediaRemovalTable = {
  storage_key: string
  owner_id: string
  due_at: Date
  begun_at: Date | null
}

export type MediaReference = { id: string; alt_text: string | null }

/** A part of a thread after the first, which is the post itself. */
export type ThreadPart = { text: string; media: MediaReference[] }

export type ThreadFallback = 'first_comment' | 'join'

export type PostStatus =
  | 'draft'
  | 'awaiting_approval'
  | 'scheduled'
  | 'publishing'
  | 'published'
  | 'partially_published'
  | 'failed'
  | 'canceled'

export type PostTable = {
  id: string
  owner_id: string
  profile_id: string
  source: Generated<'api' | 'external'>
  status: PostStatus
  mode: 'draft' | 'now' | 'schedule'
  text: string
  target_texts: Generated<string>
  /** See `contentBytesOf`. */
  content_bytes: Generated<number>
  search_text: GeneratedAlways<string>
  media: ColumnType<MediaReference[], string, string>
  media_ids: Generated<string[]>
  thread: ColumnType<ThreadPart[], string | undefined, string>
  thread_fallback: ThreadFallback | null
  external_id: string | null
  metadata: Json
  tags: Generated<string[]>
  scheduled_at: Date | null
  published_at: Date | null
  approval: ApprovalStatus | null
  approval_if_late: 'hold' | 'publish' | null
  approval_comment: string | null
  approval_changed_at: Date | null
  repeat_of_post_id: Generated<string | null>
  created_at: Date
  updated_at: Date
}

export type ApprovalStatus = 'awaiting' | 'approved' | 'changes_requested'

export type TargetStatus =
  | 'draft'
  | 'scheduled'
  | 'publishing'
  | 'published'
  | 'partially_published'
  | 'failed'
  | 'unknown'
  | 'canceled'
export type TargetPhase =
  | 'check'
  | 'prepare'
  | 'commit'
  | 'follow'
  | 'find'
  | 'comment'
  | 'comment_commit'
  | 'comment_find'
  | 'link'

export type TargetError = {
  code: string
  source: 'platform' | 'postern'
  message: string
  retryable: boolean
}

/** The content of a target in the request. */
export type WrittenTarget = {
  text: string | null
  media: MediaReference[] | null
  thread: ThreadPart[] | null
  first_comment: string | null
}

export type PostTargetTable = {
  id: string
  owner_id: string
  profile_id: string
  post_id: string
  account_id: string
  platform: string
  position: number
  status: TargetStatus
  text: string | null
  media: ColumnType<MediaReference[] | null, string | null, string | null>
  thread: ColumnType<ThreadPart[] | null, string | null, string | null>
  options: Json
  first_comment: string | null
  written: ColumnType<WrittenTarget | null, string | null, string | null>
  first_comment_status: 'pending' | 'sent' | 'failed' | 'unknown' | null
  first_comment_attempts: Generated<number>
  first_comment_error: ColumnType<TargetError | null, string | null, string | null>
  content_hash: Buffer
  scheduled_at: Date | null
  slot_at: Date | null
  parts: Generated<number>
  part: Generated<number>
  phase: TargetPhase | null
  progress_sealed: Buffer | null
  attempts: Generated<number>
  attempt_started_at: Date | null
  committed_at: Date | null
  held: Generated<boolean>
  published_at: Date | null
  deleted_at: Date | null
  error_code: string | null
  error_source: 'platform' | 'postern' | null
  error_message: string | null
  error_retryable: boolean | null
  created_at: Date
  updated_at: Date
} & Lease

export type ApprovalLinkTable = {
  id: string
  owner_id: string
  profile_id: string
  token_hash: Buffer
  post_ids: string[]
  language: string | null
  time_zone: string | null
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export type ApprovalRecordTable = {
  id: Generated<string>
  link_id: string
  at: Date
  action: Generated<'opened' | 'approved' | 'changes_requested'>
  post_id: string | null
  comment: string | null
}

export type ReportLinkTable = {
  id: string
  owner_id: string
  profile_id: string
  token_hash: Buffer
  month: string
  sections: string[]
  language: string | null
  note: string | null
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export type ReportOpeningTable = { id: Generated<string>; link_id: string; at: Date }

/** When a profile, or one of its accounts, posts every week. */
export type PostingPlanTable = {
  subject_id: string
  owner_id: string
  profile_id: string
  account_id: string | null
  slots: ColumnType<WeeklySlot[], string, string>
  jitter_minutes: number
  paused: boolean
  skipped_slots: Date[]
  created_at: Date
  updated_at: Date
}

/** A part of a target that is public on its platform. */
export type PostPartTable = {
  target_id: string
  number: number
  account_id: string
  platform_post_id: string
  permalink: string | null
  published_at: Date | null
  deleted_at: Date | null
}

/** Posts that are created from the rows of a file. */
export type PostImportTable = {
  id: string
  owner_id: string
  profile_id: string
  format: 'csv' | 'jsonl'
  dry_run: boolean
  status: 'running' | 'completed' | 'undone'
  created_at: Date
  completed_at: Date | null
} & Lease

export type PostImportRowStatus = 'waiting' | 'created' | 'valid' | 'exists' | 'failed' | 'undone'

/** `path` is the column of the file, or the field of the line. */
type ImportRowError = { path: string; code: string; message: string }

export type PostImportRowTable = {
  import_id: string
  number: number
  external_id: string | null
  status: PostImportRowStatus
  input: ColumnType<Record<string, unknown> | null, string | null, string | null>
  post_id: string | null
  errors: ColumnType<ImportRowError[], string, string>
  failures: Generated<number>
}
