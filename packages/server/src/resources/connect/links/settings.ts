import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { defaultRedirectUrl } from '../../../core/config.ts'
import type { ConnectSettingsTable } from '../../../database/connect-tables.ts'
import type { Queries } from '../../../database/open.ts'
import type { ConnectSettings } from '../../../schemas/connect-link.ts'
import { logoUrl } from './logo-url.ts'

const columns = [
  'brand_name',
  'logo_url',
  'logo_checksum',
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
export async function readSettings(
  { config, db }: Pick<Context, 'config' | 'db'>,
  ownerId: string,
): Promise<StoredSettings> {
  const row = await db.query
    .selectFrom('connect_settings')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return {
    object: 'connect_settings',
    brand_name: row?.brand_name ?? null,
    logo_url: row?.logo_checksum ? logoUrl(config, row.logo_checksum) : (row?.logo_url ?? null),
    color: row?.color ?? null,
    language: (row?.language ?? null) as ConnectSettings['language'],
    privacy_url: row?.privacy_url ?? null,
    support_email: row?.support_email ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}

export async function getSettings(ctx: Context, scope: Scope): Promise<ConnectSettings> {
  return {
    ...(await readSettings(ctx, scope.ownerId)),
    default_redirect_url: defaultRedirectUrl(ctx.config),
  }
}

/**
 * Changes the fields that are not `undefined`; `null` clears a field. A new `logo_url` erases the
 * uploaded logo; the URL of that logo itself, sent back unchanged, leaves it.
 */
export async function updateSettings(
  ctx: Context,
  scope: Scope,
  change: Change,
): Promise<ConnectSettings> {
  const current = await readSettings(ctx, scope.ownerId)
  const changed: Partial<StoredFields> = Object.fromEntries(
    names.filter((name) => change[name] !== undefined).map((name) => [name, change[name] ?? null]),
  )
  if (changed.logo_url !== undefined && changed.logo_url === current.logo_url) {
    delete changed.logo_url
  }
  const logo = changed.logo_url === undefined ? {} : { logo: null, logo_checksum: null }
  await storeSettings(ctx.db.query, scope.ownerId, {
    ...changed,
    ...logo,
    updated_at: ctx.clock.now(),
  })
  return await getSettings(ctx, scope)
}

type StoredFields = Omit<ConnectSettingsTable, 'owner_id'>

/** Inserts or updates the owner's row; fields that are not named keep their values. */
export async function storeSettings(
  db: Queries,
  ownerId: string,
  changed: Partial<StoredFields> & Pick<StoredFields, 'updated_at'>,
): Promise<void> {
  await db
    .insertInto('connect_settings')
    .values({ ...unset, owner_id: ownerId, ...changed })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(changed))
    .execute()
}

const unset = {
  brand_name: null,
  logo_url: null,
  logo: null,
  logo_checksum: null,
  color: null,
  language: null,
  privacy_url: null,
  support_email: null,
}
