import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { type IdKind, idPrefixes, isUuid } from '../../core/ids.ts'
import type { Queries } from '../../database/open.ts'
import type { AuditEntry } from '../../schemas/audit-entry.ts'

type Resource = Pick<NonNullable<AuditEntry['resource']>, 'name' | 'parent_id' | 'deleted'>

type Named = { resource_id: string | null; resource_name: string | null }

export type FoundResources = (entry: Named) => Resource

/** A name is at most this long: the beginning of a post, or a URL. */
const nameCharsMax = 80

type Source = {
  table: string
  name: RawBuilder<string | null>
  /** Rows without `profile_id` belong to the owner. */
  isOfOwner?: true
  parent?: RawBuilder<string | null>
}

const none = sql<null>`null::text`

/** Where the resources with each kind of ID are. */
const sources: Partial<Record<IdKind, Source>> = {
  profile: { table: 'profile', name: sql`name`, isOfOwner: true },
  account: { table: 'account', name: sql`coalesce(nullif(username, ''), display_name)` },
  link: { table: 'connect_link', name: none },
  origin: { table: 'redirect_origin', name: sql`origin`, isOfOwner: true },
  post: { table: 'post', name: sql`text` },
  media: { table: 'media', name: sql`coalesce(alt_text, name)` },
  comment: { table: 'comment', name: sql`author_username` },
  reply: {
    table: 'comment_reply',
    name: sql`(select author_username from comment where comment.id = comment_reply.comment_id)`,
    parent: sql`comment_id`,
  },
  note: {
    table: 'comment_note',
    name: sql`(select author_username from comment where comment.id = comment_note.comment_id)`,
    parent: sql`comment_id`,
  },
  savedText: { table: 'saved_text', name: sql`name` },
  webhook: { table: 'webhook_endpoint', name: sql`url` },
  key: { table: 'api_key', name: sql`name` },
  member: { table: 'member', name: sql`name`, isOfOwner: true },
}

/**
 * The current names of the resources with these IDs, in one query for each kind. Those of another profile
 * than the one in scope have no name. Those that are deleted have the stored name of their entry, and so
 * have IDs of other kinds. A delivery is named by its endpoint, its parent, while its history is kept.
 */
export async function findResources(
  db: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<FoundResources> {
  const endpointOf = await readEndpoints(db, scope, ids.filter(isUuid))
  const idsByKind = Map.groupBy(new Set([...ids, ...endpointOf.values()]), kindOf)
  const found = await Promise.all(
    [...idsByKind].map(([kind, chosen]) =>
      kind ? readResources(db, scope, sources[kind]!, chosen) : [],
    ),
  )
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return ({ resource_id: own, resource_name: stored }) => {
    const endpointId = endpointOf.get(own ?? '')
    const id = endpointId ?? own
    const row = id === null ? undefined : byId.get(id)
    const isDeleted = id !== null && kindOf(id) !== null && !row
    const parent = row?.name && endpointId ? endpointId : row?.parent_id
    return { name: row ? row.name : stored, parent_id: parent ?? null, deleted: isDeleted }
  }
}

/** The endpoints of these deliveries, by delivery. */
async function readEndpoints(
  db: Queries,
  { ownerId }: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; endpoint_id: string }>`
    select id, endpoint_id from delivery
    where owner_id = ${ownerId} and id = any(${ids as string[]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.endpoint_id]))
}

type Row = { id: string; name: string | null; parent_id: string | null }

async function readResources(
  db: Queries,
  scope: Scope,
  { table, name, isOfOwner, parent = none }: Source,
  ids: readonly string[],
): Promise<Row[]> {
  const isNamed = isOfOwner ? inOwnersScope(scope, table) : inScope(scope, table)
  const { rows } = await sql<Row>`
    select id, case when ${isNamed} then nullif(left(trim(${name}), ${nameCharsMax}), '') end as name,
      case when ${isNamed} then ${parent} end as parent_id
    from ${sql.table(table)}
    where owner_id = ${scope.ownerId} and id = any(${ids as string[]})`.execute(db)
  return rows
}

/** Profiles have their own ID instead of that of a profile; members and origins belong to the owner. */
function inOwnersScope({ profile }: Scope, table: string): RawBuilder<boolean> {
  if (!profile || table !== 'profile') return sql`true`
  return sql`id = ${profile.id}`
}

function kindOf(id: string): IdKind | null {
  const prefix = id.split('_')[0]
  const kinds = Object.keys(sources) as IdKind[]
  return kinds.find((kind) => idPrefixes[kind] === prefix) ?? null
}
