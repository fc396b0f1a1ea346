import type { Tx } from '../../database/open.ts'

/** Comments follow their account into another profile, with what was answered to them. */
export async function moveComments(tx: Tx, accountId: string, profileId: string): Promise<void> {
  // The comments first: a reply that is being written down holds its comment until it is there.
  await tx
    .updateTable('comment')
    .set({ profile_id: profileId })
    .where('account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('comment_reply')
    .set({ profile_id: profileId })
    .where('comment_id', 'in', (eb) =>
      eb.selectFrom('comment').select('comment.id').where('comment.account_id', '=', accountId),
    )
    .execute()
}
