import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { defaultRedirectUrl } from '../../core/config.ts'
import type { Reader } from '../../database/open.ts'
import type { ConnectSettings } from '../../schemas/connect-link.ts'

const columns = [
  'brand_name',
  'logo_url',
  'color',
  'language',
  'privacy_url',
  'support_email',
  'updated_at',
] as const

const names = [
  'brand_name',
  'logo_url',
  'color',
  'language',
  'privacy_url',
  'support_email',
] as const
type Change = { [Name in (typeof names)[number]]?: string | null | undefined }

type StoredSettings = Omit<ConnectSettings, 'default_redirect_url'>

/** The owner's brand on the hosted page; unset fields are `null`. */
export async function readSettings(db: Reader, ownerId: string): Promise<StoredSettings> {
  const row = await db
    .selectFrom('connect_settings')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return {
    object: 'connect_settings',
    brand_name: row?.brand_name ?? null,
    logo_url: row?.logo_url ?? null,
    color: row?.color ?? null,
    language: (row?.language ?? null) as ConnectSettings['language'],
    privacy_url: row?.privacy_url ?? null,
    support_email: row?.support_email ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}

export async function getSettings(ctx: Context, scope: Scope): Promise<ConnectSettings> {
  return {
    ...(await readSettings(ctx.db.read, scope.ownerId)),
    default_redirect_url: defaultRedirectUrl(ctx.config),
  }
}

/** Changes the fields that are not `undefined`; `null` clears a field. */
export async function updateSettings(
  ctx: Context,
  scope: Scope,
  change: Change,
): Promise<ConnectSettings> {
  const changed = Object.fromEntries(
    names.filter((name) => change[name] !== undefined).map((name) => [name, change[name] ?? null]),
  )
  const empty = Object.fromEntries(names.map((name) => [name, null])) as Record<
    (typeof names)[number],
    null
  >
  const updated = { ...changed, updated_at: ctx.clock.now() }
  await ctx.db.read
    .insertInto('connect_settings')
    .values({ owner_id: scope.ownerId, ...empty, ...updated })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(updated))
    .execute()
  return await getSettings(ctx, scope)
}
