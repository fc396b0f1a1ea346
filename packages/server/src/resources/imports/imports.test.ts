import { describe, expect, onTestFinished, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { DatabaseUnavailable } from '../../database/unavailable.ts'
import { claimDue } from '../../jobs/due.ts'
import type { PostImportRow } from '../../schemas/import.ts'
import { deleteOldImports } from './erase.ts'
import { runImport } from './job.ts'

const testApp = useTestApp({ poolMax: 6 })

async function buildClient() {
  const profile = await buildProfile(testApp)
  const account = await buildAccount(testApp, { profile_id: profile.id })
  return { profile, account, key: await buildKey(testApp, { profile_id: profile.id }) }
}
type Client = Awaited<ReturnType<typeof buildClient>>

const tomorrow = () => new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()

/** A file with a scheduled post for each external_id. */
function fileOf({ account }: Client, ids: readonly string[], time = tomorrow()): string {
  const rows = ids.map((id) => `${id},${account.id},Post ${id},${time}`)
  return `external_id,account_ids,text,scheduled_at\n${rows.join('\n')}\n`
}

async function send({ key }: Client, content: string, fields: object = {}) {
  const body = { format: 'csv', content, ...fields }
  const response = await testApp.call('POST', '/v1/imports', body, { key })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

async function importFile(client: Client, content: string, fields: object = {}) {
  const { id } = await send(client, content, fields)
  await testApp.work()
  return (await testApp.call('GET', `/v1/imports/${id}`, undefined, { key: client.key })).body
}

async function rowsOf(id: string, query = ''): Promise<PostImportRow[]> {
  return (await testApp.call('GET', `/v1/imports/${id}/rows${query}`)).body.data
}

async function postsOf({ key }: Client, query = '') {
  const { body } = await testApp.call('GET', `/v1/posts?limit=100${query}`, undefined, { key })
  return body.data as { id: string; external_id: string; status: string }[]
}

const undo = (id: string) => testApp.call('POST', `/v1/imports/${id}/undo`)

describe('rows', () => {
  test('each row becomes a post; a wrong one has its errors by column', async () => {
    const client = await buildClient()
    const other = await buildClient()
    const [good, bad] = [tomorrow(), '2020-01-01T00:00:00Z']
    const content =
      fileOf(client, ['a']) +
      `b,${client.account.id},Late,${bad}\n` +
      `c,${other.account.id},Foreign,${good}\n` +
      `d,${client.account.id},${'long '.repeat(200)},${good}\n` +
      `e,,Draft,\n`
    const done = await importFile(client, content)
    expect(done).toMatchObject({
      status: 'completed',
      rows: { total: 5, created: 2, failed: 3, waiting: 0 },
    })
    const rows = await rowsOf(done.id)
    expect(rows.map(({ row, status, errors }) => [row, status, errors[0]?.path])).toEqual([
      [2, 'created', undefined],
      [3, 'failed', 'scheduled_at'],
      [4, 'failed', 'account_ids'],
      [5, 'failed', 'text'],
      [6, 'created', undefined],
    ])
    expect(rows[2]?.errors[0]?.code).toBe('account_not_found')
    expect(await rowsOf(done.id, '?status=created&limit=1')).toEqual([rows[0]])
    const posts = await postsOf(client)
    expect(posts.map((post) => [post.external_id, post.status])).toEqual([
      ['a', 'scheduled'],
      ['e', 'draft'],
    ])
    expect(rows[0]?.post_id).toBe(posts[0]?.id)
  })

  test('a row whose external_id has a post creates none, unless the post is canceled', async () => {
    const client = await buildClient()
    const content = fileOf(client, ['a', 'b'])
    await importFile(client, content)
    const [post] = await postsOf(client, '&external_id=a')
    const again = await importFile(client, content)
    expect(again.rows).toMatchObject({ created: 0, exists: 2 })
    expect((await rowsOf(again.id))[0]?.post_id).toBe(post!.id)
    await testApp.call('DELETE', `/v1/posts/${post!.id}`)
    expect((await importFile(client, content)).rows).toMatchObject({ created: 1, exists: 1 })
    const other = await buildClient()
    expect((await importFile(other, fileOf(other, ['a']))).rows).toMatchObject({ created: 1 })
  })

  test('a dry run reports the same errors and creates nothing', async () => {
    const client = await buildClient()
    const content = `${fileOf(client, ['a'])}b,${client.account.id},Late,2020-01-01T00:00:00Z\n`
    const done = await importFile(client, content, { dry_run: true })
    expect(done.rows).toMatchObject({ total: 2, valid: 1, failed: 1, created: 0 })
    expect((await rowsOf(done.id))[1]?.errors).toMatchObject([{ path: 'scheduled_at' }])
    expect(await postsOf(client)).toEqual([])
  })

  test('queued rows take the free slots in the order of the file', async () => {
    const client = await buildClient()
    const slots = [{ weekday: 'monday', time: '12:00' }]
    await testApp.call('PATCH', `/v1/profiles/${client.profile.id}/posting-plan`, { slots })
    const content = `external_id;account_ids;text;mode\na;${client.account.id};One;queue\nb;${client.account.id};Two;queue\n`
    await importFile(client, content)
    const posts = await postsOf(client, '&order=asc')
    expect(posts.map((post) => post.external_id)).toEqual(['a', 'b'])
  })

  test('a URL that cannot be downloaded fails its row alone', async () => {
    const client = await buildClient()
    const content = `external_id,text,media\na,One,http://127.0.0.1:9/photo.jpg\nb,Two,\n`
    const done = await importFile(client, content)
    const rows = await rowsOf(done.id)
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'created'])
  })
})

describe('a process that dies', () => {
  /** Runs the import; from the given transaction on, none commits. */
  async function runUntil(last: number) {
    const [claim] = await claimDue(testApp.ctx.db.query, 'post_import', {
      now: testApp.clock.now(),
      rows: 1,
    })
    let count = 0
    const ctx: Context = {
      ...testApp.ctx,
      db: {
        ...testApp.ctx.db,
        transact: async (work) => {
          count += 1
          const dies = count >= last
          return await testApp.ctx.db.transact(async (tx) => {
            const result = await work(tx)
            if (dies) throw new Error('killed')
            return result
          })
        },
      },
    }
    await expect(runImport(ctx, claim!)).rejects.toThrow('killed')
    return claim!
  }

  test.each([1, 2, 3, 4])('before commit %d → each row has one post in the end', async (last) => {
    const client = await buildClient()
    const { id } = await send(client, fileOf(client, ['a', 'b', 'c']))
    await runUntil(last)
    await testApp.ctx.db.query.updateTable('post_import').set({ lease_until: null }).execute()
    await testApp.work()
    expect((await testApp.call('GET', `/v1/imports/${id}`)).body).toMatchObject({
      status: 'completed',
      rows: { created: 3, exists: 0 },
    })
    expect((await postsOf(client)).map((post) => post.external_id).toSorted()).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('a process that lost its claim creates nothing', async () => {
    const client = await buildClient()
    await send(client, fileOf(client, ['a']))
    const now = testApp.clock.now()
    const [claim] = await claimDue(testApp.ctx.db.query, 'post_import', { now, rows: 1 })
    await testApp.ctx.db.query
      .updateTable('post_import')
      .set({ lease_token: '0' })
      .where('id', '=', claim!.key)
      .execute()
    await runImport(testApp.ctx, claim!)
    expect(await postsOf(client)).toEqual([])
    await testApp.ctx.db.query.updateTable('post_import').set({ lease_until: null }).execute()
    await testApp.work()
  })
})

describe('a row that cannot be worked on', () => {
  /** Replaces the stored input of a row by one from which no post can be made: a fault of our own. */
  async function breakRow(importId: string, externalId: string) {
    await testApp.ctx.db.query
      .updateTable('post_import_row')
      .set({ input: JSON.stringify({ media: [] }) })
      .where('import_id', '=', importId)
      .where('external_id', '=', externalId)
      .execute()
  }

  async function workUntilDone(id: string) {
    const before = testApp.clock.now()
    onTestFinished(() => testApp.clock.set(before))
    for (let tries = 1; ; tries += 1) {
      await testApp.work()
      const { body } = await testApp.call('GET', `/v1/imports/${id}`)
      if (body.status === 'completed' || tries === 20) return { tries, ...body }
      testApp.clock.advance(30_000)
    }
  }

  test('is tried five times, fails with internal_error, and the others get their posts', async () => {
    const client = await buildClient()
    const { id } = await send(client, fileOf(client, ['a', 'b', 'c']))
    await breakRow(id, 'b')
    const done = await workUntilDone(id)
    expect(done).toMatchObject({ tries: 6, rows: { created: 2, failed: 1, waiting: 0 } })
    expect(await rowsOf(id, '?status=failed')).toMatchObject([
      { external_id: 'b', errors: [{ code: 'internal_error' }] },
    ])
  })

  test('because the database is away waits and does not fail', async () => {
    const client = await buildClient()
    const { id } = await send(client, fileOf(client, ['a']))
    for (let tries = 0; tries < 6; tries += 1) {
      let isAway = true
      const ctx: Context = {
        ...testApp.ctx,
        db: {
          ...testApp.ctx.db,
          transact: async (work) => {
            if (!isAway) return await testApp.ctx.db.transact(work)
            isAway = false
            throw new DatabaseUnavailable('gone', null)
          },
        },
      }
      const now = testApp.clock.now()
      const [claim] = await claimDue(testApp.ctx.db.query, 'post_import', { now, rows: 1 })
      await expect(runImport(ctx, claim!)).rejects.toThrow(DatabaseUnavailable)
      await testApp.ctx.db.query.updateTable('post_import').set({ lease_until: null }).execute()
    }
    await testApp.work()
    expect((await testApp.call('GET', `/v1/imports/${id}`)).body.rows).toMatchObject({ created: 1 })
  })
})

describe('undo', () => {
  test('cancels all posts; the same file can be imported again', async () => {
    const client = await buildClient()
    const content = `${fileOf(client, ['a', 'b'])}c,,Draft,\n`
    const { id } = await importFile(client, content)
    const undone = await undo(id)
    expect([undone.status, undone.body.status]).toEqual([200, 'undone'])
    expect(undone.body.rows).toMatchObject({ created: 0, undone: 3 })
    expect((await postsOf(client)).map(({ status }) => status)).toEqual(Array(3).fill('canceled'))
    expect((await undo(id)).body).toEqual(undone.body)
    expect((await importFile(client, content)).rows).toMatchObject({ created: 3 })
  })

  test('of a running import stops it', async () => {
    const client = await buildClient()
    const { id } = await send(client, fileOf(client, ['a', 'b']))
    expect((await undo(id)).body.rows).toMatchObject({ waiting: 0, undone: 2 })
    await testApp.work()
    expect(await postsOf(client)).toEqual([])
    expect((await testApp.call('GET', `/v1/imports/${id}`)).body.status).toBe('undone')
  })

  test.each(['publishing', 'published', 'partially_published', 'unknown'] as const)(
    'with a post that is %s → 409, and nothing is canceled',
    async (status) => {
      const client = await buildClient()
      const { id } = await importFile(client, fileOf(client, ['a', 'b']))
      const [post] = await postsOf(client, '&external_id=b')
      await testApp.ctx.db.query
        .updateTable('post_target')
        .set({ status })
        .where('post_id', '=', post!.id)
        .execute()
      const { status: code, body } = await undo(id)
      expect([code, body.error.code]).toEqual([409, 'import_not_undoable'])
      expect(body.error.details).toMatchObject([{ post_id: post!.id }])
      expect((await postsOf(client, '&external_id=a'))[0]?.status).toBe('scheduled')
    },
  )
})

describe('limits', () => {
  test('a body of more than 5 MiB → 413', async () => {
    const content = 'a'.repeat(limits.import.bodyBytesMax)
    const { status } = await testApp.call('POST', '/v1/imports', { format: 'csv', content })
    expect(status).toBe(413)
  })

  test('URLs need media:write, and an import posts:write', async () => {
    const { profile } = await buildClient()
    const create = async (scopes: string[], content: string) => {
      const key = await buildKey(testApp, { profile_id: profile.id, scopes })
      const body = { format: 'csv', content }
      return (await testApp.call('POST', '/v1/imports', body, { key })).status
    }
    const withUrl = 'external_id,media\na,https://example.com/a.jpg\n'
    expect(await create(['posts:write'], withUrl)).toBe(403)
    expect(await create(['posts:read'], 'external_id\na\n')).toBe(403)
    expect(await create(['posts:write'], 'external_id\nb\n')).toBe(201)
    await testApp.work()
  })

  test('an import is deleted after 30 days; its posts stay', async () => {
    const client = await buildClient()
    const { id } = await importFile(client, 'external_id,text\na,One\n')
    const before = testApp.clock.now().getTime()
    onTestFinished(() => testApp.clock.set(new Date(before)))
    testApp.clock.set(new Date(before + 31 * 86_400_000))
    await deleteOldImports(testApp.ctx)
    expect((await testApp.call('GET', `/v1/imports/${id}`)).status).toBe(404)
    expect(await postsOf(client)).toHaveLength(1)
  })
})
