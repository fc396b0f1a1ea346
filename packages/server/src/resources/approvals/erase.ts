import { sql } from 'kysely'
import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { revokePages } from '../sent-pages/queries.ts'
import { approvalKind } from './link.ts'

/** Deleting a profile revokes its approval links immediately and erases them in the background. */
export const approvalEraser: ProfileEraser = {
  revoke: (tx, profileId, now) =>
    revokePages(tx, approvalKind, sql<boolean>`profile_id = ${profileId}`, now),
  erase: (ctx, profileId) => eraseRows(ctx.db, 'approval_link', profileId),
}
