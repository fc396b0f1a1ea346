import type { Platform } from './records.ts'

/** A file that was fetched or uploaded; the bytes are in the media store under the same id. */
export type Media = {
  id: string
  url: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  duration_s: number | null
}

/** A media container, from which a post is published (threads.md §3.1, instagram.md §3.1). */
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

/** Anything published: a post, reel, video or photo. */
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
  extraFields: Record<string, string>
  /** Insight values set by hand; absent metrics are derived (see insights/figures.ts). */
  numbers: PostNumbers
}

/** A comment or reply below a post. */
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
}

/** A publish operation whose progress the app asks for; `id` is the publish_id (tiktok.md §5.7). */
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

/** A day's figure of an account set by hand; `value: null` makes the day missing. */
export type MetricValue = {
  id: string
  account_id: string
  metric: string
  day: string
  value: number | null
}

/** An HTTP request that the platform sends to the app, with its retries. */
export type Outgoing = {
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
  /** The beginning of what the app answered; for data deletion that is the confirmation. */
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

/** A deleted post or reply, where deletions count against a quota (threads.md §3.6). */
export type Deletion = { id: string; account_id: string; created_at: number }
