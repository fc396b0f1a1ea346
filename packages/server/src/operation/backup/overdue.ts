import type pg from 'pg'

/** `publish`: as soon as the service starts. `cancel`: never, and the owner is told. */
export type Overdue = 'publish' | 'cancel'

/**
 * What was to be published between the backup and now may have been, by the installation that the
 * backup was made of. Whether to do it (again) is for a person to say: without a word the restore
 * ends here. Answers the targets it is about; those to cancel are out of the work from the commit on.
 */
export async function resolveOverdue(
  client: pg.Client,
  now: Date,
  overdue: Overdue | null,
): Promise<string[]> {
  const due = `status = 'scheduled' and due_at <= $1`
  const { rows } = await client.query<{ id: string }>(
    `select id from post_target where ${due} order by id`,
    [now],
  )
  if (rows.length > 0 && overdue === null) {
    throw new Error(
      `${rows.length} posts were to be published between the backup and now, and may have been. ` +
        'Say --overdue=publish to publish them when the service starts, or --overdue=cancel.',
    )
  }
  if (overdue === 'cancel') {
    await client.query(`update post_target set due_at = null where ${due}`, [now])
  }
  return rows.map(({ id }) => id)
}
