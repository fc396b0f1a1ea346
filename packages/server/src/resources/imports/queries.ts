import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import type { Queries } from '../../database/open.ts'
import type { ImportRowFilter, PostImport, PostImportRow } from '../../schemas/import.ts'

function selectImports(db: Queries) {
  return db
    .selectFrom('post_import')
    .select(['id', 'profile_id', 'format', 'dry_run', 'status', 'created_at', 'completed_at'])
}

export type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirst']>> &
  object

export async function findImport(db: Queries, scope: Scope, id: string) {
  return await selectImports(db)
    .where(inScope(scope, 'post_import'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function lockImport(db: Queries, scope: Scope, id: string) {
  return await selectImports(db)
    .where(inScope(scope, 'post_import'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The imports in scope, newest first. */
export async function listImportsAfter(
  db: Queries,
  scope: Scope,
  after: CursorValue[] | null,
  rows: number,
) {
  return await selectImports(db)
    .where(inScope(scope, 'post_import'))
    .$if(after !== null, (query) => query.where('id', '<', String(after![0])))
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

type Counts = PostImport['rows']

/** How many rows of each import have each status. */
export async function countImportRows(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, Counts>> {
  const { rows } = await sql<{ id: string } & Counts>`
    select import_id as id, count(*)::integer as total,
      (count(*) filter (where status = 'waiting'))::integer as waiting,
      (count(*) filter (where status = 'created'))::integer as created,
      (count(*) filter (where status = 'valid'))::integer as valid,
      (count(*) filter (where status = 'exists'))::integer as exists,
      (count(*) filter (where status = 'failed'))::integer as failed,
      (count(*) filter (where status = 'undone'))::integer as undone
    from post_import_row where import_id = any(${ids as string[]}) group by import_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The rows of an import that the caller has found in its scope, in the order of the file. */
export async function listImportRowsAfter(
  db: Queries,
  importId: string,
  filter: ImportRowFilter,
  after: CursorValue[] | null,
  rows: number,
) {
  return await db
    .selectFrom('post_import_row')
    .select(['number', 'external_id', 'status', 'post_id', 'errors'])
    .where('import_id', '=', importId)
    .$if(filter.status !== undefined, (query) => query.where('status', 'in', filter.status!))
    .$if(after !== null, (query) => query.where('number', '>', Number(after![0])))
    .orderBy('number')
    .limit(rows)
    .execute()
}

export function showImport(row: ImportRow, counts: Counts): PostImport {
  return {
    id: row.id,
    object: 'post_import',
    profile_id: row.profile_id,
    format: row.format,
    dry_run: row.dry_run,
    status: row.status,
    rows: counts,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}

export function showImportRow(
  row: Awaited<ReturnType<typeof listImportRowsAfter>>[number],
): PostImportRow {
  return {
    object: 'post_import_row',
    row: row.number,
    external_id: row.external_id,
    status: row.status,
    post_id: row.post_id,
    errors: row.errors,
  }
}
