import type { Actor, Scope } from '../access/scope.ts'
import { newId } from '../base/ids.ts'
import type { Topic } from '../base/topics.ts'
import type { Context } from '../context.ts'
import { noteChange } from '../database/open.ts'
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
  action: AuditAction,
): Promise<void> {
  try {
    await insertEntry(ctx, caller, action)
  } catch (err) {
    const { requestId } = caller
    const told = { action: action.action, actor_id: action.actor?.id, request_id: requestId }
    ctx.log.error({ err, ...told }, 'audit.not_written')
  }
}

async function insertEntry(
  ctx: Context,
  caller: Caller,
  { ownerId, actor, action, resource, profileId, status }: AuditAction,
): Promise<void> {
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
}

/** The topic of the pages that show an object, by its `object`. */
export const topicOf: Readonly<Record<string, Topic>> = {
  account: 'accounts',
  api_key: 'api_keys',
  comment: 'comments',
  comment_reply: 'comments',
  connect_link: 'connect_links',
  connect_settings: 'connect_settings',
  insights_sync: 'insights',
  media: 'media',
  member: 'members',
  owner: 'owner',
  post: 'posts',
  profile: 'profiles',
  redirect_origin: 'connect_settings',
  session: 'sessions',
  session_entry: 'sessions',
  sessions_ended: 'sessions',
  sign_in_link: 'members',
  webhook_delivery: 'deliveries',
  webhook_endpoint: 'webhooks',
  webhook_recovery: 'deliveries',
}

/**
 * After a route's success: its entry, and a word to the pages. Routes that only read have neither. An
 * entry that cannot be written undoes an atomic change, which is in the same transaction.
 */
export async function afterChange(
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
  const profileId =
    shown.profile_id ?? scope.profile?.id ?? (shown.object === 'profile' ? id : null)
  const topic = topicOf[shown.object ?? '']
  if (topic) noteChange(ctx.db.read, topic, { ownerId: scope.ownerId, profileId })
  const write = route.atomic ? insertEntry : recordAction
  await write(ctx, input.caller, {
    ownerId: scope.ownerId,
    actor: scope.actor,
    action: typeof action === 'string' ? action : action(input.body as never),
    resource: shown.object ? { type: shown.object, id } : null,
    profileId,
    status: answer.status,
  })
}
