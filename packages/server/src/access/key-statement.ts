import { CompiledQuery } from 'kysely'
import { type BuiltStatement, valueOfParameter } from '../database/fixed-statement.ts'
import type { Queries } from '../database/open.ts'
import type { ScopedStatement } from './scoped-statement.ts'

export type KeyRow = {
  key_id: string
  key_owner_id: string
  key_profile_id: string | null
  key_kind: 'owner' | 'profile'
  key_name: string
  key_scopes: string[] | null
  key_expires_at: Date | null
  key_revoked_at: Date | null
  key_ends_at: Date | null
  key_last_used_at: Date | null
  key_profile_external_id: string | null
  key_profile_deleting_at: Date | null
  key_hidden_profile_ids: string[]
  key_named_id: string | null
  key_named_external_id: string | null
}

/** A row that a request needs anyway, read in the statement that checks its key. */
export type ReadAhead = {
  // biome-ignore lint/suspicious/noExplicitAny: each statement has its own values and rows
  readonly statement: ScopedStatement<any, any>
  readonly values: Readonly<Record<string, unknown>>
}

/** The key, its profile, the profile that the header names ($2) and the profiles being deleted. */
const keyText = `select key.id as key_id, key.owner_id as key_owner_id,
    key.profile_id as key_profile_id, key.kind as key_kind, key.name as key_name,
    key.scopes as key_scopes, key.expires_at as key_expires_at,
    key.revoked_at as key_revoked_at, key.ends_at as key_ends_at,
    key.last_used_at as key_last_used_at, own.external_id as key_profile_external_id,
    own.deleting_at as key_profile_deleting_at,
    coalesce(by_id.id, by_external_id.id) as key_named_id,
    coalesce(by_id.external_id, by_external_id.external_id) as key_named_external_id,
    array(select id from profile hidden where hidden.owner_id = key.owner_id
      and hidden.deleting_at is not null and hidden.erased_at is null) as key_hidden_profile_ids
  from api_key key
  left join profile own on own.id = key.profile_id
  left join profile by_id on by_id.owner_id = key.owner_id and by_id.id = $2
    and by_id.deleting_at is null
  left join profile by_external_id on by_external_id.owner_id = key.owner_id
    and by_external_id.external_id = $2 and by_external_id.deleting_at is null
  where key.secret_hash = $1`

/** What stands in the joined read for the values of its scope. */
const scopeColumns: Readonly<Record<string, string>> = {
  scopeOwnerId: 'key.key_owner_id',
  scopeProfileId: 'coalesce(key.key_profile_id, key.key_named_id)',
  scopeHiddenProfileIds: 'key.key_hidden_profile_ids',
}

export type FoundKey = {
  key: KeyRow | undefined
  /** The row of the `ReadAhead`, `undefined` if there is none in the key's scope. */
  row: object | undefined
}

/**
 * Reads the key with this hash, and in the same statement the row that the request asks for, limited to
 * the key's scope. Whether the key may see it is for the caller to check.
 */
export async function findKey(
  db: Queries,
  hash: Buffer,
  header: string | null,
  read?: ReadAhead & { kind: 'owner' | 'profile' },
): Promise<FoundKey> {
  if (!read) {
    const { rows } = await db.executeQuery<KeyRow>(CompiledQuery.raw(keyText, [hash, header]))
    return { key: rows[0], row: undefined }
  }
  const { text, parameters } = joined(read.statement.forKey(read.kind).built(db))
  const { rows } = await db.executeQuery<KeyRow & { is_found: true | null }>(
    CompiledQuery.raw(text, [
      hash,
      header,
      ...parameters.map((each) => valueOfParameter(each, read.values)),
    ]),
  )
  return { key: rows[0], row: rows[0]?.is_found ? rows[0] : undefined }
}

/** `parameters` are those from the third on. */
type Joined = { text: string; parameters: BuiltStatement['parameters'] }

const joinedTexts = new WeakMap<BuiltStatement, Joined>()

/** The key's statement with that of the row, whose scope is the key's. */
function joined(built: BuiltStatement): Joined {
  const known = joinedTexts.get(built)
  if (known) return known
  const parameters: BuiltStatement['parameters'][number][] = []
  const row = built.query.sql.replaceAll(/\$(\d+)/g, (_all, number) => {
    const parameter = built.parameters[Number(number) - 1]!
    const column = 'name' in parameter && scopeColumns[parameter.name]
    if (column) return column
    parameters.push(parameter)
    return `$${parameters.length + 2}`
  })
  const text = `select key.*, found.* from (${keyText}) key
    left join lateral (select true as is_found, row.* from (${row}) row) found on true`
  joinedTexts.set(built, { text, parameters })
  return { text, parameters }
}
