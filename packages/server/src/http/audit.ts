import type { Actor, Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import { errorCatalog } from '../core/error-catalog.ts'
import { ServiceError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Topic } from '../core/topics.ts'
import { noteChange, type Queries } from '../database/open.ts'
import type { FieldChange } from '../schemas/audit-entry.ts'
import { fieldChanges } from './field-changes.ts'
import type { Caller, ChangedResource, OnRecorded, RecordAudit } from './request.ts'
import type { Route, RouteResponse } from './route.ts'

export type AuditAction = {
  ownerId: string
  actor: Actor | null
  /** Like an operationId: `createPost`, `signIn`. */
  action: string
  resource: { type: string; id: string | null; name?: string | null } | null
  changes?: FieldChange[]
  profileId: string | null
  status: number
}

/**
 * Inserts an audit entry in the transaction of its change and returns its id. An entry has ids, the
 * action's name, what the owner called the resource, the changed fields and the caller's address, never
 * secrets or texts.
 */
export async function insertAuditEntry(
  ctx: Pick<Context, 'clock'>,
  db: Queries,
  caller: Caller,
  { ownerId, actor, action, resource, changes = [], profileId, status }: AuditAction,
): Promise<string> {
  const id = newId('auditEntry')
  await db
    .insertInto('audit_entry')
    .values({
      id,
      owner_id: ownerId,
      at: ctx.clock.now(),
      actor_kind: actor?.kind ?? 'system',
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      action,
      resource_type: resource?.type ?? null,
      resource_id: resource?.id ?? null,
      resource_name: resource?.name ?? null,
      changes: JSON.stringify(changes),
      profile_id: profileId,
      request_id: caller.requestId,
      ip: caller.ip,
      via: caller.via,
      status,
    })
    .execute()
  return id
}

/** The topic of change notices for each `object`. */
export const topicOf: Readonly<Record<string, Topic>> = {
  account: 'accounts',
  api_key: 'api_keys',
  approval_link: 'posts',
  comment: 'comments',
  comment_note: 'comments',
  comment_reply: 'comments',
  connect_link: 'connect_links',
  connect_settings: 'connect_settings',
  insights_sync: 'insights',
  invitation: 'connect_links',
  media: 'media',
  member: 'members',
  member_notices: 'sessions',
  owner: 'owner',
  post: 'posts',
  post_import: 'posts',
  post_repeats: 'posts',
  posting_plan: 'posts',
  profile: 'profiles',
  queue: 'posts',
  redirect_origin: 'connect_settings',
  report_link: 'insights',
  saved_text: 'saved_texts',
  recovery_codes: 'sessions',
  second_factor_setup: 'sessions',
  session: 'sessions',
  session_entry: 'sessions',
  sessions_ended: 'sessions',
  sign_in_link: 'members',
  webhook_delivery: 'deliveries',
  webhook_endpoint: 'webhooks',
  webhook_recovery: 'deliveries',
}

type Input = { body: unknown; params: unknown; caller: Caller }

type Audited = {
  onRecorded?: OnRecorded | undefined
  /** For an update: the route that shows the resource, to tell which fields change. */
  shownBy?: Route | undefined
}

/**
 * Runs a route that changes data, records its audit entry and notifies live pages. An operation that
 * calls `recordAudit` has the entry in its transaction; otherwise the entry is written after it, which
 * is the same transaction for an atomic route. `onRecorded` runs in the transaction of the entry.
 */
export async function runAudited(
  ctx: Context,
  scope: Scope,
  route: Route,
  input: Input,
  { onRecorded, shownBy }: Audited = {},
): Promise<RouteResponse> {
  // If it cannot be read, such as for an unknown ID, the update itself returns the error.
  const before = await shownBy?.run(ctx, scope, input as never).catch(() => null)
  let entryId: string | null = null
  const [successStatus] = Object.keys(route.responses)
  const write = async (db: Queries, resource: ChangedResource, status: number): Promise<void> => {
    const changes = before
      ? fieldChanges(input.body as object, before.body as object, resource)
      : []
    const action = { ...actionOf(scope, route, input, resource, status), changes }
    const topic = topicOf[resource.object]
    if (topic) noteChange(db, topic, action)
    entryId = await insertAuditEntry(ctx, db, input.caller, action)
    await onRecorded?.(db, action.profileId)
  }
  const recordAudit: RecordAudit = (tx, resource) => write(tx, resource, Number(successStatus))
  try {
    const response = await route.run(ctx, scope, { ...input, recordAudit } as never)
    if (!entryId) await write(ctx.db.query, response.body as ChangedResource, response.status)
    return response
  } catch (err) {
    if (entryId && !route.atomic) await amendAuditEntry(ctx, entryId, err)
    throw err
  }
}

function actionOf(
  scope: Scope,
  route: Route,
  { body, params }: Input,
  resource: ChangedResource,
  status: number,
): AuditAction {
  const { action = route.operationId } = route
  const id = resource.id ?? (params as { id?: string } | undefined)?.id ?? null
  const profileId =
    resource.profile_id ?? scope.profile?.id ?? (resource.object === 'profile' ? id : null)
  return {
    ownerId: scope.ownerId,
    actor: scope.actor,
    action: typeof action === 'function' ? action(body as never) : (action ?? route.operationId),
    resource: { type: resource.object, id, name: storedName(resource) },
    profileId,
    status,
  }
}

/**
 * What to call the resource after it is deleted. Names that the owner chose for its own resources are
 * stored, those of clients are not, and of a URL only the host, because the rest can hold a secret.
 */
function storedName({ object, name, origin, url }: ChangedResource): string | null {
  switch (object) {
    case 'api_key':
    case 'member':
      return name ?? null
    case 'redirect_origin':
      return hostOf(origin)
    case 'webhook_delivery':
    case 'webhook_endpoint':
      return hostOf(url)
    default:
      return null
  }
}

function hostOf(url: string | undefined): string | null {
  return (url && URL.parse(url)?.host) || null
}

/**
 * Sets the status of an entry whose operation failed after it was recorded, such as a reply that the
 * platform rejected. Does nothing if the entry was rolled back.
 */
async function amendAuditEntry(ctx: Context, id: string, err: unknown): Promise<void> {
  const status = err instanceof ServiceError ? errorCatalog[err.code].status : 500
  try {
    await ctx.db.query.updateTable('audit_entry').set({ status }).where('id', '=', id).execute()
  } catch (cause) {
    ctx.log.error({ err: cause, entry_id: id, status }, 'audit.not_amended')
  }
}
