import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { lockOwner } from '../../../database/quota.ts'
import { rowLimit } from '../../../database/statements.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { RecordAudit } from '../../../http/request.ts'
import type { Member, MemberCreate, MemberUpdate } from '../../../schemas/member.ts'
import { unlinked } from '../provider/member.ts'
import {
  canSignIn,
  findMember,
  type MemberRow,
  replaceProfiles,
  requireRemainingOwner,
  selectMembers,
} from '../queries.ts'
import { deleteLinks } from '../sign-in/links.ts'
import { deleteSessions } from '../sign-in/sessions.ts'

/** The owner's members, oldest first. */
export async function listMembers(ctx: Context, scope: Scope, page: PageInput) {
  return await readPage(page, ['members', scope.ownerId], {
    length: 1,
    valuesOf: (row: MemberRow) => [row.id],
    show: showMember,
    fetch: (after, rows) =>
      selectMembers(ctx.db.query, scope.ownerId)
        .$if(after !== null, (query) => query.where('member.id', '>', String(after?.[0])))
        .orderBy('member.id')
        .limit(rowLimit(rows))
        .execute(),
  })
}

export async function getMember(ctx: Context, scope: Scope, id: string): Promise<Member> {
  return showMember(await findMember(ctx.db.query, scope.ownerId, id))
}

/** The new member signs in with a sign-in link first. 409 `email_taken` or `member_limit_reached`. */
export async function createMember(
  ctx: Context,
  scope: Scope,
  input: MemberCreate,
): Promise<Member> {
  const now = ctx.clock.now()
  const id = newId('member')
  refuseProfilesOfOwner(input.role, input.profile_ids)
  return await reportEmailTaken(() =>
    ctx.db.transact(async (tx) => {
      await lockOwner(tx, scope.ownerId)
      await enforceMemberLimit(tx, scope.ownerId)
      await tx
        .insertInto('member')
        .values({
          id,
          owner_id: scope.ownerId,
          email: input.email,
          name: input.name,
          role: input.role,
          password_hash: null,
          created_at: now,
          updated_at: now,
          disabled_at: null,
          last_sign_in_at: null,
        })
        .execute()
      await replaceProfiles(tx, scope.ownerId, id, input.profile_ids ?? [])
      return showMember(await findMember(tx, scope.ownerId, id))
    }),
  )
}

async function enforceMemberLimit(tx: Tx, ownerId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.member.perOwnerMax) throw new ServiceError('member_limit_reached')
}

/**
 * Changes apply to the member's next request. `disabled: true` also ends its sessions and links.
 * 409 `last_owner` when no owner who can sign in would remain.
 */
export async function updateMember(
  ctx: Context,
  scope: Scope,
  id: string,
  input: MemberUpdate,
): Promise<Member> {
  const now = ctx.clock.now()
  return await reportEmailTaken(() =>
    ctx.db.transact(async (tx) => {
      await lockOwner(tx, scope.ownerId)
      const before = await findMember(tx, scope.ownerId, id)
      const role = input.role ?? before.role
      const isNewEmail = input.email !== undefined && input.email !== before.email
      if (isNewEmail && scope.actor.id === id) throw ownEmail()
      refuseProfilesOfOwner(role, input.profile_ids)
      await tx
        .updateTable('member')
        .set({
          role,
          updated_at: now,
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(isNewEmail ? { email: input.email, ...unlinked } : {}),
          ...(input.disabled === undefined
            ? {}
            : { disabled_at: input.disabled ? (before.disabled_at ?? now) : null }),
        })
        .where('id', '=', id)
        .execute()
      if (role === 'owner') await replaceProfiles(tx, scope.ownerId, id, [])
      else if (input.profile_ids) await replaceProfiles(tx, scope.ownerId, id, input.profile_ids)
      if (input.disabled || isNewEmail) await deleteLinks(tx, id)
      if (input.disabled) await deleteSessions(tx, id, null)
      await requireRemainingOwner(tx, scope.ownerId, before)
      return showMember(await findMember(tx, scope.ownerId, id))
    }),
  )
}

/** Deletes a member with its sessions and links; its audit log entries stay. */
export async function deleteMember(
  ctx: Context,
  scope: Scope,
  id: string,
  recordAudit: RecordAudit,
) {
  return await ctx.db.transact(async (tx) => {
    await lockOwner(tx, scope.ownerId)
    const before = await findMember(tx, scope.ownerId, id)
    await tx.deleteFrom('member').where('id', '=', id).execute()
    await requireRemainingOwner(tx, scope.ownerId, before)
    await recordAudit(tx, { id, object: 'member', name: before.name })
    return { id, object: 'member' as const, deleted: true as const }
  })
}

/** Your own email needs your password and a confirmation. */
function ownEmail(): ServiceError {
  const message = 'Change your own email in your settings, with `PATCH /v1/session`.'
  return invalidField('email', message, 'own_email')
}

function refuseProfilesOfOwner(
  role: Member['role'],
  profileIds: readonly string[] | undefined,
): void {
  if (role !== 'owner' || !profileIds || profileIds.length === 0) return
  throw invalidField(
    'profile_ids',
    'Owners see all profiles. Assign profiles to staff and contributors only.',
    'staff_only',
  )
}

async function reportEmailTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== 'member_email') throw cause
    throw new ServiceError('email_taken', { param: 'email', cause })
  }
}

export function showMember(row: MemberRow): Member {
  return {
    id: row.id,
    object: 'member',
    name: row.name,
    email: row.email,
    role: row.role,
    profile_ids: row.role === 'owner' ? null : row.profile_ids,
    status: row.disabled_at ? 'disabled' : canSignIn(row) ? 'active' : 'invited',
    second_factor: row.second_factor,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
