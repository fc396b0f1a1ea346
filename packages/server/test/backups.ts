import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../src/context.ts'
import { loadConfig } from '../src/core/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { listTables } from '../src/operation/backup/catalog.ts'
import { copyKeysSql } from '../src/operation/backup/journal.ts'
import { loadPostMedia } from '../src/resources/media/serve/post-media.ts'
import { storeOf } from '../src/storage/store.ts'
import { buildKey, buildWebhook } from './build.ts'
import { createBareDatabase, createTestDatabase, dropTestDatabase } from './database.ts'
import { openInbox } from './inbox.ts'
import { buildMedia } from './media-files.ts'
import { runInsights } from './metrics-fixture.ts'
import type { TestApp } from './test-app.ts'

/** Creates some of everything: comments, metrics, posts, media, deliveries, keys, links, members. */
export async function seedInstallation(testApp: TestApp): Promise<void> {
  await buildWebhook(testApp)
  const inbox = await openInbox(testApp)
  await inbox.addComment({ text: 'Is it “sourdough”?\n\\N \\. \t日本語 🥖' })
  await testApp.work()
  await runInsights(testApp, 86_400_000)
  const [comment] = await inbox.list()
  await testApp.call('POST', `/v1/comments/${comment!.id}/reply`, { text: 'It is.' })
  const profile = inbox.account.profile_id
  const media = await buildMedia(testApp, { profile })
  const [file] = await loadPostMedia(testApp.ctx, [{ id: media.id, alt_text: null }])
  await file!.copy!({ bytesMax: 10_000, sideMax: 100, isJpeg: true })
  const later = new Date(testApp.clock.now().getTime() + 40 * 86_400_000).toISOString()
  const target = [{ account_id: inbox.account.id }]
  const post = { text: 'Later', media: [{ id: media.id }], targets: target }
  for (const body of [
    { ...post, mode: 'schedule', scheduled_at: later },
    { text: 'Now', targets: target, mode: 'now' },
  ]) {
    const response = await testApp.call('POST', '/v1/posts', body, {
      headers: { 'idempotency-key': randomBytes(8).toString('hex') },
    })
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  }
  await buildKey(testApp, { profile_id: profile })
  await testApp.call('POST', `/v1/profiles/${profile}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
  })
  await testApp.call('POST', `/v1/profiles/${profile}/invitations`, {
    redirect_url: 'https://app.example.com/back',
  })
  await testApp.work()
}

/**
 * An installation without rows and with a new data directory in `folder`. Its database is migrated by
 * default, because migrating takes most of a restore's time.
 */
export async function openEmptyInstallation(
  testApp: TestApp,
  folder: string,
  { env = {}, isMigrated = true }: { env?: Record<string, string>; isMigrated?: boolean } = {},
): Promise<{ ctx: Context; close(): Promise<void> }> {
  const { name, connection } = isMigrated ? await createTestDatabase() : await createBareDatabase()
  const config = loadConfig({ DATA_DIR: join(folder, name), ...env })
  const db = openDatabase({ connection, poolMax: 3, log: testApp.ctx.log })
  return {
    ctx: { ...testApp.ctx, config, db },
    close: async () => {
      await db.close()
      await dropTestDatabase(name)
    },
  }
}

/** The number of rows of every table of a backup and a hash of their contents. */
export async function readTables(
  ctx: Context,
): Promise<Record<string, { rows: number; hash: string }>> {
  const client = await ctx.db.pool.connect()
  try {
    const content: Record<string, { rows: number; hash: string }> = {}
    for (const { name } of await listTables(client)) {
      if (name === 'api_request') continue
      const { rows } = await client.query(
        `select count(*)::integer as rows, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash
         from "${name}" t`,
      )
      content[name] = rows[0]
    }
    return content
  } finally {
    client.release()
  }
}

/** The files of all media in base64 by storage key; `missing` for files that are not there. */
export async function readMediaFiles(ctx: Context): Promise<Record<string, string>> {
  const { rows } = await ctx.db.pool.query(
    `select storage_key as key from media union select thumbnail_key from media union ${copyKeysSql}`,
  )
  const files: Record<string, string> = {}
  for (const { key } of rows) {
    const stream = await storeOf(ctx).open(key, null)
    files[key] = stream ? Buffer.concat(await stream.toArray()).toString('base64') : 'missing'
  }
  return files
}

/** The names of the files in the local media store. */
export function listStoredFiles(ctx: Context): string[] {
  const root = join(ctx.config.dataDir, 'media')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}
