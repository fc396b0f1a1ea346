import type { Actor, Scope } from '../access/scope.ts'
import { newId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'
import type { Answer, Route } from './route.ts'

export type AuditAction = {
  ownerId: string
  actor: Actor | null
  /** A word like an operationId: `createPost`, `signIn`. */
  action: string
  resource: { type: string; id: string | null } | null
  profileId: string | null
  status: number
}

/**
 * Writes down who did what, after it was done and before it is answered. Never a secret or a text:
 * ids, the action's name and the caller's address. A failure to write is a log line: the thing is
 * done, and an error would say that it is not.
 */
export async function recordAction(
  ctx: Context,
  caller: Caller,
  { ownerId, actor, action, resource, profileId, status }: AuditAction,
): Promise<void> {
  try {
    await ctx.db.read
      .insertInto('audit_entry')
      .values({
        id: newId('auditEntry'),
        owner_id: ownerId,
        at: ctx.clock.now(),
        actor_kind: actor?.kind ?? 'system',
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? null,
        action,
        resource_type: resource?.type ?? null,
        resource_id: resource?.id ?? null,
        profile_id: profileId,
        request_id: caller.requestId,
        ip: caller.ip,
        status,
      })
      .execute()
  } catch (err) {
    const { requestId } = caller
    ctx.log.error({ err, action, actor_id: actor?.id, request_id: requestId }, 'audit.not_written')
  }
}

/** The entry of a route's success; routes that only read leave none. */
export async function auditRun(
  ctx: Context,
  scope: Scope,
  route: Route,
  input: { body: unknown; params: unknown; caller: Caller },
  answer: Answer,
): Promise<void> {
  if (route.method === 'get' || route.action === null) return
  const { action = route.operationId } = route
  const shown = answer.body as Partial<Record<'object' | 'id' | 'profile_id', string | null>>
  const id = shown.id ?? (input.params as { id?: string } | undefined)?.id ?? null
  await recordAction(ctx, input.caller, {
    ownerId: scope.ownerId,
    actor: scope.actor,
    action: typeof action === 'string' ? action : action(input.body as never),
    resource: shown.object ? { type: shown.object, id } : null,
    profileId: shown.profile_id ?? scope.profile?.id ?? (shown.object === 'profile' ? id : null),
    status: answer.status,
  })
}
