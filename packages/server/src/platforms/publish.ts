import type { OptionsShape } from './options.ts'
import type { Tokens } from './tokens.ts'

/**
 * How a post reaches an account, in steps that the caller records before and after. Everything
 * before `commit` may be repeated or thrown away without anybody seeing it; `commit` is the one call
 * that makes a post public. A platform never commits by itself and never retries a commit.
 */
export type PublishAbility = {
  /** The target's `options` on this platform: strict, every field optional. */
  readonly options: OptionsShape
  /** Whether the options, text and media can be published; pure, without the network. */
  check(content: PostContent): PublishFinding[]
  /** One step towards being ready: containers, uploads. Called again until `ready`. */
  prepare(input: PublishInput): Promise<Prepared>
  /**
   * Makes the post public: exactly one call that changes the platform, and nothing after it. A
   * `PlatformError` `not_ready` means that nothing was published and `commit` may be called again.
   */
  commit(input: PublishInput): Promise<Committed>
  /** Looks how the platform gets on with what `commit` handed over (after `accepted`). */
  follow?(input: PublishInput): Promise<Followed>
  /** After a commit without an answer: reads the account for the post. Changes nothing. */
  find(input: PublishInput & { committedAt: Date }): Promise<Found>
  /**
   * Takes back what the steps left on the platform of a post that will not be published. What has
   * become part of a post stays. Missing where nothing is left that anybody sees.
   */
  discard?(input: PublishInput): Promise<void>
  /** Writes a first comment under the published post; missing where the platform has none. */
  comment?(input: PublishInput & { platformPostId: string; text: string }): Promise<void>
  /** The address people open, when it was not known at once; `null` when it still is not. */
  readPermalink?(input: PublishInput & { platformPostId: string }): Promise<string | null>
  /**
   * The address by the network's own pattern, without asking it. Missing where an id of the API makes
   * no address.
   */
  buildPermalink?(platformPostId: string): string
  /** The post's own id for a provisional one; `null` while the platform does not tell it. */
  readPostId?(input: PublishInput & { platformPostId: string }): Promise<string | null>
}

export type PublishInput = {
  tokens: Tokens
  account: { platformAccountId: string; username: string }
  content: PostContent
  /** What the steps before left behind. JSON; sealed at rest, as it may hold upload addresses. */
  progress: Progress
}

/** `commitsNotReady` is the caller's: how often `commit` was `not_ready` since the last container. */
export type Progress = { commitsNotReady?: number; [name: string]: unknown }

export type PostContent = {
  text: string
  media: readonly PostMedia[]
  options: Readonly<Record<string, unknown>>
}

export type PostMedia = {
  id: string
  type: 'image' | 'video'
  mimeType: string
  size: number
  width: number | null
  height: number | null
  durationMs: number | null
  altText: string | null
  /** Public, unguessable and valid for an hour at least: the platform fetches it. */
  url: string
  /** Bytes `first` to `last`, both inclusive. */
  read(first: number, last: number): Promise<Buffer>
}

/** What is wrong with a content (`error`) or close to a limit (`warning`). */
export type PublishFinding = {
  level: 'error' | 'warning'
  /** Within the target: `text`, `media`, `media.0`, `options.privacy_level`. */
  path: string
  /** A word: `text_too_long`, `media_required`, `media_type`, `media_size`, `aspect_ratio`, … */
  code: string
  message: string
  /** Several words are separated by `, `. */
  limit: number | string | null
  actual: number | string | null
}

export type Prepared =
  | { state: 'wait'; progress: Progress; seconds: number }
  | { state: 'ready'; progress: Progress }

export type Published = {
  state: 'published'
  platformPostId: string
  permalink: string | null
  /** The id is only that of the publication; `readPostId` tells the post's own later. */
  isProvisional?: boolean
}

export type Committed = Published | { state: 'accepted'; progress: Progress; seconds: number }

export type Followed = Published | { state: 'wait'; progress: Progress; seconds: number }

/**
 * `absent` with `certain`: the platform itself says that the commit did not happen and that
 * repeating it cannot publish twice (a single-use container that is still unpublished).
 */
export type Found =
  | Published
  | { state: 'accepted'; progress: Progress; seconds: number }
  | { state: 'absent'; certain: boolean }

/** The `reason` of a `PlatformError` `rejected` or `rate_limited` while publishing. */
export type PublishReason =
  | 'content_rejected'
  | 'content_invalid'
  | 'media_invalid'
  | 'media_unreachable'
  | 'duplicate'
  | 'daily_quota'
