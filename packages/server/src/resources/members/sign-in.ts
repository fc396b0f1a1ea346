import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Tx } from '../../database/open.ts'
import { insertAuditEntry } from '../../http/audit.ts'
import type { Caller } from '../../http/request.ts'
import { hashPassword, isPassword, needsRehash } from '../../security/password.ts'
import { countTry } from './passwords.ts'
import { insertSession } from './sessions.ts'

const membersPerEmailMax = 3

export type SignedIn = { memberId: string; sessionId: string; token: string }

/**
 * A session for an e-mail and its password; 401 `sign_in_failed` says not which of them was wrong,
 * nor does the time. 429 `rate_limited` after too many tries.
 */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  const takeBack = await countTry(ctx, input.email, caller.ip)
  const candidates = await findMembers(ctx, input.email)
  const member = await matching(candidates, input.password)
  if (!member) {
    await noteFailure(ctx, candidates, caller)
    throw new ServiceError('sign_in_failed')
  }
  const fresh = needsRehash(member.password_hash!) ? await hashPassword(input.password) : null
  const session = await ctx.db.transact(async (tx) => {
    await holdMember(tx, member, fresh)
    const made = await insertSession(tx, member.id, caller, ctx.clock.now())
    await insertAuditEntry(ctx, tx, caller, {
      ownerId: member.owner_id,
      actor: { kind: 'member', id: member.id, name: member.name },
      action: 'signIn',
      resource: { type: 'session', id: made.id },
      profileId: null,
      status: 201,
    })
    return made
  })
  await takeBack()
  return { memberId: member.id, sessionId: session.id, token: session.token }
}

type Candidate = Awaited<ReturnType<typeof findMembers>>[number]

/** An e-mail is one member of each owner; several owners of an installation are few. */
async function findMembers(ctx: Context, email: string) {
  return await ctx.db.read
    .selectFrom('member')
    .select(['id', 'owner_id', 'name', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(membersPerEmailMax)
    .execute()
}

async function matching(
  candidates: readonly Candidate[],
  password: string,
): Promise<Candidate | null> {
  if (candidates.length === 0) await isPassword(password, null)
  for (const candidate of candidates) {
    if (await isPassword(password, candidate.password_hash)) return candidate
  }
  return null
}

/** What was checked a moment ago still holds, and does until the session is there. */
async function holdMember(tx: Tx, member: Candidate, freshHash: string | null): Promise<void> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', member.id)
    .where('password_hash', '=', member.password_hash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ServiceError('sign_in_failed')
  if (!freshHash) return
  await tx
    .updateTable('member')
    .set({ password_hash: freshHash })
    .where('id', '=', member.id)
    .execute()
}

/**
 * The owner whose member it was reads of it. A try with an e-mail of nobody belongs to no owner: it is
 * the installation's, so its log has it, and the audit log only where there is a single owner. That
 * e-mail is not kept: it may be a password in the wrong field.
 */
async function noteFailure(
  ctx: Context,
  candidates: readonly Candidate[],
  caller: Caller,
): Promise<void> {
  const { ip, requestId } = caller
  const members = candidates.map(({ id }) => id)
  ctx.log.warn({ ip, request_id: requestId, member_ids: members }, 'sign_in.failed')
  const entries = candidates.length > 0 ? candidates : await onlyOwner(ctx)
  for (const { owner_id: ownerId, ...member } of entries) {
    await insertAuditEntry(ctx, ctx.db.read, caller, {
      ownerId,
      actor: 'id' in member ? { kind: 'member', id: member.id, name: member.name } : null,
      action: 'signInFailed',
      resource: null,
      profileId: null,
      status: 401,
    })
  }
}

/** The one owner of the installation, or nobody where there are several. */
async function onlyOwner(ctx: Context): Promise<{ owner_id: string }[]> {
  const owners = await ctx.db.read
    .selectFrom('owner')
    .select('id as owner_id')
    .orderBy('id')
    .limit(2)
    .execute()
  return owners.length === 1 ? owners : []
}
