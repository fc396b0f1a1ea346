import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { isId } from '../../core/ids.ts'
import { type Queries, type Tx, wakeAfterCommit } from '../../database/open.ts'
import { deleteStoredResponsesOf } from '../../http/idempotency.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findDeletingProfile, hashExternalId, lockProfile } from './queries.ts'

export type ErasedCounts = { accounts: number; posts: number; media: number; comments: number }

/**
 * A resource's part in deleting a profile. `revoke` runs in the transaction of the DELETE and ends
 * access immediately. `count` returns how many rows will be erased. `erase` runs in the background,
 * possibly more than once, and erases the data.
 */
export type ProfileEraser = {
  revoke?(tx: Tx, profileId: string, now: Date): Promise<void>
  count?(db: Queries, profileId: string): Promise<Partial<ErasedCounts>>
  erase(ctx: Context, profileId: string): Promise<void>
}

/**
 * Starts the deletion of a profile, which is invisible from this commit on. Idempotent. 409
 * `default_profile`, 404 `profile_not_found`, 400 `profile_conflict`.
 */
export async function deleteProfile(
  ctx: Context,
  scope: Scope,
  reference: string,
  erasers: readonly ProfileEraser[],
): Promise<{ id: string; object: 'profile'; status: 'deleting' }> {
  const now = ctx.clock.now()
  const id = await ctx.db.transact(async (tx) => {
    const profile = await findForDeletion(tx, scope, reference)
    if (profile.is_default) throw new ServiceError('default_profile')
    if (profile.deleting_at) return profile.id
    await tx
      .updateTable('profile')
      .set({ deleting_at: now, due_at: now, updated_at: now })
      .where('id', '=', profile.id)
      .execute()
    await tx
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('profile_id', '=', profile.id)
      .where('revoked_at', 'is', null)
      .execute()
    await deleteStoredResponsesOf(tx, profile.id)
    for (const eraser of erasers) await eraser.revoke?.(tx, profile.id, now)
    wakeAfterCommit(tx, 'work')
    return profile.id
  })
  return { id, object: 'profile', status: 'deleting' }
}

async function findForDeletion(tx: Tx, scope: Scope, reference: string) {
  const id = isId('profile', reference)
    ? reference
    : await findByExternalId(tx, scope.ownerId, reference)
  const profile = id ? await lockProfile(tx, scope.ownerId, id) : undefined
  if (!profile) throw new ServiceError('profile_not_found')
  if (scope.profile && scope.profile.id !== profile.id) throw new ServiceError('profile_conflict')
  return profile
}

async function findByExternalId(tx: Tx, ownerId: string, externalId: string) {
  const living = await tx
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('external_id', '=', externalId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  return (living ?? (await findDeletingProfile(tx, ownerId, externalId)))?.id
}

/** The background work: every resource erases its data, then `profile.deleted` is emitted. */
export function profileDeletion(erasers: readonly ProfileEraser[]): Work {
  return {
    table: 'profile',
    run: async (ctx, claim) => {
      const counts = await countOnce(ctx, claim, erasers)
      for (const eraser of erasers) await eraser.erase(ctx, claim.key)
      await finishDeletion(ctx, claim, counts)
    },
  }
}

/** Counts and stores the counts before the first row is erased, so they survive a crash. */
async function countOnce(
  ctx: Context,
  claim: Claim,
  erasers: readonly ProfileEraser[],
): Promise<ErasedCounts> {
  const row = await ctx.db.query
    .selectFrom('profile')
    .select('erase_counts')
    .where('id', '=', claim.key)
    .executeTakeFirstOrThrow()
  if (row.erase_counts) return row.erase_counts as ErasedCounts
  const counts: ErasedCounts = { accounts: 0, posts: 0, media: 0, comments: 0 }
  for (const eraser of erasers) Object.assign(counts, await eraser.count?.(ctx.db.query, claim.key))
  await ctx.db.query
    .updateTable('profile')
    .set({ erase_counts: JSON.stringify(counts) })
    .where('id', '=', claim.key)
    .execute()
  return counts
}

async function finishDeletion(ctx: Context, claim: Claim, counts: ErasedCounts): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    const profile = await tx
      .selectFrom('profile')
      .select(['id', 'owner_id', 'name', 'external_id', 'metadata'])
      .where('id', '=', claim.key)
      .executeTakeFirstOrThrow()
    await emitEvent(tx, {
      ownerId: profile.owner_id,
      profileId: profile.id,
      profileExternalId: profile.external_id,
      type: 'profile.deleted',
      data: {
        profile: {
          id: profile.id,
          name: profile.name,
          external_id: profile.external_id,
          metadata: profile.metadata as never,
          deleted_at: now.toISOString(),
          counts,
        },
      },
      now,
    })
    await deleteStoredResponsesOf(tx, profile.id)
    await tx.deleteFrom('api_key').where('profile_id', '=', profile.id).execute()
    await tx
      .updateTable('profile')
      .set({
        name: '',
        color: null,
        external_id: null,
        erased_external_id: profile.external_id
          ? hashExternalId(profile.owner_id, profile.external_id)
          : null,
        metadata: '{}',
        erased_at: now,
        updated_at: now,
      })
      .where('id', '=', profile.id)
      .execute()
    await release(tx, claim, null)
    ctx.log.info({ profile_id: profile.id, ...counts }, 'profile.deleted')
  })
}
