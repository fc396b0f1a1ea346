import type { Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { postMetric } from '../insights/metrics.ts'
import { createPost } from '../publishing/posts.ts'
import { type FailReason, settingsOf } from './settings.ts'

export type Privacy = 'public' | 'unlisted' | 'private'

export type VideoSnippet = {
  title: string
  description: string
  tags: string[]
  categoryId: string
}

export type VideoStatus = {
  privacyStatus: Privacy
  publishAt?: string
  license: string
  embeddable: boolean
  publicStatsViewable: boolean
  selfDeclaredMadeForKids: boolean
  containsSyntheticMedia: boolean
}

/** What people cannot see yet has no post: only a public or unlisted video is one. */
export type Video = {
  account_id: string
  snippet: VideoSnippet
  status: VideoStatus
  media_id: string
  bytes: number
  uploaded_at: number
  /** When it first became public or unlisted. */
  published_at: number | null
  fail_reason: FailReason | null
  has_thumbnail: boolean
}

const kind = 'youtube_video'

export const defaultStatus: VideoStatus = {
  privacyStatus: 'public',
  license: 'youtube',
  embeddable: true,
  publicStatsViewable: true,
  selfDeclaredMadeForKids: false,
  containsSyntheticMedia: false,
}

/** A video by its id: uploaded through the API, or a post of the control API. */
export function findVideo(sandbox: Sandbox, id: string): Video | undefined {
  const record = sandbox.state.networkRecords.get(id)
  const post = sandbox.state.posts.get(id)
  if (record?.kind !== kind) return post?.platform === 'youtube' ? ofPost(post) : undefined
  const video = record.value as Video
  return video.published_at !== null && !post ? undefined : video
}

function ofPost(post: Readonly<Post>): Video {
  return {
    account_id: post.account_id,
    snippet: {
      title: post.title || post.text.slice(0, 100),
      description: post.text,
      tags: [],
      categoryId: '22',
    },
    status: { ...defaultStatus, privacyStatus: post.is_public ? 'public' : 'private' },
    media_id: post.media_ids[0] ?? '',
    bytes: 0,
    uploaded_at: post.created_at,
    published_at: post.created_at,
    fail_reason: null,
    has_thumbnail: false,
  }
}

/** The channel's videos, newest first, private ones too. */
export function videosOf(sandbox: Sandbox, accountId: string): [id: string, Video][] {
  const own = sandbox.state.networkRecords.by('kind', kind).map(({ id }) => id)
  const posts = sandbox.state.posts.by('account', accountId).map(({ id }) => id)
  return [...new Set([...own, ...posts])]
    .flatMap((id): [string, Video][] => {
      const video = findVideo(sandbox, id)
      return video?.account_id === accountId ? [[id, video]] : []
    })
    .sort(([, a], [, b]) => b.uploaded_at - a.uploaded_at)
}

/** Stores a video. The first time that others can see it, it becomes a post. */
export function putVideo(sandbox: Sandbox, id: string, video: Video): void {
  const isVisible = video.status.privacyStatus !== 'private'
  const published_at = video.published_at ?? (isVisible ? sandbox.clock.ms() : null)
  const stored = { ...video, published_at }
  sandbox.state.networkRecords.put({ id, kind, value: stored })
  if (published_at === null) return
  const facts = factsOf(stored)
  const is_public = video.status.privacyStatus === 'public'
  if (sandbox.state.posts.get(id)) {
    sandbox.state.posts.update(id, { is_public, facts })
    return
  }
  createPost(sandbox, {
    id,
    platform: 'youtube',
    account_id: video.account_id,
    media_type: 'VIDEO',
    product_type: isShort(sandbox, video) ? 'SHORTS' : '',
    text: video.snippet.description,
    title: video.snippet.title,
    media_ids: [video.media_id],
    is_public,
    facts,
    created_at: published_at,
  })
}

function factsOf({ status, snippet, has_thumbnail }: Video) {
  return {
    privacy: status.privacyStatus,
    category: snippet.categoryId,
    tags: snippet.tags.join(','),
    made_for_kids: String(status.selfDeclaredMadeForKids),
    synthetic: String(status.containsSyntheticMedia),
    thumbnail: has_thumbnail ? 'custom' : 'automatic',
  }
}

export function removeVideo(sandbox: Sandbox, id: string): void {
  for (const comment of sandbox.state.comments.by('post', id)) {
    sandbox.state.comments.remove(comment.id)
  }
  sandbox.state.networkRecords.remove(id)
  sandbox.state.posts.remove(id)
}

/** Square or vertical, and at most three minutes (youtube.md §4.6). */
export function isShort(sandbox: Sandbox, { media_id }: Video): boolean {
  const { width, height, duration_s } = sandbox.state.media.get(media_id) ?? {}
  return Boolean(width && height && width <= height && (duration_s ?? Infinity) <= 180)
}

/** youtube.md §4.4. */
export function uploadStatus(sandbox: Sandbox, video: Video): string {
  const age = sandbox.clock.ms() - video.uploaded_at
  if (age < settingsOf(sandbox).youtube_processing_ms) return 'uploaded'
  if (!video.fail_reason) return 'processed'
  return isRejection(video.fail_reason) ? 'rejected' : 'failed'
}

function isRejection(reason: FailReason): boolean {
  return ['duplicate', 'copyright', 'length'].includes(reason)
}

/** The resource of a video, with all parts (youtube.md §4.4). */
export function videoResource(sandbox: Sandbox, id: string, video: Video): Record<string, unknown> {
  const { snippet, status } = video
  const channel = sandbox.state.accounts.get(video.account_id)!
  const media = sandbox.state.media.get(video.media_id)
  const state = uploadStatus(sandbox, video)
  const reason = video.fail_reason
  const post = sandbox.state.posts.get(id)
  return {
    kind: 'youtube#video',
    etag: 'etag',
    id,
    snippet: {
      publishedAt: new Date(video.published_at ?? video.uploaded_at).toISOString(),
      channelId: channel.id,
      channelTitle: channel.name,
      ...snippet,
    },
    status: {
      uploadStatus: state,
      ...(state === 'failed' ? { failureReason: reason } : {}),
      ...(state === 'rejected' ? { rejectionReason: reason } : {}),
      ...status,
      madeForKids: status.selfDeclaredMadeForKids,
    },
    processingDetails: {
      processingStatus: { uploaded: 'processing', processed: 'succeeded' }[state] ?? 'failed',
    },
    fileDetails: { fileSize: String(video.bytes) },
    contentDetails: { duration: `PT${Math.round(media?.duration_s ?? 0)}S` },
    statistics: post && statistics(sandbox, post),
    ...(isShort(sandbox, video) ? { shortsAspectRatio: '9:16' } : {}),
  }
}

/** Long numbers are strings; a video for children has no comments (youtube.md §6.1). */
function statistics(sandbox: Sandbox, post: Readonly<Post>) {
  const count = (metric: string) => String(postMetric(sandbox, post, metric))
  const hasComments = post.facts.made_for_kids !== 'true'
  return {
    viewCount: count('views'),
    likeCount: count('likes'),
    favoriteCount: '0',
    ...(hasComments ? { commentCount: count('comments') } : {}),
  }
}
