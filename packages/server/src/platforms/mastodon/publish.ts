import { z } from 'zod'
import { deletedPartError, PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  PrepareResult,
  PublishAbility,
  PublishedPost,
  PublishInput,
} from '../contract/publish.ts'
import { htmlToText } from '../wire/html-text.ts'
import { type AccountApi, accountApi, accountIdOf, type MastodonStatus } from './api.ts'
import { clientName } from './apps.ts'
import { checkMastodon } from './check.ts'
import { isNotFound } from './errors.ts'
import { readInstance } from './instance.ts'
import { mastodonOptions } from './options.ts'
import { comparableText } from './text.ts'
import { readUpload, uploadFile } from './upload.ts'

const pollSeconds = 3
/** Allowed difference between the server's clock and ours. */
const clockToleranceMs = 60_000
/**
 * Servers remember a key for an hour (mastodon.md §3.4). The repeated commit may follow a search by 15
 * minutes, so a later search is not certain. Programs without keys only have the list.
 */
const keyMinutes = 40

const progressShape = z.object({
  uploads: z.array(z.object({ id: z.string(), isReady: z.boolean() })).default([]),
  /** How often the server lost an uploaded file. */
  losses: z.int().default(0),
})
const lossesMax = 2

/** Publishing at the account's server (mastodon.md §3). */
export function mastodonPublish(setup: ServerPlatformSetup): PublishAbility {
  const apiOf = ({ tokens }: Pick<PublishInput, 'tokens'>) => accountApi(setup, tokens)
  return {
    options: mastodonOptions,
    thread: true,
    check: checkMastodon,
    prepare: (input) => prepare(setup, input),
    commit: (input) => commit(apiOf(input), input),
    proofOf: () => ({ by: 'key', minutes: keyMinutes }),
    find: (input) => find(setup, apiOf(input), input),

    /** A reply to the post, as visible as the post. */
    comment: async (input) => {
      const body = {
        status: input.text,
        in_reply_to_id: input.platformPostId,
        visibility: visibilityOf(input),
      }
      await apiOf(input).publish(body, `${input.key.id}-comment`)
    },

    readPermalink: async (input) => {
      try {
        return toPost(await apiOf(input).readStatus(input.platformPostId)).permalink
      } catch (err) {
        if (isNotFound(err)) return null
        throw err
      }
    },

    remove: async (input) => await remove(apiOf(input), input.platformPostId),
  }
}

/**
 * Uploads one file per step, then waits until the server has processed all of them. The part before is
 * read last: some programs publish a reply to a deleted status without a parent (mastodon.md §4.5).
 */
async function prepare(setup: ServerPlatformSetup, input: PublishInput): Promise<PrepareResult> {
  const { tokens, content, answers } = input
  const { uploads, losses } = progressShape.parse(input.progress)
  const withUploads = (changed: typeof uploads) => ({ ...input.progress, uploads: changed })
  const next = content.media[uploads.length]
  if (next) {
    const changed = [...uploads, await uploadFile(setup, tokens, next)]
    return { state: 'wait', progress: withUploads(changed), seconds: 0 }
  }
  const index = uploads.findIndex(({ isReady }) => !isReady)
  if (index < 0) {
    const parent = answers?.parent.platformPostId
    if (parent && (await isKnownGone(accountApi(setup, tokens), parent))) throw deletedPartError()
    return { state: 'ready', progress: withUploads(uploads) }
  }
  const isReady = await readUpload(setup, tokens, uploads[index]!.id)
  if (isReady === null) {
    if (losses >= lossesMax) throw new PlatformError('rejected', { reason: 'media_invalid' })
    const progress = { ...withUploads(uploads.slice(0, index)), losses: losses + 1 }
    return { state: 'wait', progress, seconds: pollSeconds }
  }
  const changed = uploads.with(index, { ...uploads[index]!, isReady })
  return { state: 'wait', progress: withUploads(changed), seconds: isReady ? 0 : pollSeconds }
}

async function commit(api: AccountApi, input: PublishInput): Promise<CommitResult> {
  const { text, media, options } = input.content
  const { uploads } = progressShape.parse(input.progress)
  if (uploads.length < media.length || uploads.some(({ isReady }) => !isReady)) {
    throw new PlatformError('not_ready')
  }
  const { spoiler_text, sensitive, language } = mastodonOptions.parse(options)
  const body = {
    status: text,
    visibility: visibilityOf(input),
    ...(input.answers ? { in_reply_to_id: input.answers.parent.platformPostId } : {}),
    ...(uploads.length > 0 ? { media_ids: uploads.map(({ id }) => id) } : {}),
    ...(spoiler_text ? { spoiler_text } : {}),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(language ? { language } : {}),
  }
  return toPost(await api.publish(body, input.key.id))
}

/**
 * Searches the account's statuses. If the post is not there, or several are like it, repeating the
 * commit is safe where the server knows idempotency keys; elsewhere the owner has to decide.
 */
async function find(
  setup: ServerPlatformSetup,
  api: AccountApi,
  input: PublishInput & { committedAt: Date },
): Promise<CommitLookup> {
  const from = input.committedAt.getTime() - clockToleranceMs
  const statuses = await api.listStatuses(accountIdOf(input.account), {})
  const [found, another] = statuses.filter(
    (status) => status.created_at.getTime() >= from && isSamePost(status, input),
  )
  if (found && !another) return toPost(found)
  const ageMs = setup.now().getTime() - input.committedAt.getTime()
  if (ageMs > keyMinutes * 60_000) return { state: 'absent', certain: false }
  const instance = await readInstance(setup, api.origin, 'chosen_host')
  return { state: 'absent', certain: instance?.knowsKeys ?? false }
}

function isSamePost(status: MastodonStatus, { content, answers }: PublishInput): boolean {
  const { spoiler_text = '' } = mastodonOptions.parse(content.options)
  const app = status.application?.name
  return (
    (!app || app === clientName) &&
    (status.in_reply_to_id ?? null) === (answers?.parent.platformPostId ?? null) &&
    (status.media_attachments?.length ?? 0) === content.media.length &&
    comparableText(htmlToText(status.content ?? '')) === comparableText(content.text) &&
    comparableText(status.spoiler_text ?? '') === comparableText(spoiler_text)
  )
}

/** Some programs cannot delete and answer 404 too, so a status that is still there was refused. */
async function remove(api: AccountApi, id: string): Promise<'removed' | 'not_found'> {
  try {
    await api.deleteStatus(id)
    return 'removed'
  } catch (err) {
    if (!isNotFound(err)) throw err
    if (await isGone(api, id)) return 'not_found'
    throw err
  }
}

/** Whether the server no longer has the status. */
export async function isGone(api: AccountApi, id: string): Promise<boolean> {
  try {
    await api.readStatus(id)
    return false
  } catch (err) {
    if (isNotFound(err)) return true
    throw err
  }
}

/** `false` without the permission to read statuses, which publishing does not need. */
async function isKnownGone(api: AccountApi, id: string): Promise<boolean> {
  try {
    return await isGone(api, id)
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'permission_missing') return false
    throw err
  }
}

function visibilityOf({ content }: PublishInput): string {
  return mastodonOptions.parse(content.options).visibility ?? 'public'
}

function toPost({ id, url, uri }: MastodonStatus): PublishedPost {
  return { state: 'published', platformPostId: id, permalink: url || uri || null }
}
