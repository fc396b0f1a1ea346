import type { Platform } from './records.ts'

/** A downloaded or uploaded file. The media store holds its bytes under the same id. */
export type Media = {
  id: string
  url: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  duration_s: number | null
}

/** A media container, which is published as a post (threads.md §3.1, instagram.md §3.1). */
export type Container = {
  id: string
  platform: Platform
  account_id: string
  media_type: string
  params: Record<string, string>
  children: string[]
  is_carousel_item: boolean
  created_at: number
  ready_at: number
  fetch: 'none' | 'pending' | 'done' | 'failed'
  error: string | null
  media_id: string | null
  published_as: string | null
}

export type PostNumbers = Record<string, number>

/** A published post, reel, video or photo. */
export type Post = {
  id: string
  platform: Platform
  account_id: string
  media_type: string
  product_type: string
  text: string
  title: string
  media_ids: string[]
  child_ids: string[]
  parent_id: string | null
  shortcode: string
  created_at: number
  is_public: boolean
  /** Fields that only some platforms have, such as `link` or `alt_text`. */
  facts: Record<string, string>
  /** Insight values set through the control API. `insights/metrics.ts` derives all others. */
  numbers: PostNumbers
}

/** A comment on a post, or a reply to one. */
export type Comment = {
  id: string
  platform: Platform
  post_id: string
  parent_id: string | null
  author_id: string | null
  author_name: string
  author_private: boolean
  text: string
  media_ids: string[]
  shortcode: string
  likes: number
  created_at: number
  hidden: boolean
  was_hidden: boolean
  approval: 'none' | 'pending' | 'approved' | 'ignored'
  /** Fields that only some platforms have, such as `visibility`. */
  facts?: Record<string, string>
}

/** What an account is told about a post or comment of another person, on networks that list it. */
export type Notification = {
  id: string
  platform: Platform
  account_id: string
  type: string
  author_name: string
  /** The post or comment, which may be deleted. */
  subject_id: string
  created_at: number
}

/** An asynchronous publish operation. `id` is the publish_id that the app polls (tiktok.md §5.7). */
export type Publication = {
  id: string
  account_id: string
  kind: 'video' | 'photo' | 'inbox'
  source: 'FILE_UPLOAD' | 'PULL_FROM_URL'
  title: string
  description: string
  privacy: string
  urls: string[]
  video_size: number
  chunk_size: number
  total_chunks: number
  upload_token: string
  uploaded: number
  created_at: number
  ready_at: number | null
  moderated_at: number | null
  outcome: 'running' | 'complete' | 'inbox' | 'failed' | 'cancelled'
  fail_reason: string | null
  media_ids: string[]
  post_id: string | null
}

/** An account's daily metric set through the control API. `value: null` removes the day. */
export type MetricValue = {
  id: string
  account_id: string
  metric: string
  day: string
  value: number | null
}

/** A webhook or callback to the app, with the state of its retries. */
export type OutgoingRequest = {
  id: string
  platform: Platform
  what: string
  url: string
  headers: Record<string, string>
  body: string
  created_at: number
  attempts: number
  next_at: number | null
  last_status: string
  /** The first 500 characters of the app's response. For data deletion it is the confirmation. */
  last_answer: string
}

export type InboxConfig = { id: string; secret: string | null; status: number; delay_ms: number }

export type InboxMessage = {
  id: string
  inbox: string
  received_at: string
  headers: Record<string, string>
  body: string
  signature: 'valid' | 'invalid' | 'stale' | 'missing' | 'no_secret'
}

/** A deleted post or reply; deletions count against a quota (threads.md §3.6). */
export type Deletion = { id: string; account_id: string; created_at: number }
