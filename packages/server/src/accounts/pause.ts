import { sql } from 'kysely'
import type { Tx } from '../database/open.ts'

/** The whole account rests until then: its platform asked to wait. A longer pause stays. */
export async function pauseAccount(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ paused_until: sql<Date>`greatest(paused_until, ${until})` })
    .where('id', '=', accountId)
    .execute()
}
