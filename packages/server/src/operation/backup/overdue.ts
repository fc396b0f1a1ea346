import type pg from 'pg'

/** `publish`: when the service starts. `cancel`: never; the owner is notified. */
export type Overdue = 'publish' | 'cancel'

/**
 * Handles targets that were due between the backup and now, which the original installation may have
 * published. Without `overdue` it throws, because a person has to decide. Returns the ids of these
 * targets; with `cancel` they are no longer due.
 */
export async function resolveOverdue(
  client: pg.Client,
  now: Date,
  overdue: Overdue | null,
): Promise<string[]> {
  const due = `status = 'scheduled' and due_at <= $1 and not held`
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
