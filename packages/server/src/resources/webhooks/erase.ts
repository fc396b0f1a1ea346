import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'

const rowsPerPage = 1_000

/**
 * What webhooks do when a profile is deleted: the endpoints bound to it go with the DELETE, the
 * dispatchers take what was pending for them out of the queue, and the stored bodies of its events
 * are erased behind it. The history keeps its rows; what was still pending for other endpoints is
 * skipped, as there is nothing left to send.
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
        where event.id = page.id and event.created_at = page.created_at`.execute(ctx.db.read)
      erased = Number(numAffectedRows ?? 0)
    }
  },
}
