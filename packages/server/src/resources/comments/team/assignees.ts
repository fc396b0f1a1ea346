import { type RawBuilder, sql } from 'kysely'
import { requirePermission, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Queries } from '../../../database/open.ts'
import { rowLimit } from '../../../database/statements.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { Comment } from '../../../schemas/comment.ts'

type Assigned = { profile_id: string; assignee_id: string | null }

/**
 * Whether the member of `member` can answer comments of the profile: active, and an owner or staff with
 * the profile. Checked when a comment is read, so a lost access ends every assignment at once.
 */
function answersFor(profileIds: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(member.disabled_at is null and (member.role = 'owner'
    or member.role = 'staff' and exists (select from member_profile mine
      where mine.member_id = member.id and mine.profile_id = any(${profileIds}))))`
}

/** The condition of `assigned_to`: a member's ID or `none`. */
export function isAssignedTo(assignee: string): RawBuilder<boolean> {
  const current = sql<boolean>`exists (select from member
    where member.id = comment.assignee_id and ${answersFor(sql`array[comment.profile_id]`)})`
  return assignee === 'none'
    ? sql<boolean>`(comment.assignee_id is null or not ${current})`
    : sql<boolean>`(comment.assignee_id = ${assignee} and ${current})`
}

/** Returns the function that shows who a comment is assigned to. */
export async function readAssignees(
  db: Queries,
  scope: Scope,
  rows: readonly Assigned[],
): Promise<(row: Assigned) => Comment['assigned_to']> {
  const assigned = rows.filter((row) => row.assignee_id !== null)
  if (assigned.length === 0) return () => null
  const members = await db
    .selectFrom('member')
    .select(['member.id', 'member.name', 'member.role'])
    .select(
      sql<string[]>`array(select mine.profile_id from member_profile mine
        where mine.member_id = member.id
          and mine.profile_id = any(${assigned.map((row) => row.profile_id)}::text[]))`.as(
        'profile_ids',
      ),
    )
    .where('owner_id', '=', scope.ownerId)
    .where(sql<boolean>`id = any(${assigned.map((row) => row.assignee_id)}::text[])`)
    .where('disabled_at', 'is', null)
    .where('role', '<>', 'contributor')
    .execute()
  const isNamed = mayReadMembers(scope)
  return ({ profile_id, assignee_id }) => {
    const member = members.find(({ id }) => id === assignee_id)
    if (!member) return null
    if (member.role !== 'owner' && !member.profile_ids.includes(profile_id)) return null
    return { id: member.id, name: isNamed ? member.name : null }
  }
}

/** Members' names are for owners and staff, and for keys that may list members; a contributor can be a client. */
function mayReadMembers({ kind, permissions }: Scope): boolean {
  return kind !== 'profile' && permissions === null
}

/**
 * The ID of the member that `assigned_to` names, which may be `me`. 404 `member_not_found` unless the
 * member can answer comments of the profile; 403 for keys that may not list members.
 */
export async function resolveAssignee(
  db: Queries,
  scope: Scope,
  profileId: string,
  reference: string | null,
): Promise<string | null> {
  if (scope.kind === 'profile') throw new ServiceError('owner_key_required')
  requirePermission(scope, scope.actor.kind === 'member' ? 'comments:write' : 'all')
  if (reference === null) return null
  if (reference === 'me' && scope.actor.kind !== 'member') {
    throw invalidField('assigned_to', 'A key is not a member. Use the ID of a member.', 'no_member')
  }
  const row = await db
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', reference === 'me' ? scope.actor.id : reference)
    .where(answersFor(sql`array[${profileId}::text]`))
    .executeTakeFirst()
  if (!row) throw new ServiceError('member_not_found', { param: 'assigned_to' })
  return row.id
}

/** The members who can answer comments in the scope, oldest first. */
export async function listAssignees(ctx: Context, scope: Scope, page: PageInput) {
  const profileIds = scope.profile ? [scope.profile.id] : scope.profileIds
  return await readPage(page, ['assignees', scope.ownerId, profileIds], {
    length: 1,
    valuesOf: (row: { id: string; name: string }) => [row.id],
    show: ({ id, name }) => ({ id, object: 'assignee' as const, name }),
    fetch: (after, rows) =>
      ctx.db.query
        .selectFrom('member')
        .select(['id', 'name'])
        .where('owner_id', '=', scope.ownerId)
        .where('disabled_at', 'is', null)
        .$if(profileIds !== null, (query) =>
          query.where(answersFor(sql`${profileIds as string[]}::text[]`)),
        )
        .$if(after !== null, (query) => query.where('id', '>', String(after?.[0])))
        .orderBy('id')
        .limit(rowLimit(rows))
        .execute(),
  })
}
