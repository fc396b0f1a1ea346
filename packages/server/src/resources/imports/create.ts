import { sql } from 'kysely'
import { profileIdOrDefault } from '../../access/reference.ts'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { wakeAfterCommit } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import type { ImportCreate, PostImport } from '../../schemas/import.ts'
import { readImport } from './imports.ts'
import { parseRows } from './parse.ts'

const dayMs = 86_400_000

/** Stores the rows of a file, from which the job creates posts. A wrong row does not stop the others. */
export async function createImport(
  ctx: Context,
  scope: Scope,
  input: ImportCreate,
): Promise<PostImport> {
  const rows = parseRows(input)
  if (rows.some((row) => row.input?.media.some((file) => 'url' in file))) {
    requirePermission(scope, 'media:write')
  }
  const profileId = await profileIdOrDefault(ctx.db.query, scope)
  const id = newId('import')
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const profile = await tx
      .selectFrom('profile')
      .select('id')
      .where('id', '=', profileId)
      .where('deleting_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!profile) throw new ServiceError('profile_not_found')
    await enforceQuota(tx, {
      label: 'running imports of the profile',
      parentId: profileId,
      max: limits.import.runningPerProfileMax,
      rows: sql`select 1 from post_import where profile_id = ${profileId} and status = 'running'`,
    })
    await enforceQuota(tx, {
      label: 'imports of the profile in 24 hours',
      parentId: profileId,
      max: limits.import.perProfilePerDayMax,
      rows: sql`select 1 from post_import where profile_id = ${profileId}
        and created_at > ${new Date(now.getTime() - dayMs)}`,
    })
    await tx
      .insertInto('post_import')
      .values({
        id,
        owner_id: scope.ownerId,
        profile_id: profileId,
        format: input.format,
        dry_run: input.dry_run,
        status: 'running',
        created_at: now,
        completed_at: null,
        due_at: now,
        lease_until: null,
        lease_token: null,
      })
      .execute()
    await tx
      .insertInto('post_import_row')
      .values(
        rows.map((row) => ({
          import_id: id,
          number: row.number,
          external_id: row.externalId,
          status: row.input ? ('waiting' as const) : ('failed' as const),
          input: row.input && JSON.stringify(row.input),
          post_id: null,
          errors: JSON.stringify(row.errors),
        })),
      )
      .execute()
    wakeAfterCommit(tx, 'work')
    return await readImport(tx, scope, id)
  })
}
