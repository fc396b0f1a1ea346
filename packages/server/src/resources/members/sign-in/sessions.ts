import { sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import { sessionExpiry } from '../../../access/sessions.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { SignInMethod } from '../../../database/member-tables.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { Caller } from '../../../http/request.ts'
import type { SessionEntry } from '../../../schemas/session.ts'
import { hashToken, newToken } from '../../../security/secrets.ts'

/**
 * Creates a session and deletes the member's least recently used ones beyond `limits.session.perMemberMax`.
 * Only the hash of the returned token is stored.
 */
export async function insertSession(
  tx: Tx,
  memberId: string,
  caller: Caller,
  now: Date,
  method: SignInMethod,
): Promise<{ id: string; token: string }> {
  const id = newId('session')
  const token = newToken()
  await tx
    .insertInto('session')
    .values({
      id,
      member_id: memberId,
      token_hash: hashToken(token),
      created_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(now, now),
      user_agent: caller.userAgent,
      ip: caller.ip,
      method,
    })
    .execute()
  await tx.updateTable('member').set({ last_sign_in_at: now }).where('id', '=', memberId).execute()
  await sql`
    delete from session where id in (
      select id from session where member_id = ${memberId} and id <> ${id}
      order by last_seen_at desc, id desc offset ${limits.session.perMemberMax - 1})`.execute(tx)
  return { id, token }
}

/** Deletes all sessions of the member except `keepId`; returns how many. */
export async function deleteSessions(
  db: Queries,
  memberId: string,
  keepId: string | null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .where('id', '<>', keepId ?? '')
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function signOut(ctx: Context, scope: Scope) {
  await ctx.db.query.deleteFrom('session').where('id', '=', scope.sessionId).execute()
  return { object: 'session' as const, signed_out: true as const }
}

const columns = ['id', 'created_at', 'last_seen_at', 'expires_at', 'user_agent', 'ip'] as const
type Row = Pick<Awaited<ReturnType<typeof selectSessions>>[number], (typeof columns)[number]>

async function selectSessions(ctx: Context, scope: Scope, after: string | null, rows: number) {
  return await ctx.db.query
    .selectFrom('session')
    .select(columns)
    .where('member_id', '=', scope.actor.id)
    .where('expires_at', '>', ctx.clock.now())
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

/** The signed-in member's sessions, newest first. */
export async function listSessions(ctx: Context, scope: Scope, page: PageInput) {
  return await readPage(page, ['sessions', scope.actor.id], {
    length: 1,
    valuesOf: (row: Row) => [row.id],
    show: (row) => showEntry(row, scope),
    fetch: (after, rows) => selectSessions(ctx, scope, after ? String(after[0]) : null, rows),
  })
}

/** 404 `session_not_found` unless the session belongs to the signed-in member. */
export async function endSession(ctx: Context, scope: Scope, id: string): Promise<SessionEntry> {
  const row = await ctx.db.query
    .deleteFrom('session')
    .where('member_id', '=', scope.actor.id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw new ServiceError('session_not_found')
  return showEntry(row, scope)
}

/** Deletes all sessions of the signed-in member, or all but the current one. */
export async function endSessions(ctx: Context, scope: Scope, input: { keepCurrent: boolean }) {
  const keepId = input.keepCurrent ? scope.sessionId : null
  const count = await deleteSessions(ctx.db.query, scope.actor.id, keepId)
  return { object: 'sessions_ended' as const, count }
}

export async function deleteExpiredSessions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.query.deleteFrom('session').where('expires_at', '<', now).execute()
  await ctx.db.query.deleteFrom('sign_in_link').where('expires_at', '<', now).execute()
}

function showEntry(row: Row, scope: Scope): SessionEntry {
  return {
    id: row.id,
    object: 'session_entry',
    current: row.id === scope.sessionId,
    user_agent: row.user_agent,
    ip: row.ip,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
