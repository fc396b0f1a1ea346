import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { newUuid } from '../../../core/ids.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type {
  ClientKey,
  ServerApp,
  ServerStorage,
} from '../../../platforms/contract/server-storage.ts'
import type { PrivateKey } from '../../../platforms/contract/tokens.ts'
import { seal, unseal } from '../../../security/secrets.ts'
import { spendQuota } from './quota.ts'

/** Binds the sealed secret of an app to its row. */
export function serverAppPurpose(id: string): string {
  return `platform-server:${id}`
}

export function clientKeyPurpose(kid: string): string {
  return `platform-key:${kid}`
}

/** The apps, signing keys and used quota of one platform, for the whole installation. */
export function serverStorage(
  { config, clock, db }: Pick<Context, 'config' | 'clock' | 'db'>,
  platform: PlatformValue,
): ServerStorage {
  const findAppBy = async (
    origin: string,
    column: 'redirect_uri' | 'client_id',
    value: string,
  ): Promise<ServerApp | null> => {
    const row = await db.query
      .selectFrom('platform_server')
      .select(['id', 'redirect_uri', 'client_id', 'client_secret_sealed'])
      .where('platform', '=', platform)
      .where('origin', '=', origin)
      .where(column, '=', value)
      .executeTakeFirst()
    if (!row) return null
    const clientSecret = unseal(config.keyring, serverAppPurpose(row.id), row.client_secret_sealed)
    return { origin, redirectUri: row.redirect_uri, clientId: row.client_id, clientSecret }
  }
  const findApp: ServerStorage['findApp'] = (origin, redirectUri) =>
    findAppBy(origin, 'redirect_uri', redirectUri)
  const listKeys = async (): Promise<ClientKey[]> => {
    const rows = await db.query
      .selectFrom('platform_key')
      .select(['kid', 'private_sealed'])
      .where('platform', '=', platform)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .execute()
    return rows.map(({ kid, private_sealed }) => ({
      kid,
      privateKey: JSON.parse(
        unseal(config.keyring, clientKeyPurpose(kid), private_sealed),
      ) as PrivateKey,
    }))
  }
  return {
    findApp,
    findAppById: (origin, clientId) => findAppBy(origin, 'client_id', clientId),
    saveApp: async (app) => {
      const id = newUuid()
      await db.query
        .insertInto('platform_server')
        .values({
          id,
          platform,
          origin: app.origin,
          redirect_uri: app.redirectUri,
          client_id: app.clientId,
          client_secret_sealed: seal(config.keyring, serverAppPurpose(id), app.clientSecret),
          created_at: clock.now(),
        })
        .onConflict((conflict) =>
          conflict.columns(['platform', 'origin', 'redirect_uri']).doNothing(),
        )
        .execute()
      return (await findApp(app.origin, app.redirectUri)) ?? app
    },
    forgetApp: async ({ origin, redirectUri, clientId }) => {
      await db.query
        .deleteFrom('platform_server')
        .where('platform', '=', platform)
        .where('origin', '=', origin)
        .where('redirect_uri', '=', redirectUri)
        .where('client_id', '=', clientId)
        .execute()
    },
    listKeys,
    addFirstKey: (key) =>
      db
        .transact(async (tx) => {
          // Two processes may start at once: without the lock both would insert a key.
          await sql`lock table platform_key in share row exclusive mode`.execute(tx)
          const existing = await tx
            .selectFrom('platform_key')
            .select('kid')
            .where('platform', '=', platform)
            .executeTakeFirst()
          if (!existing) {
            const sealed = seal(
              config.keyring,
              clientKeyPurpose(key.kid),
              JSON.stringify(key.privateKey),
            )
            await tx
              .insertInto('platform_key')
              .values({ kid: key.kid, platform, private_sealed: sealed, created_at: clock.now() })
              .execute()
          }
        })
        .then(listKeys),
    spend: (use) => spendQuota(db.query, platform, use),
  }
}
