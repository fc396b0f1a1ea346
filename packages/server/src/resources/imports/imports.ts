import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Queries } from '../../database/open.ts'
import { bindingOf, type PageInput, readPage } from '../../http/list.ts'
import type { ImportRowFilter, PostImport } from '../../schemas/import.ts'
import {
  countImportRows,
  findImport,
  type ImportRow,
  listImportRowsAfter,
  listImportsAfter,
  showImport,
  showImportRow,
} from './queries.ts'

/** The imports in scope with their progress, newest first. */
export async function listImports(ctx: Context, scope: Scope, input: PageInput) {
  const page = await readPage(input, bindingOf('imports', scope, {}), {
    length: 1,
    valuesOf: (row: ImportRow) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listImportsAfter(ctx.db.query, scope, after, rows),
  })
  const counts = await countImportRows(
    ctx.db.query,
    page.data.map(({ id }) => id),
  )
  return { ...page, data: page.data.map((row) => showImport(row, counts.get(row.id)!)) }
}

/** The import with its progress; 404 `import_not_found` outside the scope. */
export async function getImport(ctx: Context, scope: Scope, id: string): Promise<PostImport> {
  return await readImport(ctx.db.query, scope, id)
}

export async function readImport(db: Queries, scope: Scope, id: string): Promise<PostImport> {
  const row = await findImport(db, scope, id)
  if (!row) throw new ServiceError('import_not_found')
  return showImport(row, (await countImportRows(db, [id])).get(id)!)
}

/** The rows of an import in the order of the file. */
export async function listImportRows(
  ctx: Context,
  scope: Scope,
  id: string,
  { limit, cursor, ...filter }: PageInput & ImportRowFilter,
) {
  if (!(await findImport(ctx.db.query, scope, id))) throw new ServiceError('import_not_found')
  return await readPage({ limit, cursor }, bindingOf('import_rows', scope, { id, ...filter }), {
    length: 1,
    valuesOf: (row: Awaited<ReturnType<typeof listImportRowsAfter>>[number]) => [
      String(row.number),
    ],
    show: showImportRow,
    fetch: (after, rows) => listImportRowsAfter(ctx.db.query, id, filter, after, rows),
  })
}
