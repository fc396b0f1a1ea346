import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'

type Reference = { id: string; path: string }

/**
 * Requires all media to be ready and in this profile. Throws `media_not_found`,
 * `media_profile_mismatch` (another profile of the same owner) or `media_not_ready`, each with the
 * reference's path as `param`. Returns the checksums of the files by id.
 */
export async function requireMedia(
  ctx: Context,
  scope: Scope,
  profileId: string,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await ctx.db.query
    .selectFrom('media')
    .select(['id', 'profile_id', 'status', 'checksum_sha256'])
    .where('owner_id', '=', scope.ownerId)
    .where(
      'id',
      'in',
      references.map(({ id }) => id),
    )
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  for (const { id, path } of references) {
    const row = rowsById.get(id)
    // A profile key must not learn which media other profiles have, nor staff of hidden profiles.
    const isHidden =
      row &&
      row.profile_id !== profileId &&
      (scope.kind === 'profile' ||
        scope.profileIds?.includes(row.profile_id) === false ||
        scope.hiddenProfileIds.includes(row.profile_id))
    if (!row || isHidden) throw new ServiceError('media_not_found', { param: path })
    if (row.profile_id !== profileId) {
      throw new ServiceError('media_profile_mismatch', { param: path })
    }
    if (row.status !== 'ready') {
      throw invalidField(
        path,
        `This media file is not ready; its status is ${row.status}.`,
        'media_not_ready',
      )
    }
  }
  return new Map(rows.map((row) => [row.id, row.checksum_sha256]))
}
