import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { listOf } from '../wire/json.ts'
import type { BlueskyApi } from './api.ts'
import type { BlueskyOptions } from './options.ts'
import { postCollection } from './record.ts'
import { getRecord, putRecord, recordUri } from './records.ts'

const collection = 'app.bsky.feed.threadgate'
const hiddenMax = 300
const triesMax = 3

const gateRecord = z.looseObject({ hiddenReplies: listOf(z.string()).nullish() })

type Post = { did: string; rkey: string }

/** Who may reply, as rules of a thread gate; no rules mean nobody, `null` means no gate. */
export function allowedRepliers(control: BlueskyOptions['reply_control']): object[] | null {
  switch (control) {
    case undefined:
    case 'everyone':
      return null
    case 'nobody':
      return []
    case 'mentioned_only':
      return [{ $type: `${collection}#mentionRule` }]
    case 'accounts_you_follow':
      return [{ $type: `${collection}#followingRule` }]
    case 'followers_only':
      return [{ $type: `${collection}#followerRule` }]
  }
}

/** Limits who may reply to a new post, unless the post has a gate already. */
export async function addThreadGate(
  api: BlueskyApi,
  post: Post,
  gate: { allow: readonly object[]; createdAt: string },
): Promise<void> {
  const record = { $type: collection, post: postUri(post), ...gate }
  try {
    await putRecord(api, keyOf(post), record, null)
  } catch (err) {
    if (!isSwapRefused(err)) throw err
  }
}

/**
 * Hides or shows a reply to a post of the account (bluesky.md §4.3). Everything else in the gate stays:
 * without `allow` a closed thread would be open. Another change at the same time is read again.
 */
export async function setHidden(
  api: BlueskyApi,
  post: Post,
  reply: { uri: string; hidden: boolean },
  now: Date,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const current = await getRecord(api, keyOf(post))
    const gate = current ? gateRecord.parse(current.value) : newGate(post, now)
    const hiddenReplies = gate.hiddenReplies ?? []
    if (hiddenReplies.includes(reply.uri) === reply.hidden) return
    const changed = reply.hidden
      ? [...hiddenReplies, reply.uri]
      : hiddenReplies.filter((uri) => uri !== reply.uri)
    if (changed.length > hiddenMax) {
      throw new PlatformError('rejected', {
        platformMessage: `At most ${hiddenMax} replies to a post can be hidden.`,
      })
    }
    try {
      const record = { ...gate, hiddenReplies: changed }
      return await putRecord(api, keyOf(post), record, current?.cid ?? null)
    } catch (err) {
      if (!isSwapRefused(err) || tries === triesMax) throw err
    }
  }
}

/** The record is not as expected: something else changed it since. */
export function isSwapRefused(err: unknown): boolean {
  return err instanceof PlatformError && err.platformCode === 'InvalidSwap'
}

function newGate(post: Post, now: Date): z.infer<typeof gateRecord> {
  return { $type: collection, post: postUri(post), createdAt: now.toISOString() }
}

/** A gate has the record key of its post. */
function keyOf({ did, rkey }: Post) {
  return { repo: did, collection, rkey }
}

function postUri({ did, rkey }: Post): string {
  return recordUri({ repo: did, collection: postCollection, rkey })
}
