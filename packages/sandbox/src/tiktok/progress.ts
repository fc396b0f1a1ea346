import type { Media, Publication } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { fetchMedia } from '../media/fetch.ts'
import { findGrant } from '../oauth/grants.ts'
import { createPost } from '../publishing/posts.ts'
import { CREATOR_SECONDS_MAX } from './creator.ts'
import { settingsOf } from './settings.ts'
import { sendTiktokEvent } from './webhooks.ts'

const PHOTO_BYTES_MAX = 20_000_000
/** "Max 1080p" is taken as the short side (tiktok.md §5.5). */
const PHOTO_SHORT_SIDE_MAX = 1_080
const VIDEO_SIDE = { min: 360, max: 4_096 }

/** Downloads the files of PULL_FROM_URL, without following redirects (tiktok.md §5.4). */
export async function pullFiles(sandbox: Sandbox, id: string): Promise<void> {
  const { urls, kind } = sandbox.state.publications.get(id)!
  const results = await Promise.all(
    urls.map((url) => fetchMedia(sandbox, url, { followRedirects: false })),
  )
  const publication = sandbox.state.publications.get(id)
  if (publication?.outcome !== 'running') return
  const media_ids = results.flatMap((result) => ('media' in result ? [result.media.id] : []))
  if (media_ids.length < urls.length) {
    const isFile = results.some((result) => 'problem' in result && result.problem === 'not_media')
    const pull = kind === 'photo' ? 'photo_pull_failed' : 'video_pull_failed'
    fail(sandbox, id, isFile ? 'file_format_check_failed' : pull)
    return
  }
  sandbox.state.publications.update(id, { media_ids })
  startProcessing(sandbox, id)
}

/** Schedules the publication after the configured processing time. */
export function startProcessing(sandbox: Sandbox, id: string): void {
  const ready_at = sandbox.clock.ms() + settingsOf(sandbox).tiktok_processing_ms
  sandbox.state.publications.update(id, { ready_at })
  sandbox.ticker.at(ready_at, () => progress(sandbox, id))
}

/** Advances a publication to its current state. Safe to call at any time. */
export function progress(sandbox: Sandbox, id: string): void {
  const publication = sandbox.state.publications.get(id)
  if (!publication) return
  const now = sandbox.clock.ms()
  if (
    publication.outcome === 'running' &&
    publication.ready_at !== null &&
    publication.ready_at <= now
  ) {
    finish(sandbox, publication)
  }
  moderate(sandbox, id)
}

function finish(sandbox: Sandbox, publication: Readonly<Publication>): void {
  const grant = findGrant(sandbox, 'tiktok', publication.account_id)
  const reason =
    grant?.status !== 'active'
      ? 'auth_removed'
      : (settingsOf(sandbox).tiktok_fail_reason ?? failReason(sandbox, publication))
  if (reason) {
    fail(sandbox, publication.id, reason)
  } else if (publication.kind === 'inbox') {
    sandbox.state.publications.update(publication.id, { outcome: 'inbox' })
    send(sandbox, publication, 'post.publish.inbox_delivered', '"publish_type":"INBOX_SHARE"')
  } else {
    complete(sandbox, publication)
  }
}

function complete(sandbox: Sandbox, publication: Readonly<Publication>): void {
  const post = createPost(sandbox, {
    id: decimalId('74', 19),
    platform: 'tiktok',
    account_id: publication.account_id,
    media_type: publication.kind === 'photo' ? 'PHOTO' : 'VIDEO',
    text: publication.description || publication.title,
    title: publication.title,
    media_ids: publication.media_ids,
    is_public: false,
    facts: { privacy: publication.privacy },
  })
  const isPublic = publication.privacy === 'PUBLIC_TO_EVERYONE'
  const moderated_at = isPublic
    ? sandbox.clock.ms() + settingsOf(sandbox).tiktok_moderation_ms
    : null
  const post_id = post.id
  sandbox.state.publications.update(publication.id, { outcome: 'complete', post_id, moderated_at })
  send(sandbox, publication, 'post.publish.complete', '"publish_type":"DIRECT_PUBLISH"')
  if (moderated_at !== null)
    sandbox.ticker.at(moderated_at, () => moderate(sandbox, publication.id))
}

/** After moderation the id of a public post is visible (tiktok.md §5.7). */
function moderate(sandbox: Sandbox, id: string): void {
  const publication = sandbox.state.publications.get(id)!
  const { post_id, moderated_at } = publication
  const post = post_id ? sandbox.state.posts.get(post_id) : undefined
  if (!post || post.is_public || moderated_at === null || moderated_at > sandbox.clock.ms()) return
  sandbox.state.posts.update(post.id, { is_public: true })
  // The id is an unquoted number in the content string (tiktok.md §6).
  const facts = `"post_id":${post.id},"publish_type":"DIRECT_PUBLISH"`
  send(sandbox, publication, 'post.publish.publicly_available', facts)
}

function failReason(sandbox: Sandbox, publication: Readonly<Publication>): string | null {
  for (const id of publication.media_ids) {
    const media = sandbox.state.media.get(id)!
    const isPhoto = publication.kind === 'photo'
    const allowedTypes = isPhoto ? /^image\/(jpeg|webp)$/ : /^video\//
    if (publication.kind === 'inbox' && /^image\//.test(media.content_type)) continue
    if (!allowedTypes.test(media.content_type)) return 'file_format_check_failed'
    const problem = isPhoto ? photoProblem(media) : videoProblem(media)
    if (problem) return problem
  }
  return null
}

/** Unknown sizes and durations pass (tiktok.md §5.5, §5.7). */
function photoProblem({ bytes, width, height }: Readonly<Media>): string | null {
  const isTooLarge = Math.min(width ?? 0, height ?? 0) > PHOTO_SHORT_SIDE_MAX
  return isTooLarge || bytes > PHOTO_BYTES_MAX ? 'picture_size_check_failed' : null
}

function videoProblem({ width, height, duration_s }: Readonly<Media>): string | null {
  if (duration_s !== null && duration_s > CREATOR_SECONDS_MAX) return 'duration_check_failed'
  if (width === null || height === null) return null
  const fits = [width, height].every((side) => side >= VIDEO_SIDE.min && side <= VIDEO_SIDE.max)
  return fits ? null : 'picture_size_check_failed'
}

export function fail(sandbox: Sandbox, id: string, reason: string): void {
  const publication = sandbox.state.publications.update(id, {
    outcome: 'failed',
    fail_reason: reason,
  })
  const type = publication.kind === 'inbox' ? 'INBOX_SHARE' : 'DIRECT_PUBLISH'
  send(sandbox, publication, 'post.publish.failed', `"reason":"${reason}","publish_type":"${type}"`)
}

function send(
  sandbox: Sandbox,
  publication: Readonly<Publication>,
  event: string,
  facts: string,
): void {
  const content = `{"publish_id":${JSON.stringify(publication.id)},${facts}}`
  sendTiktokEvent(sandbox, publication.account_id, event, content)
}

/** Continues publications that a restart interrupted. */
export function resumePublications(sandbox: Sandbox): void {
  for (const {
    id,
    outcome,
    source,
    ready_at,
    moderated_at,
  } of sandbox.state.publications.values()) {
    if (outcome === 'running' && source === 'PULL_FROM_URL' && ready_at === null) {
      void pullFiles(sandbox, id)
    }
    const next = outcome === 'running' ? ready_at : moderated_at
    if (next !== null) sandbox.ticker.at(next, () => progress(sandbox, id))
  }
}
