import { sql } from 'kysely'
import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { revokePages } from '../sent-pages/queries.ts'
import { reportKind } from './link.ts'

/** Deleting a profile revokes its report links immediately and erases them in the background. */
export const reportEraser: ProfileEraser = {
  revoke: (tx, profileId, now) =>
    revokePages(tx, reportKind, sql<boolean>`profile_id = ${profileId}`, now),
  erase: (ctx, profileId) => eraseRows(ctx.db, 'report_link', profileId),
}
