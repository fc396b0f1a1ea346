import { HOUR_MS } from '../core/clock.ts'
import type { Container } from '../core/content.ts'
import { shortcode } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { createPost } from '../publishing/posts.ts'
import { type Call, readBoolean } from './call.ts'
import { invalid, MastodonError } from './errors.ts'
import { findUnattached } from './media.ts'
import { notifyMentioned } from './notifications.ts'
import { limitsOf } from './servers.ts'
import { authenticate, type Session } from './session.ts'
import { statusId } from './status-id.ts'
import { statusJson } from './status-json.ts'
import { findStatus, isVisible, type Status, visibilities } from './statuses.ts'
import { lengthOf } from './text.ts'

/** `POST /api/v1/statuses`: a post, or a reply below one (mastodon.md §3.2). */
export function publish(call: Call) {
  const { sandbox, server, input } = call
  const session = authenticate(call, 'write:statuses')
  const { account } = session
  const earlier = findByKey(call, account)
  if (earlier) return statusJson(sandbox, earlier)
  if (input.text('scheduled_at')) return schedule(call)
  const parent = findParent(call, account)
  const uploads = attachments(call, account)
  const text = input.text('status')?.trim() ?? ''
  const facts = factsOf(call, session)
  checkText(call, text, facts.spoiler_text ?? '', uploads.length)
  const media_ids = uploads.flatMap(({ media_id }) => media_id ?? [])
  const id = statusId(sandbox.clock.ms())
  if (parent) saveReply(call, account, parent, { id, text, media_ids, facts })
  else {
    createPost(sandbox, {
      id,
      platform: 'mastodon',
      account_id: account.id,
      media_type: 'STATUS',
      text,
      media_ids,
      is_public: ['public', 'unlisted'].includes(facts.visibility!),
      facts,
    })
  }
  for (const upload of uploads) sandbox.state.containers.update(upload.id, { published_as: id })
  const status = findStatus(sandbox, server, id)!
  notifyMentioned(sandbox, status)
  return statusJson(sandbox, status)
}

/**
 * The status of the same account with this Idempotency-Key in the last hour, found before the media
 * are checked (mastodon.md §3.4). Nothing waits between here and saving, so there is no race.
 */
function findByKey({ sandbox, server, context }: Call, account: Readonly<Account>) {
  const key = context.req.header('idempotency-key')
  if (!key || server.isOtherProgram) return undefined
  const { posts, comments } = sandbox.state
  const since = sandbox.clock.ms() - HOUR_MS
  const found = [...posts.by('account', account.id), ...comments.by('author', account.id)].find(
    ({ facts, created_at }) => facts?.idempotency_key === key && created_at > since,
  )
  return found && findStatus(sandbox, server, found.id)
}

/** A ScheduledStatus, another shape. Nothing is published (mastodon.md §3.2). */
function schedule({ sandbox, input }: Call) {
  const at = Date.parse(input.text('scheduled_at')!)
  if (!(at >= sandbox.clock.ms() + 300_000)) {
    throw invalid('Scheduled at The scheduled date must be in the future')
  }
  const params = { text: input.text('status') ?? '', media_ids: input.list('media_ids') }
  const scheduled_at = new Date(at).toISOString()
  return { id: statusId(at), scheduled_at, params, media_attachments: [] }
}

function findParent({ sandbox, server, input }: Call, account: Readonly<Account>): Status | null {
  const id = input.text('in_reply_to_id')
  if (!id) return null
  const parent = findStatus(sandbox, server, id)
  if (parent && isVisible(sandbox, parent, account)) return parent
  // snac publishes it without a parent (mastodon.md §4.5).
  if (server.isOtherProgram) return null
  throw new MastodonError(404, 'The post you are trying to reply to does not appear to exist.')
}

/**
 * The uploads in the order shown: up to four images, or one video, gifv or audio file
 * (mastodon.md §3.1).
 */
function attachments(call: Call, account: Readonly<Account>): Readonly<Container>[] {
  const { sandbox, server, input } = call
  const ids = input.list('media_ids')
  const max = limitsOf(sandbox, server).max_media_attachments
  if (ids.length > max) throw invalid(`Cannot attach more than ${max} files`)
  const uploads = ids.flatMap((id) => findUnattached(sandbox, account, id) ?? [])
  if (uploads.length < ids.length) {
    const missing = ids.filter((id) => !uploads.some((upload) => upload.id === id)).join(', ')
    throw invalid(`Media ${missing} not found or already attached to another post`)
  }
  if (uploads.length > 1 && uploads.some(({ media_type }) => media_type !== 'image')) {
    throw invalid('Cannot attach a video to a post that already contains images')
  }
  const now = sandbox.clock.ms()
  if (uploads.some(({ ready_at, error }) => ready_at > now || error !== null)) {
    throw new MastodonError(
      422,
      'Cannot attach files that have not finished processing. Try again in a moment!',
    )
  }
  return uploads
}

/** The person's defaults apply to what is absent (mastodon.md §3.2). */
function factsOf({ input, context }: Call, { app, account }: Session): Record<string, string> {
  const { privacy = 'public', sensitive = 'false', language = '' } = account.facts ?? {}
  const visibility = input.text('visibility') || privacy
  if (!visibilities.includes(visibility)) throw invalid('Visibility is not included in the list')
  const spoiler_text = input.text('spoiler_text') ?? ''
  const isSensitive = readBoolean(input.text('sensitive')) ?? sensitive === 'true'
  const key = context.req.header('idempotency-key')
  return {
    visibility,
    spoiler_text,
    sensitive: String(isSensitive || spoiler_text !== ''),
    language: input.text('language') || language,
    application: app.name,
    website: app.website ?? '',
    ...(key ? { idempotency_key: key } : {}),
  }
}

/** Blank text needs a file or a content warning. Throws 422. */
export function checkText(call: Call, text: string, spoiler: string, files: number): void {
  const limits = limitsOf(call.sandbox, call.server)
  if (!text && !spoiler && files === 0) throw invalid("Text can't be blank")
  const length = [spoiler, text]
    .map((part) => lengthOf(part, limits.characters_reserved_per_url))
    .reduce((sum, part) => sum + part)
  if (length <= limits.max_characters) return
  throw invalid(`Text character limit of ${limits.max_characters} exceeded`)
}

type Reply = { id: string; text: string; media_ids: string[]; facts: Record<string, string> }

function saveReply({ sandbox }: Call, account: Readonly<Account>, parent: Status, reply: Reply) {
  sandbox.state.comments.put({
    ...reply,
    platform: 'mastodon',
    post_id: parent.root.id,
    parent_id: parent.parent ? parent.id : null,
    author_id: account.id,
    author_name: account.username,
    author_private: false,
    shortcode: shortcode(),
    likes: 0,
    created_at: sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
  })
}
