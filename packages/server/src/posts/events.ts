import type { Tx } from '../database/open.ts'
import { emit } from '../webhooks/emit.ts'

export type TargetFacts = {
  id: string
  owner_id: string
  profile_id: string
  post_id: string
  account_id: string
  platform: string
}

const timedColumns = [
  'id',
  'owner_id',
  'profile_id',
  'post_id',
  'account_id',
  'platform',
  'scheduled_at',
] as const

/** The fields that every event about a target carries. */
export async function targetEvent(tx: Tx, target: TargetFacts, now: Date) {
  const profile = await tx
    .selectFrom('profile')
    .select('external_id')
    .where('id', '=', target.profile_id)
    .executeTakeFirstOrThrow()
  return {
    envelope: {
      ownerId: target.owner_id,
      profileId: target.profile_id,
      profileExternalId: profile.external_id,
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

/** Emits `post.scheduled` for every target of the post that is scheduled. */
export async function tellScheduled(tx: Tx, postId: string, now: Date): Promise<void> {
  const targets = await tx
    .selectFrom('post_target')
    .select(timedColumns)
    .where('post_id', '=', postId)
    .where('status', '=', 'scheduled')
    .orderBy('place')
    .execute()
  for (const target of targets) await tell(tx, 'post.scheduled', target, now)
}

/** Emits `post.canceled` for one target. */
export async function tellCanceled(tx: Tx, targetId: string, now: Date): Promise<void> {
  const target = await tx
    .selectFrom('post_target')
    .select(timedColumns)
    .where('id', '=', targetId)
    .executeTakeFirstOrThrow()
  await tell(tx, 'post.canceled', target, now)
}

async function tell(
  tx: Tx,
  type: 'post.scheduled' | 'post.canceled',
  target: TargetFacts & { scheduled_at: Date | null },
  now: Date,
): Promise<void> {
  const { envelope, data } = await targetEvent(tx, target, now)
  const scheduledAt = target.scheduled_at?.toISOString() ?? null
  await emit(tx, { ...envelope, type, data: { ...data, scheduled_at: scheduledAt } })
}
