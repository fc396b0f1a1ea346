import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queries } from '../database/open.ts'
import { responsePurpose } from '../http/idempotency.ts'
import { tokenPurpose } from '../resources/accounts/tokens.ts'
import { flowPurpose } from '../resources/connect/flow/outcome.ts'
import { clientKeyPurpose, serverAppPurpose } from '../resources/connect/flow/server-storage.ts'
import { secondFactorPurpose } from '../resources/members/second-factor/codes.ts'
import { progressPurpose } from '../resources/posts/publish/job.ts'
import { secretPurpose } from '../resources/webhooks/secrets.ts'
import { sealingKeyName, unseal } from '../security/secrets.ts'

/** A column with sealed values; `key` has the columns that identify a row. */
export type SealedColumn = {
  table: string
  column: string
  key: readonly [string] | readonly [string, string]
  purpose: (...key: string[]) => string
}

export type SealedValue = { key: string[]; sealed: Buffer }

const byId = ['id'] as const

/** All sealed columns of the database; a test compares this list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'account', column: 'tokens_sealed', key: byId, purpose: (id) => tokenPurpose(id!) },
  {
    table: 'webhook_endpoint',
    column: 'secret_sealed',
    key: byId,
    purpose: (id) => secretPurpose(id!),
  },
  {
    table: 'webhook_endpoint',
    column: 'previous_secret_sealed',
    key: byId,
    purpose: (id) => secretPurpose(id!),
  },
  {
    table: 'post_target',
    column: 'progress_sealed',
    key: byId,
    purpose: (id) => progressPurpose(id!),
  },
  {
    table: 'connect_flow',
    column: 'kept_sealed',
    key: byId,
    purpose: (id) => flowPurpose(id!),
  },
  { table: 'connect_flow', column: 'grant_sealed', key: byId, purpose: (id) => flowPurpose(id!) },
  {
    table: 'platform_server',
    column: 'client_secret_sealed',
    key: byId,
    purpose: (id) => serverAppPurpose(id!),
  },
  {
    table: 'platform_key',
    column: 'private_sealed',
    key: ['kid'],
    purpose: (kid) => clientKeyPurpose(kid!),
  },
  {
    table: 'second_factor',
    column: 'secret_sealed',
    key: ['member_id'],
    purpose: (memberId) => secondFactorPurpose(memberId!),
  },
  {
    table: 'idempotency',
    column: 'body',
    key: ['key_id', 'key'],
    purpose: (keyId, key) => responsePurpose(keyId!, key!),
  },
]

/** Counts sealed values by the name of their key. */
export async function countByKey(db: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of sealedColumns) {
    const sealed = sql.ref(column)
    const { rows } = await sql<{ id: Buffer; count: number }>`
      select substring(${sealed} for 4) as id, count(*)::integer as count
      from ${sql.table(table)} where ${sealed} is not null group by 1`.execute(db)
    for (const { id, count } of rows) {
      const name = sealingKeyName(id)
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  }
  return counts
}

/**
 * Yields the sealed values of a column in pages, ordered by row; with `exceptKeyId` only those of other
 * keys.
 */
export async function* readSealed(
  ctx: Pick<Context, 'db'>,
  { table, column, key }: SealedColumn,
  options: { rows: number; exceptKeyId?: Buffer },
): AsyncGenerator<SealedValue[]> {
  const names = sql.join(key.map((name) => sql.ref(name)))
  const sealed = sql.ref(column)
  const keyFilter = options.exceptKeyId
    ? sql`and substring(${sealed} for 4) <> ${options.exceptKeyId}`
    : sql``
  let after: string[] | null = null
  for (;;) {
    const beyond: RawBuilder<unknown> = after ? sql`and (${names}) > (${sql.join(after)})` : sql``
    const { rows }: { rows: SealedValue[] } = await sql<SealedValue>`
      select array[${names}]::text[] as key, ${sealed} as sealed from ${sql.table(table)}
      where ${sealed} is not null ${keyFilter} ${beyond}
      order by ${names} limit ${options.rows}`.execute(ctx.db.query)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.key
  }
}

const namedMax = 100

/** Opens every sealed value; returns how many opened and the first 100 rows that did not. */
export async function findUnreadable(ctx: Context): Promise<{ opened: number; closed: string[] }> {
  let opened = 0
  const closed: string[] = []
  for (const column of sealedColumns) {
    for await (const values of readSealed(ctx, column, { rows: 500 })) {
      for (const { key, sealed } of values) {
        try {
          unseal(ctx.config.keyring, column.purpose(...key), sealed)
          opened += 1
        } catch {
          if (closed.length < namedMax) closed.push(`${column.table} ${key.join(' ')}`)
        }
      }
    }
  }
  return { opened, closed }
}
