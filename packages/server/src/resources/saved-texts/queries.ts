import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import type { SavedTextTable } from '../../database/tables.ts'
import type { SavedTextFilter } from '../../schemas/saved-text.ts'

export type SavedTextRow = Omit<SavedTextTable, 'search_text'>

/** The texts of the profiles in scope, and those of the owner for all profiles. */
function isVisible(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${inScope(scope, 'saved_text')}
    or (saved_text.owner_id = ${scope.ownerId} and saved_text.profile_id is null))`
}

function selectSavedTexts(db: Queries, scope: Scope) {
  return db
    .selectFrom('saved_text')
    .select([
      'saved_text.id',
      'saved_text.owner_id',
      'saved_text.profile_id',
      'saved_text.kind',
      'saved_text.name',
      'saved_text.text',
      'saved_text.created_at',
      'saved_text.updated_at',
    ])
    .where(isVisible(scope))
}

const conditions: Conditions<Omit<SavedTextFilter, 'search'>> = {
  kind: (kinds) => isOneOf('saved_text.kind', kinds),
}

/** One page of the visible texts, newest first. `isMatch` is the condition of a search. */
export async function listSavedTextsAfter(
  db: Queries,
  scope: Scope,
  { kind }: SavedTextFilter,
  isMatch: RawBuilder<boolean> | null,
  after: CursorValue[] | null,
  rows: number,
): Promise<SavedTextRow[]> {
  let query = selectSavedTexts(db, scope).where(meetsAll({ kind }, conditions))
  if (kind) query = query.modifyFront(plannedForValues)
  if (isMatch) query = query.where(isMatch)
  if (after) query = query.where('saved_text.id', '<', String(after[0]))
  return await query.orderBy('saved_text.id', 'desc').limit(rowLimit(rows)).execute()
}

export async function findSavedText(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<SavedTextRow | undefined> {
  return await selectSavedTexts(db, scope).where('saved_text.id', '=', id).executeTakeFirst()
}

export async function lockSavedText(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<SavedTextRow | undefined> {
  return await selectSavedTexts(tx, scope)
    .where('saved_text.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
