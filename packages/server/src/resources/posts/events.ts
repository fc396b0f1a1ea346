import type { Tx } from '../../database/open.ts'
import type { PostErrorCode } from '../../schemas/event.ts'
import type { PublishedPart } from '../../schemas/part.ts'
import { emitEvent } from '../webhooks/emit.ts'

export type EventTarget = {
  id: string
  owner_id: string
  profile_id: string
  post_id: string
  account_id: string
  platform: string
}

/** The fields that every event about a target carries. */
export async function targetEvent(tx: Tx, target: EventTarget, now: Date) {
  const profile = await tx
    .selectFrom('profile')
    .select('external_id')
    .where('id', '=', target.profile_id)
    .executeTakeFirstOrThrow()
  return eventOf(target, profile.external_id, now)
}

function eventOf(target: EventTarget, profileExternalId: string | null, now: Date) {
  return {
    envelope: {
      ownerId: target.owner_id,
      profileId: target.profile_id,
      profileExternalId,
      now,
    },
    data: {
      post_id: target.post_id,
      target_id: target.id,
      account_id: target.account_id,
      platform: target.platform as never,
    },
  }
}

/** Emits `post.published` for a target whose permalink is known. */
export async function emitPublished(
  tx: Tx,
  target: EventTarget,
  { permalink, publishedAt }: { permalink: string; publishedAt: Date },
  parts: PublishedPart[],
  now: Date,
): Promise<void> {
  const { envelope, data } = await targetEvent(tx, target, now)
  await emitEvent(tx, {
    ...envelope,
    type: 'post.published',
    data: { ...data, permalink, published_at: publishedAt.toISOString(), parts },
  })
}

/** The parts of a target that became public, in order, as events carry them. */
export function eventParts(parts: readonly PublishedPartRow[]): PublishedPart[] {
  return parts.map(({ number, platform_post_id, permalink, published_at }) => ({
    number,
    platform_post_id,
    permalink,
    // Only posts made elsewhere have none.
    published_at: published_at!.toISOString(),
  }))
}

type PublishedPartRow = Omit<PublishedPart, 'published_at'> & { published_at: Date | null }

/** Emits `post.failed` or `post.first_comment_failed`. */
export async function emitFailed(
  tx: Tx,
  target: EventTarget,
  { type, failure }: { type: 'post.failed' | 'post.first_comment_failed'; failure: EventFailure },
  parts: PublishedPart[],
  now: Date,
): Promise<void> {
  const { envelope, data: targetData } = await targetEvent(tx, target, now)
  const data = { ...targetData, error_code: failure.code, error_message: failure.message }
  if (type === 'post.first_comment_failed') return await emitEvent(tx, { ...envelope, type, data })
  await emitEvent(tx, { ...envelope, type, data: { ...data, parts } })
}

type EventFailure = { code: PostErrorCode; message: string }

/** Emits `post.deleted` for a published target that was deleted from its platform. */
export async function emitDeleted(tx: Tx, target: EventTarget, now: Date): Promise<void> {
  const { envelope, data } = await targetEvent(tx, target, now)
  const deleted_at = now.toISOString()
  await emitEvent(tx, { ...envelope, type: 'post.deleted', data: { ...data, deleted_at } })
}

/** Emits `post.scheduled` for every target of the post that is scheduled. */
export async function emitScheduled(tx: Tx, postId: string, now: Date): Promise<void> {
  const targets = await selectEventTargets(tx)
    .where('post_target.post_id', '=', postId)
    .where('post_target.status', '=', 'scheduled')
    .orderBy('post_target.position')
    .execute()
  await emitEach(tx, 'post.scheduled', targets, now)
}

/** Emits `post.scheduled` for each of the targets, whose time has changed. */
export async function emitRescheduled(
  tx: Tx,
  targetIds: readonly string[],
  now: Date,
): Promise<void> {
  if (targetIds.length === 0) return
  const targets = await selectEventTargets(tx)
    .where('post_target.id', 'in', targetIds)
    .orderBy('post_target.scheduled_at')
    .execute()
  await emitEach(tx, 'post.scheduled', targets, now)
}

/** Emits `post.canceled` for each of the targets. */
export async function emitCanceled(tx: Tx, targetIds: readonly string[], now: Date): Promise<void> {
  if (targetIds.length === 0) return
  const targets = await selectEventTargets(tx)
    .where('post_target.id', 'in', targetIds)
    .orderBy('post_target.id')
    .execute()
  await emitEach(tx, 'post.canceled', targets, now)
}

function selectEventTargets(tx: Tx) {
  return tx
    .selectFrom('post_target')
    .innerJoin('profile', 'profile.id', 'post_target.profile_id')
    .select([
      'post_target.id',
      'post_target.owner_id',
      'post_target.profile_id',
      'post_target.post_id',
      'post_target.account_id',
      'post_target.platform',
      'post_target.scheduled_at',
      'profile.external_id',
    ])
}

async function emitEach(
  tx: Tx,
  type: 'post.scheduled' | 'post.canceled',
  targets: Awaited<ReturnType<ReturnType<typeof selectEventTargets>['execute']>>,
  now: Date,
): Promise<void> {
  for (const target of targets) {
    const { envelope, data } = eventOf(target, target.external_id, now)
    const scheduledAt = target.scheduled_at?.toISOString() ?? null
    await emitEvent(tx, { ...envelope, type, data: { ...data, scheduled_at: scheduledAt } })
  }
}
