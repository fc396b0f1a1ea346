import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { buildPost, connectAccount } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { newestRows } from '../../database/search.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'

const testApp = useTestApp({ poolMax: 4 })
let accounts: [Account, Account]

beforeAll(async () => {
  const first = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  accounts = [first, await buildAccount(testApp, { profile_id: first.profile_id })]
})

async function list(query: Record<string, string>, options = {}) {
  const path = `/v1/posts?${new URLSearchParams(query)}`
  return await testApp.call('GET', path, undefined, options)
}

async function search(words: string, query: Record<string, string> = {}): Promise<string[]> {
  const { body } = await list({ search: words, ...query })
  return body.data.map(({ id }: Post) => id)
}

const draft = (input: Record<string, unknown>) => buildPost(testApp, { mode: 'draft', ...input })

describe('a post is found', () => {
  test('by its text, the texts of its targets and a first comment', async () => {
    const [first, second] = accounts
    const { id } = await draft({
      text: 'Frühstück für alle',
      targets: [
        { account_id: first.id, text: 'Desayuno para todos 🥐' },
        { account_id: second.id, first_comment: '朝ごはん' },
      ],
    })
    for (const words of ['fruhstuck', 'desayuno', '🥐', '朝', 'alle todos', 'fru ごはん']) {
      expect([words, await search(words)]).toEqual([words, [id]])
    }
    expect(await search('frühstück abendessen')).toEqual([])
    await testApp.call('PATCH', `/v1/posts/${id}`, { targets: [{ account_id: first.id }] })
    expect(await search('desayuno')).toEqual([])
    expect(await search('fruhstuck')).toEqual([id])
    await testApp.call('PATCH', `/v1/posts/${id}`, { text: 'Mittagessen' })
    expect(await search('fruhstuck')).toEqual([])
    expect(await search('mittag')).toEqual([id])
  })

  test('together with the other filters, in both orders', async () => {
    const tagged = await draft({ text: 'Zimtschnecken', tags: ['sweet'] })
    const scheduled = await buildPost(testApp, {
      text: 'Zimtschnecken again',
      targets: [{ account_id: accounts[0].id }],
      mode: 'schedule',
      scheduled_at: new Date(testApp.clock.now().getTime() + 3_600_000).toISOString(),
    })
    expect(await search('zimt')).toEqual([scheduled.id, tagged.id])
    expect(await search('zimt', { order: 'asc' })).toEqual([tagged.id, scheduled.id])
    expect(await search('zimt', { tag: 'sweet', limit: '1' })).toEqual([tagged.id])
    expect(await search('zimt', { status: 'scheduled' })).toEqual([scheduled.id])
    expect(await search('zimt', { account_id: accounts[0].id })).toEqual([scheduled.id])
  })

  test('not by the key of another profile', async () => {
    const { id } = await draft({ text: 'Betriebsgeheimnis' })
    expect(await search('betriebs')).toEqual([id])
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    expect((await list({ search: 'betriebs' }, { key })).body.data).toEqual([])
  })
})

test.each(['desc', 'asc'])(
  'pages in the order %s have matches with and without a time, far behind others, each once',
  async (order) => {
    const profile = await buildProfile(testApp)
    await testApp.ctx.db.pool.query(
      `insert into post (id, owner_id, profile_id, status, mode, text, scheduled_at, created_at, updated_at)
       select $3 || lpad(n::text, 6, '0'), $1, $2, 'draft', 'draft',
         case when n % 1000 = 500 then 'Nadel' else 'Hay' end,
         case when n % 3 < 2 then timestamptz '2026-01-01' + n * interval '1 s' end, now(), now()
       from generate_series(1, $4::integer) n`,
      [testApp.ownerId, profile.id, `post_${order}`, newestRows * 3],
    )
    const key = await buildKey(testApp, { profile_id: profile.id })
    const pages = async (query: Record<string, string>) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { body } = await list({ ...query, order, ...(cursor ? { cursor } : {}) }, { key })
        seen.push(
          ...body.data.filter(({ text }: Post) => text === 'Nadel').map(({ id }: Post) => id),
        )
        cursor = body.next_cursor
      } while (cursor)
      return seen
    }
    const found = await pages({ search: 'nadel', limit: '7' })
    expect(found).toHaveLength((newestRows * 3) / 1_000)
    expect(found).toEqual(await pages({ limit: '100' }))
  },
)
