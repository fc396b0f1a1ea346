import { type RawBuilder, sql } from 'kysely'

/** A part of a target that became public, with its place in the thread from 1. */
export type PartRow = {
  number: number
  platform_post_id: string
  permalink: string | null
  /** Only a post made elsewhere of which no more than the ID is known has none. */
  published_at: Date | null
  deleted_at: Date | null
}

type PartJson = Omit<PartRow, 'published_at' | 'deleted_at'> & {
  published_at: string | null
  deleted_at: string | null
}

/** The parts of each target of a query as a column; read it with `readParts`. */
export function partsOf(target: 't' | 'post_target'): RawBuilder<PartJson[] | null> {
  return sql`(select jsonb_agg(to_jsonb(p) - 'target_id' - 'account_id' order by p.number)
    from post_part p where p.target_id = ${sql.ref(`${target}.id`)})`
}

/** The parts in order. */
export function readParts(rows: readonly PartJson[] | null): PartRow[] {
  return (rows ?? []).map((row) => ({
    ...row,
    published_at: row.published_at ? new Date(row.published_at) : null,
    deleted_at: row.deleted_at ? new Date(row.deleted_at) : null,
  }))
}
