import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'

const rowsPerPage = 1_000

/**
 * Deletes the endpoints bound to a deleted profile immediately and erases its events' bodies in the
 * background. The dispatchers skip its pending deliveries, and the history keeps its rows.
 */
export const webhookEraser = {
  revoke: async (tx: Tx, profileId: string): Promise<void> => {
    await tx.deleteFrom('webhook_endpoint').where('profile_id', '=', profileId).execute()
    wakeAfterCommit(tx, 'deliveries')
  },
  erase: async (ctx: Context, profileId: string): Promise<void> => {
    let erased = rowsPerPage
    while (erased > 0) {
      const { numAffectedRows } = await sql`
        update event set body = ''
        from (select id, created_at from event
          where profile_id = ${profileId} and length(body) > 0
          order by created_at limit ${rowsPerPage}) page
        where event.id = page.id and event.created_at = page.created_at`.execute(ctx.db.query)
      erased = Number(numAffectedRows ?? 0)
    }
  },
}
