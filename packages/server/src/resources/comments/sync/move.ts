import type { Tx } from '../../../database/open.ts'

/** Moves an account's comments with their replies and notes to the account's new profile. */
export async function moveComments(tx: Tx, accountId: string, profileId: string): Promise<void> {
  // Comments first: inserting a reply locks its comment, so this waits and the next update sees it.
  await tx
    .updateTable('comment')
    .set({ profile_id: profileId })
    .where('account_id', '=', accountId)
    .execute()
  for (const table of ['comment_reply', 'comment_note'] as const) {
    await tx
      .updateTable(table)
      .set({ profile_id: profileId })
      .where('comment_id', 'in', (eb) =>
        eb.selectFrom('comment').select('comment.id').where('comment.account_id', '=', accountId),
      )
      .execute()
  }
}
