import type { AccountFacts } from '../../core/account-facts.ts'
import type { OptionsShape } from './options.ts'
import type { Tokens } from './tokens.ts'

/**
 * Publishes a post in steps; the caller records state before and after each. Steps before `commit`
 * may be repeated or abandoned without visible effect. `commit` is the only call that makes a post
 * public, and a platform never retries it.
 */
export type PublishAbility = {
  /** The target's `options` on this platform: strict, every field optional. */
  readonly options: OptionsShape
  /** Checks options, text and media; pure, without network access. `facts` are those of the account. */
  check(content: PostContent, facts: AccountFacts | null): PublishFinding[]
  /** The network publishes posts that answer each other: `answers` is honoured. */
  readonly thread?: true
  /** One preparation step, e.g. a container or an upload. Called again until `ready`. */
  prepare(input: PublishInput): Promise<PrepareResult>
  /**
   * Makes the post public with exactly one writing call, which is the last. A `PlatformError`
   * `not_ready` means that nothing was published and `commit` may be called again.
   */
  commit(input: PublishInput): Promise<CommitResult>
  /**
   * Checks the platform's progress after `commit` returned `accepted`. `not_ready` means that the platform
   * could not publish it: nothing is public, and it may be prepared and committed again.
   */
  follow?(input: PublishInput): Promise<FollowResult>
  /** What `find` can prove for this content. */
  proofOf(content: PostContent): PublishProof
  /** After a commit without a response: searches the account for the post. Read-only. */
  find(input: FindInput): Promise<CommitLookup>
  /**
   * After a refused commit: whether the post was published all the same, as `find`. Missing where a
   * refusal proves that nothing was published.
   */
  findRefused?(input: FindInput): Promise<CommitLookup>
  /**
   * Deletes what preparation left on the platform for a post that will not be published; keeps
   * anything used by a published post. Missing if leftovers are never visible.
   */
  discard?(input: PublishInput): Promise<void>
  /** Writes the first comment under the published post; missing if unsupported. */
  comment?(input: PublishInput & { platformPostId: string; text: string }): Promise<void>
  /** Reads the permalink of a post published without one; `null` if still unknown. */
  readPermalink?(input: PublishInput & { platformPostId: string }): Promise<string | null>
  /** Builds the permalink from the post's id without a call; missing if the id is not part of it. */
  buildPermalink?(platformPostId: string): string
  /** Resolves a provisional id to the post's id; `null` while the platform does not report it. */
  readPostId?(input: PublishInput & { platformPostId: string }): Promise<string | null>
  /**
   * Deletes the published post; idempotent. `not_found` if it is already gone, or if the platform does
   * not distinguish that from lost access; the caller then probes the tokens. Missing if the platform
   * cannot delete posts.
   */
  remove?(
    input: Pick<PublishInput, 'tokens' | 'account'> & { platformPostId: string },
  ): Promise<'removed' | 'not_found'>
}

export type PublishInput = {
  tokens: Tokens
  /** Identifies the part. The same in every attempt, also after a retry by the owner. */
  key: PublishKey
  account: { platformAccountId: string; username: string }
  /** What the account's server allows; `null` where limits do not differ by server. */
  facts: AccountFacts | null
  /** Of one part. */
  content: PostContent
  /**
   * The published parts that this one answers: `parent` is the part before it, `root` the first. `null`
   * for the first part, and for every post without a thread.
   */
  answers: { root: PartReference; parent: PartReference } | null
  /** The picture of a web page, as in its link preview; `null` if it has none that can be read. */
  readLinkImage?(url: string, limits: RenditionLimits): Promise<Rendition | null>
  /** The state from earlier steps. JSON; encrypted at rest, as it may hold upload URLs. */
  progress: Progress
}

export type FindInput = PublishInput & {
  /** The earliest time of the commit. */
  committedAt: Date
  /**
   * Steps may have been made since `progress` was stored, so that only what is found counts where it names
   * no object whose state the network tells.
   */
  isProgressOld?: true
}

/** A published part of the same target. */
export type PartReference = { platformPostId: string }

/** Makes a repeated commit recognizable. `createdAt` is when the target was created. */
export type PublishKey = { id: string; createdAt: Date }

/** The caller sets `commitsNotReady`: how often `commit` was `not_ready` since the last container. */
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
  /**
   * Of an image; more than 1 if it moves, or if a JPEG has several pictures (MPO). `null` if unknown, as
   * for files of earlier versions.
   */
  frameCount?: number | null
  /** Of a video, per second. */
  frameRate?: number | null
  /** Such as `srgb`, `cmyk` or `b-w`, of an image. */
  colorSpace?: string | null
  altText: string | null
  /** Fetched by the platform: public, unguessable and valid for at least an hour. */
  url: string
  /** Bytes `first` to `last`, both inclusive. */
  read(first: number, last: number): Promise<Buffer>
  /**
   * A copy of the image within the limits, upright and without metadata. A PNG or an image with
   * transparency stays a PNG if that fits; otherwise JPEG on white. Of an image that moves, the first
   * frame. Throws 422 `media_invalid`, which ends the publication, if it cannot be decoded. Missing
   * for videos.
   */
  fit?(limits: RenditionLimits): Promise<Rendition>
  /**
   * The same for platforms that fetch files: a JPEG copy that is stored with its own `url`, made once
   * per `limits`. Missing for videos.
   */
  copy?(limits: RenditionLimits): Promise<PostMedia>
}

export type RenditionLimits = {
  bytesMax: number
  /** In pixels, for both sides. */
  sideMax: number
  /** Of the shorter side. */
  shortSideMax?: number
  /** JPEG on white, also of a PNG. */
  isJpeg?: true
}

export type Rendition = {
  type: 'image/jpeg' | 'image/png'
  data: Buffer
  width: number
  height: number
}

/** A problem in a post's content: `error` prevents publishing, `warning` does not. */
export type PublishFinding = {
  level: 'error' | 'warning'
  /** Relative to the target: `text`, `media`, `media.0`, `options.privacy_level`. */
  path: string
  /** E.g. `text_too_long`, `media_required`, `media_type`, `media_size`, `aspect_ratio`. */
  code: string
  message: string
  /** Multiple values are joined with `, `. */
  limit: number | string | null
  actual: number | string | null
}

export type PrepareResult =
  | { state: 'wait'; progress: Progress; seconds: number }
  | { state: 'ready'; progress: Progress }

export type PublishedPost = {
  state: 'published'
  platformPostId: string
  permalink: string | null
  /** The id is that of the upload job; `readPostId` returns the post's id later. */
  isProvisional?: boolean
}

export type CommitResult =
  | PublishedPost
  | { state: 'accepted'; progress: Progress; seconds: number }

export type FollowResult = PublishedPost | { state: 'wait'; progress: Progress; seconds: number }

/**
 * `absent` with `certain`: the platform confirms that the commit did not happen, so repeating it cannot
 * publish twice (a single-use container that is still unpublished).
 */
export type CommitLookup =
  | PublishedPost
  | { state: 'accepted'; progress: Progress; seconds: number }
  | { state: 'absent'; certain: boolean }

/**
 * How a network proves that a commit without a response did not publish. `key`: a repetition under our own
 * key publishes nothing new, for `minutes` after the commit, or without a limit. `container`: an object that
 * was made before the commit says whether it is public. `list`: only the latest posts can be searched, and
 * a post may appear late, so that absence is never certain.
 */
export type PublishProof =
  | { by: 'key'; minutes: number | null }
  | { by: 'container' }
  | { by: 'list' }

/** The `reason` of a `PlatformError` `rejected` or `rate_limited` while publishing. */
export type PublishReason =
  | 'content_rejected'
  | 'content_invalid'
  | 'media_invalid'
  | 'media_unreachable'
  | 'duplicate'
  | 'daily_quota'
  /** The part that this one answers is gone; see `deletedPartError`. */
  | 'part_deleted'
  /** The platform refuses how we ask, whatever the content is. */
  | 'request_invalid'
