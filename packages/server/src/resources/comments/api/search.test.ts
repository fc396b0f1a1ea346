import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../../test/build.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import { newestRows } from '../../../database/search.ts'
import type { Account } from '../../../schemas/account.ts'

let testApp: TestApp
let account: Account

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4 })
  account = await buildAccount(testApp)
})
afterAll(() => testApp.close())

type Person = { author_username: string; author_name?: string }

/** Stores comments, each a second older than the one before it. */
async function addComments(texts: readonly string[], ofAccount = account, person?: Person) {
  await testApp.ctx.db.pool.query(
    `insert into comment (id, owner_id, profile_id, account_id, post_id, platform,
       platform_post_id, platform_comment_id, author_username, author_name, text, can_reply,
       can_hide, commented_at, seen_at, created_at, updated_at)
     select 'cmt_' || gen_random_uuid(), $1, $2, $3, 'post_1', 'threads', 'p', gen_random_uuid(),
       $5, $6, text, true, true, timestamptz '2026-11-01' - n * interval '1 s', now(), now(), now()
     from unnest($4::text[]) with ordinality as comments (text, n)`,
    [
      testApp.ownerId,
      ofAccount.profile_id,
      ofAccount.id,
      texts,
      person?.author_username ?? 'anna',
      person?.author_name ?? null,
    ],
  )
}

async function list(query: Record<string, string>, options = {}) {
  const path = `/v1/comments?${new URLSearchParams(query)}`
  return await testApp.call('GET', path, undefined, options)
}

async function search(words: string, query: Record<string, string> = {}): Promise<string[]> {
  const { body } = await list({ search: words, ...query })
  return body.data.map(({ text }: { text: string }) => text)
}

describe('a comment is found', () => {
  const texts = [
    'Die Straße zur Bäckerei Müller ist gesperrt',
    'Un café con leche, por favor, mañana',
    'きょう東京でパンを買いました',
    'ハンバーグがおいしい',
    'Lovely croissants 🥐👍🏽!',
    '50% off_today & "more" \\o/',
    'KI in der Backstube',
  ]
  beforeAll(() => addComments(texts))

  test.each([
    ['by one word', 'bäckerei', 0],
    ['by a part of a word', 'croiss', 4],
    ['without its umlaut', 'BACKEREI', 0],
    ['with a decomposed umlaut', 'mu\u0308ller', 0],
    ['with ss for ß', 'strasse', 0],
    ['with a capital ß', 'STRAẞE', 0],
    ['without its accents', 'cafe manana', 1],
    ['by two words in any order', 'gesperrt straße', 0],
    ['by a phrase', 'con leche, por', 1],
    ['by one Japanese character', '東', 2],
    ['by two Japanese characters', '東京', 2],
    ['by katakana, half-width too', 'ﾊﾟﾝ', 2],
    ['by an emoji', '🥐', 4],
    ['by an emoji in another skin tone', '👍🏿', 4],
    ['by an emoji next to a word', 'croissants 🥐', 4],
    ['by a percent sign', '50%', 5],
    ['by an underscore', 'off_today', 5],
    ['by quotes', '"more"', 5],
    ['by an ampersand', '&', 5],
    ['by a backslash', '\\o/', 5],
    ['by a word of two letters', 'ki', 6],
  ])('%s: %s', async (_, words, index) => {
    expect(await search(words)).toEqual([texts[index]])
  })

  test.each([
    ['one of its words does not occur', 'straße hamburg'],
    ['% is not a wildcard', 'b%ckerei'],
    ['_ is not a wildcard', 'm_ller'],
    ['two letters occur only inside of words', 'el'],
    ['ha is not pa in Japanese', 'ハンを'],
    ['nothing of the search is left without accents', '\u0301'],
    ['the search has half of an emoji', '\ud83e'],
  ])('not if %s', async (_, words) => {
    expect(await search(words)).toEqual([])
  })

  test('by the name of its author, also after an edit of the text', async () => {
    await addComments(['First text'], account, {
      author_username: 'zoë.k',
      author_name: 'Zoë Quist',
    })
    expect(await search('zoe quist first')).toEqual(['First text'])
    await testApp.ctx.db.pool.query(`update comment set text = 'Edited' where text = 'First text'`)
    expect(await search('quist edited')).toEqual(['Edited'])
    expect(await search('quist first')).toEqual([])
    await testApp.ctx.db.pool.query(`delete from comment where text = 'Edited'`)
    expect(await search('quist')).toEqual([])
  })
})

describe('a search', () => {
  test.each([
    ['empty', ''],
    ['only spaces', '  '],
    ['more than 200 characters', 'x'.repeat(limits.search.charsMax + 1)],
    ['a null character', 'a\u0000b'],
    ['a line break', 'a\nb'],
  ])('with %s returns 400 validation_failed', async (_, words) => {
    const { status, body } = await list({ search: words })
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'validation_failed',
      'search',
    ])
  })

  test('of 200 characters without spaces, or of 100 words, returns no error', async () => {
    expect(await search('ab'.repeat(limits.search.charsMax / 2))).toEqual([])
    expect(await search('x '.repeat(limits.search.charsMax / 2))).toEqual([])
  })

  test('combines with the other filters', async () => {
    const other = await buildAccount(testApp)
    await addComments(['Rosinenbrot', 'Rosinenbrot again'])
    await addComments(['Rosinenbrot elsewhere'], other)
    expect(await search('rosinen', { account_id: other.id })).toEqual(['Rosinenbrot elsewhere'])
    expect(await search('rosinen', { reply_status: 'replied', limit: '1' })).toEqual([])
    expect(await search('rosinen', { until: '2026-10-31T23:59:59Z' })).toEqual([
      'Rosinenbrot again',
    ])
  })

  test('of a profile key finds nothing of another profile', async () => {
    const [mine, theirs] = [await buildProfile(testApp), await buildProfile(testApp)]
    const account = await buildAccount(testApp, { profile_id: theirs.id })
    await addComments(['Geheimnis'], account)
    expect(await search('geheimnis')).toEqual(['Geheimnis'])
    const key = await buildKey(testApp, { profile_id: mine.id })
    expect((await list({ search: 'geheimnis' }, { key })).body.data).toEqual([])
  })

  test('pages through matches that lie behind the newest comments, each once', async () => {
    const other = await buildAccount(testApp)
    const matches = Array.from({ length: 7 }, (_, n) => `Nadel ${n}`)
    const hay = Array.from({ length: newestRows }, () => 'Hay')
    await addComments(['Nadel 0', ...hay, ...matches.slice(1)], other)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query = { search: 'nadel', limit: '3', ...(cursor ? { cursor } : {}) }
      const { body } = await list(query)
      seen.push(...body.data.map(({ text }: { text: string }) => text))
      cursor = body.next_cursor
    } while (cursor)
    expect(seen).toEqual(matches)
    expect((await search('hay', { limit: '3' })).length).toBe(3)
  })

  test('beyond 300 per minute and key returns 429 rate_limited, and lists still work', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
    const statusOf = async (query: string, key = limited.ownerKey) =>
      (await limited.call('GET', `/v1/comments${query}`, undefined, { key })).status
    for (let count = 0; count < limits.search.perMinute; count += 1) {
      expect(await statusOf('?search=hay')).toBe(200)
    }
    expect(await statusOf('?search=hay')).toBe(429)
    expect(await statusOf('')).toBe(200)
    expect(await statusOf('?search=hay', await buildKey(limited))).toBe(200)
    limited.clock.advance(60_000)
    expect(await statusOf('?search=hay')).toBe(200)
    await limited.close()
  })

  test('with the cursor of another search returns 400 invalid_cursor', async () => {
    const { body } = await list({ search: 'hay', limit: '1' })
    const other = await list({ search: 'nadel', limit: '1', cursor: body.next_cursor })
    expect([other.status, other.body.error.code]).toEqual([400, 'invalid_cursor'])
  })

  test('that exceeds its time limit returns 422 search_timeout and leaves the connection usable', async () => {
    const { pool } = testApp.ctx.db
    // Holds back every reader of the table for longer than the limit.
    const blocker = await pool.connect()
    await blocker.query('begin; lock table comment in access exclusive mode')
    try {
      const { status, body } = await list({ search: 'hay' })
      expect([status, body.error.code, body.error.param]).toEqual([422, 'search_timeout', 'search'])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    const { rows } = await pool.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '0' }])
    expect((await search('hay', { limit: '1' })).length).toBe(1)
  })
})
