import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { findProfile } from '../access/reference.ts'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { Page, PageInput } from '../http/list.ts'
import { listAccounts } from '../resources/accounts/accounts.ts'
import { listComments } from '../resources/comments/api/comments.ts'
import { listAllNotes } from '../resources/comments/team/notes.ts'
import { listMedia } from '../resources/media/media.ts'
import { listMediaAfter } from '../resources/media/queries.ts'
import { listPosts } from '../resources/posts/posts.ts'
import { getProfile } from '../resources/profiles/profiles.ts'
import { listSavedTexts } from '../resources/saved-texts/saved-texts.ts'
import { listWebhooks } from '../resources/webhooks/endpoints.ts'
import { storeOf } from '../storage/store.ts'
import { createTar, type TarWriter } from './tar.ts'

/** `missingMedia`: the IDs of media whose files are not in the store. */
export type Export = { bytes: number; counts: Record<string, number>; missingMedia: string[] }

type Lines = AsyncGenerator<unknown>

const rowsPerPage = 100
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

/**
 * Exports one profile to a tar file: its resources as NDJSON in the shapes of the API, and its media
 * files. The file has no tokens or secrets, because the API shows none.
 */
export async function exportProfile(
  ctx: Context,
  scope: Scope,
  reference: string,
  file: string,
): Promise<Export> {
  const profile = await findProfile(ctx.db.query, scope.ownerId, reference)
  const profileScope: Scope = {
    ...scope,
    profile: { id: profile.id, externalId: profile.externalId },
  }
  const tar = await createTar(file)
  const spool = await mkdtemp(join(tmpdir(), 'postern-export-'))
  const counts: Record<string, number> = {}
  try {
    await addLines(tar, spool, 'profile', one(await getProfile(ctx, profileScope, profile.id)))
    const lists: Record<string, Lines> = {
      accounts: pages((page) => listAccounts(ctx, profileScope, { ...page, include: 'limits' })),
      posts: pages((page) => listPosts(ctx, profileScope, page)),
      comments: pages((page) => listComments(ctx, profileScope, page)),
      notes: pages((page) => listAllNotes(ctx, profileScope, page)),
      saved_texts: ofProfile(pages((page) => listSavedTexts(ctx, profileScope, page))),
      insights: readInsightDays(ctx, profileScope.profile!.id),
      webhooks: pages((page) => listWebhooks(ctx, profileScope, page)),
      media: pages((page) => listMedia(ctx, profileScope, page)),
    }
    for (const [name, lines] of Object.entries(lists)) {
      counts[name] = await addLines(tar, spool, name, lines)
    }
    const missingMedia = await addFiles(ctx, profileScope, tar)
    return { ...(await tar.finish()), counts, missingMedia }
  } catch (err) {
    await tar.abandon()
    throw err
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

async function* one(value: unknown): Lines {
  yield value
}

async function* pages<Row>(read: (page: PageInput) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | null = null
  do {
    const page: Page<Row> = await read({ limit: rowsPerPage, ...(cursor ? { cursor } : {}) })
    yield* page.data
    cursor = page.next_cursor
  } while (cursor)
}

/** Without the owner's texts for all profiles, which are not the client's. */
async function* ofProfile<Row extends { profile_id: string | null }>(
  rows: AsyncGenerator<Row>,
): Lines {
  for await (const row of rows) if (row.profile_id !== null) yield row
}

/** The full insights history, one line per account and day. */
async function* readInsightDays(ctx: Context, profileId: string): Lines {
  let after: [string, string] = ['', '0001-01-01']
  for (;;) {
    const { rows } = await sql<{ account_id: string; day: string; metrics: unknown }>`
      select d.account_id, d.day::text as day, d.metrics
      from insight_day d join account a on a.id = d.account_id
      where a.profile_id = ${profileId} and (d.account_id, d.day) > (${after[0]}, ${after[1]}::date)
      order by d.account_id, d.day limit 1000`.execute(ctx.db.query)
    if (rows.length === 0) return
    yield* rows
    const last = rows.at(-1)!
    after = [last.account_id, last.day]
  }
}

/** Spools the lines to a file first, because a tar entry's size precedes its content. */
async function addLines(
  tar: TarWriter,
  spool: string,
  name: string,
  lines: Lines,
): Promise<number> {
  const path = join(spool, name)
  let count = 0
  const texts = async function* () {
    for await (const line of lines) {
      count += 1
      yield `${JSON.stringify(line)}\n`
    }
  }
  await pipeline(texts, createWriteStream(path, { mode: 0o600 }))
  const { size } = await stat(path)
  await tar.add({ name: `${name}.ndjson`, size, content: createReadStream(path) })
  return count
}

/** Adds the media files. Returns the IDs of those that the store does not have. */
async function addFiles(ctx: Context, scope: Scope, tar: TarWriter): Promise<string[]> {
  const missing: string[] = []
  let after: [string] | null = null
  for (;;) {
    const rows = await listMediaAfter(ctx.db.query, scope, {}, after, rowsPerPage)
    for (const row of rows) {
      const content = await storeOf(ctx).open(row.storage_key, null)
      if (!content) {
        missing.push(row.id)
        continue
      }
      const name = `media/${row.id}.${extensions[row.mime_type] ?? 'bin'}`
      await tar.add({ name, size: Number(row.size), content })
    }
    if (rows.length < rowsPerPage) return missing
    after = [rows.at(-1)!.id]
  }
}
