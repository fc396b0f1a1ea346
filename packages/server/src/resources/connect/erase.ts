import { sql } from 'kysely'
import { eraseRows } from '../../database/profile-rows.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { revokePages } from '../sent-pages/queries.ts'
import { invitationKind } from './links/invitation.ts'
import { linkKind } from './links/link.ts'

/** Deleting a profile revokes its links and invitations immediately and erases them in the background. */
export const connectEraser: ProfileEraser = {
  revoke: async (tx, profileId, now) => {
    const isOfProfile = sql<boolean>`profile_id = ${profileId}`
    await revokePages(tx, invitationKind, isOfProfile, now)
    await revokePages(tx, linkKind, isOfProfile, now)
  },
  erase: async (ctx, profileId) => {
    await eraseRows(ctx.db, 'connect_link', profileId)
    await eraseRows(ctx.db, 'invitation', profileId)
  },
}
