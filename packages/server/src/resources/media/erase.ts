import { limits } from '../../core/limits.ts'
import { countRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { storageKeysOf } from './media.ts'
import { lockMediaOfProfile } from './queries.ts'
import { planRemoval, removeFiles } from './removals.ts'

/**
 * Media of a deleted profile return 404 immediately; their rows and files are erased in the background,
 * including files of unfinished uploads. Throws while a file cannot be removed, and is then
 * retried.
 */
export const mediaEraser: ProfileEraser = {
  count: async (db, profileId) => ({ media: await countRows(db, 'media', profileId) }),
  erase: async (ctx, profileId) => {
    const now = ctx.clock.now()
    let erasedCount: number = limits.media.removalsPerBatchMax
    while (erasedCount === limits.media.removalsPerBatchMax) {
      erasedCount = await ctx.db.transact(async (tx) => {
        const rows = await lockMediaOfProfile(tx, profileId, limits.media.removalsPerBatchMax)
        if (rows.length === 0) return 0
        const ids = rows.map((row) => row.id)
        await tx.deleteFrom('media').where('id', 'in', ids).execute()
        await planRemoval(tx, rows[0]!.owner_id, rows.flatMap(storageKeysOf), now)
        return rows.length
      })
      await removeFiles(ctx, { prefix: `${profileId}/` })
    }
  },
}
