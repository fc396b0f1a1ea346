import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'

type Reference = { id: string; path: string }

/**
 * All media must be the profile's own and ready: another profile's of the same owner is
 * `media_profile_mismatch`, an unknown one `media_not_found`, each naming where it stands.
 */
export async function requireMedia(
  ctx: Context,
  scope: Scope,
  profileId: string,
  references: readonly Reference[],
): Promise<void> {
  if (references.length === 0) return
  const rows = await ctx.db.read
    .selectFrom('media')
    .select(['id', 'profile_id', 'status'])
    .where('owner_id', '=', scope.ownerId)
    .where(
      'id',
      'in',
      references.map(({ id }) => id),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const { id, path } of references) {
    const row = found.get(id)
    // A profile key must not learn which media other profiles have, nor staff those it does not see.
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
      throw invalidField(path, `This media is ${row.status}.`, 'media_not_ready')
    }
  }
}
