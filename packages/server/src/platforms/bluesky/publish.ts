import { PlatformError } from '../contract/errors.ts'
import { partOptions } from '../contract/options.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { Progress, PublishAbility, PublishedPost, PublishInput } from '../contract/publish.ts'
import { blueskyApi } from './api.ts'
import { checkBluesky } from './check.ts'
import type { DpopCall } from './dpop.ts'
import { showText } from './facets.ts'
import { findFacets } from './find-facets.ts'
import { blueskyOptions } from './options.ts'
import { hasLargeImage, preparedRecord, prepareRecord } from './prepare.ts'
import { buildRecord, postCollection } from './record.ts'
import { deleteRecord, getRecord, postPermalink, putRecord, recordUri } from './records.ts'
import { addThreadGate, allowedRepliers, isSwapRefused } from './thread-gate.ts'
import { tidOfKey } from './tid.ts'

const gateSeconds = 1

/**
 * Publishing to Bluesky (bluesky.md §3). The record key is the same in every attempt, and an existing
 * record is never replaced, so that a target is published once at most.
 */
export function blueskyPublish(setup: ServerPlatformSetup & { send: DpopCall }): PublishAbility {
  const apiOf = ({ tokens }: Pick<PublishInput, 'tokens'>) => blueskyApi(setup, tokens)

  return {
    options: blueskyOptions,
    thread: true,
    check: checkBluesky,

    prepare: (input) => prepareRecord(apiOf(input), input, setup.now()),

    commit: async (input) => {
      const api = apiOf(input)
      try {
        await putRecord(api, postKey(input), preparedRecord(input.progress), null)
      } catch (err) {
        // An earlier attempt of this target published another version under the same key.
        const isPublished = isSwapRefused(err) && (await getRecord(api, postKey(input))) !== null
        if (!isPublished) throw isSizeRefused(err, input) ? new PlatformError('not_ready') : err
      }
      return afterPublishing(input)
    },

    /** Writes the thread gate, which is for the whole thread. The post is public, so that a refusal cannot fail it. */
    follow: async (input) => {
      const { reply_control } = partOptions(blueskyOptions, input)
      const { createdAt } = preparedRecord(input.progress)
      const { repo: did, rkey } = postKey(input)
      const allow = allowedRepliers(reply_control)
      try {
        if (allow) await addThreadGate(apiOf(input), { did, rkey }, { allow, createdAt })
      } catch (err) {
        const isRefused =
          err instanceof PlatformError && ['rejected', 'permission_missing'].includes(err.kind)
        if (!isRefused) throw err
      }
      return publishedPost(input)
    },

    proofOf: () => ({ by: 'key', minutes: null }),

    /** Certain: the same key cannot be published twice, even if the first request arrives late. */
    find: async (input) => {
      const record = await getRecord(apiOf(input), postKey(input))
      return record ? afterPublishing(input) : { state: 'absent', certain: true }
    },

    comment: async (input) => {
      const api = apiOf(input)
      const { repo } = postKey(input)
      const rootKey = { repo, collection: postCollection, rkey: input.platformPostId }
      const post = await getRecord(api, rootKey)
      if (!post) throw new PlatformError('rejected', { platformCode: 'RecordNotFound' })
      const root = { uri: recordUri(rootKey), cid: post.cid }
      const record = buildRecord({
        text: input.text,
        createdAt: setup.now(),
        facets: await findFacets(api, showText(input.text)),
        uploads: [],
        options: {},
        quoted: null,
        reply: { root, parent: root },
      })
      const rkey = tidOfKey(input.key, 'first_comment')
      try {
        await putRecord(api, { ...rootKey, rkey }, record, null)
      } catch (err) {
        if (!isSwapRefused(err)) throw err
      }
    },

    remove: async ({ tokens, account, platformPostId: rkey }) => {
      const api = apiOf({ tokens })
      const key = { repo: account.platformAccountId, collection: postCollection, rkey }
      if (!(await getRecord(api, key))) return 'not_found'
      await deleteRecord(api, key)
      return 'removed'
    },
  }
}

/** A refused record was not written; the next round has smaller images. */
function isSizeRefused(err: unknown, { progress }: PublishInput): boolean {
  const isInvalid = err instanceof PlatformError && err.platformCode === 'InvalidRequest'
  return isInvalid && hasLargeImage(progress)
}

function postKey({ account, key }: Pick<PublishInput, 'account' | 'key'>) {
  const rkey = tidOfKey(key, 'post')
  return { repo: account.platformAccountId, collection: postCollection, rkey }
}

/** With limited replies the thread gate is still to be written. */
function afterPublishing(
  input: PublishInput,
): PublishedPost | { state: 'accepted'; progress: Progress; seconds: number } {
  const { reply_control } = partOptions(blueskyOptions, input)
  if (!allowedRepliers(reply_control)) return publishedPost(input)
  return { state: 'accepted', progress: input.progress, seconds: gateSeconds }
}

function publishedPost(input: PublishInput): PublishedPost {
  const { repo, rkey } = postKey(input)
  return { state: 'published', platformPostId: rkey, permalink: postPermalink(repo, rkey) }
}
