import { sql } from 'kysely'
import { impliedProfileId, resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import { inSearch } from '../../database/search.ts'
import { bindingOf, type PageInput, readPage } from '../../http/list.ts'
import { inSearchTurn } from '../../http/turns.ts'
import type {
  SavedText,
  SavedTextCreate,
  SavedTextFilter,
  SavedTextUpdate,
} from '../../schemas/saved-text.ts'
import { lockActiveProfile } from '../profiles/queries.ts'
import { findSavedText, listSavedTextsAfter, lockSavedText, type SavedTextRow } from './queries.ts'

/** The texts of the profiles in scope and those for all profiles, newest first. */
export async function listSavedTexts(
  ctx: Context,
  scope: Scope,
  input: PageInput & SavedTextFilter,
) {
  const { limit, cursor, ...filter } = input
  const read = () =>
    readPage({ limit, cursor }, bindingOf('saved_texts', scope, filter), {
      length: 1,
      valuesOf: (row: SavedTextRow) => [row.id],
      show: showSavedText,
      bytesOf: (row) => Buffer.byteLength(row.text),
      fetch: (after, rows) =>
        filter.search
          ? inSearch(ctx.db, filter.search, 'saved_text', (tx, isMatch) =>
              listSavedTextsAfter(tx, scope, filter, isMatch, after, rows),
            )
          : listSavedTextsAfter(ctx.db.query, scope, filter, null, after, rows),
    })
  return await (filter.search ? inSearchTurn(ctx, scope.actor.id, read) : read())
}

/** 404 `saved_text_not_found` outside the scope. */
export async function getSavedText(ctx: Context, scope: Scope, id: string): Promise<SavedText> {
  const row = await findSavedText(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('saved_text_not_found')
  return showSavedText(row)
}

/**
 * Saves a text for the profile that the body or the caller names, otherwise for all profiles of the
 * owner. 409 `saved_text_name_taken` if that profile has the name for this kind, 409 `limit_reached` if
 * it has too many texts, also under concurrent calls.
 */
export async function createSavedText(
  ctx: Context,
  scope: Scope,
  input: SavedTextCreate,
): Promise<SavedText> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const profileId = input.profile_id
      ? (await resolveProfile(tx, scope, input.profile_id)).id
      : impliedProfileId(scope)
    // Its deletion sees this text, or the text sees the deletion.
    if (profileId && !(await lockActiveProfile(tx, profileId))) {
      throw new ServiceError('profile_not_found')
    }
    await enforceQuota(tx, {
      label: 'saved texts',
      parentId: profileId ?? scope.ownerId,
      max: limits.savedText.perProfileMax,
      rows: sql`select id from saved_text
        where owner_id = ${scope.ownerId} and profile_id is not distinct from ${profileId}`,
    })
    const row = {
      id: newId('savedText'),
      owner_id: scope.ownerId,
      profile_id: profileId,
      kind: input.kind,
      name: input.name,
      text: input.text,
      created_at: now,
      updated_at: now,
    }
    await withUniqueName(() => tx.insertInto('saved_text').values(row).execute())
    return showSavedText(row)
  })
}

/** Changes the name, the text or both. 403 `owner_key_required` as for `lockWritable`. */
export async function updateSavedText(
  ctx: Context,
  scope: Scope,
  id: string,
  { name, text }: SavedTextUpdate,
): Promise<SavedText> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const before = await lockWritable(tx, scope, id)
    const row = {
      ...before,
      name: name ?? before.name,
      text: text ?? before.text,
      updated_at: now,
    }
    await withUniqueName(() =>
      tx
        .updateTable('saved_text')
        .set({ name: row.name, text: row.text, updated_at: now })
        .where('owner_id', '=', scope.ownerId)
        .where('id', '=', id)
        .execute(),
    )
    return showSavedText(row)
  })
}

/** Deletes the text. Posts and replies into which it was inserted keep it. */
export async function deleteSavedText(ctx: Context, scope: Scope, id: string) {
  return await ctx.db.transact(async (tx) => {
    const { profile_id } = await lockWritable(tx, scope, id)
    await tx
      .deleteFrom('saved_text')
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    return { id, object: 'saved_text' as const, profile_id, deleted: true as const }
  })
}

/**
 * Locks a visible text that the caller may change. A text for all profiles is changed by owners, 403
 * `owner_key_required` for others, and outside a profile, 400 `profile_conflict` with `Service-Profile`.
 */
async function lockWritable(tx: Tx, scope: Scope, id: string): Promise<SavedTextRow> {
  const row = await lockSavedText(tx, scope, id)
  if (!row) throw new ServiceError('saved_text_not_found')
  if (row.profile_id !== null) return row
  if (scope.kind !== 'owner') {
    const message = 'This text is for all profiles. Only an owner can change or delete it.'
    throw new ServiceError('owner_key_required', { message })
  }
  if (scope.profile) {
    const message = 'This text is for all profiles. Send the request without Service-Profile.'
    throw new ServiceError('profile_conflict', { message })
  }
  return row
}

async function withUniqueName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint === 'saved_text_name') {
      throw new ServiceError('saved_text_name_taken', { param: 'name', cause })
    }
    throw cause
  }
}

function showSavedText(row: SavedTextRow): SavedText {
  return {
    id: row.id,
    object: 'saved_text',
    profile_id: row.profile_id,
    kind: row.kind,
    name: row.name,
    text: row.text,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
