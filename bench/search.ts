import { randomInt } from 'node:crypto'
import { freePort } from '../packages/server/src/start/ports.ts'
import { type Engine, withEngine } from './engine.ts'
import { percentiles, rounded, sized } from './measure.ts'
import {
  insertComments,
  largeRows,
  newestAt,
  type Place,
  secondsApart,
  seedPlaces,
  seedTexts,
} from './search-seed.ts'
import { japaneseWords, latinWords, randomFrom, rareWord, textOf } from './search-texts.ts'

const requests = sized(200, 2)
const warmUp = sized(20, 0)
const pageSize = 20
const commentsPerWrite = 20
const writeEveryMs = 200
const writesMeasured = sized(100, 2)

/**
 * Searches of 1,200,000 posts and comments while 100 comments per second arrive. No search is
 * repeated: frequent words are searched up to random times. Then the cost of storing comments.
 */
export async function benchSearch(): Promise<Record<string, unknown>> {
  return await withEngine(async (engine) => {
    const places = await seedPlaces(engine)
    await seedTexts(engine, places)
    const server = await engine.start('api', { port: await freePort(20_000 + randomInt(10_000)) })
    const writer = startWrites(engine, places)
    const results: Record<string, unknown> = {}
    try {
      for (const resource of ['comments', 'posts'] as const) {
        for (const [scope, profileId] of scopesOf(places)) {
          for (const [name, wordsOf] of cases) {
            const url = `${server.url}/v1/${resource}`
            const key = engine.ownerKey!
            results[`${resource}, ${scope}, ${name}`] = await measure(url, key, profileId, wordsOf)
            const line = JSON.stringify(results[`${resource}, ${scope}, ${name}`])
            process.stdout.write(`${resource}, ${scope}, ${name}: ${line}\n`)
          }
        }
      }
    } finally {
      await writer.stop()
      await server.stop()
    }
    return { ...results, ...(await measureWrites(engine, places)) }
  })
}

function scopesOf(places: readonly Place[]): [name: string, profileId: string | null][] {
  return [
    ['large profile', places[0]!.profileId],
    ['small profile', places[1]!.profileId],
    ['owner', null],
  ]
}

/** The search for a random number; `isDated` adds a random time, so that no request is repeated. */
type WordsOf = (random: () => number) => { words: string; isDated?: boolean }

const cases: [name: string, wordsOf: WordsOf][] = [
  ['one word', (random) => ({ words: latinWords[20 + Math.floor(random() * 30_000)]! })],
  ['two words', (random) => ({ words: wordsOfText(random, 2, 5) })],
  ['a phrase', (random) => ({ words: wordsOfText(random, 3, 1) })],
  ['umlauts and accents', (random) => ({ words: pickAccented(random) })],
  ['a rare word', (random) => ({ words: rareWord(Math.floor(random() * 1_000) * 1_000 + 7) })],
  ['a word in 30 %', () => ({ words: 'Frühstück', isDated: true })],
  [
    'a word that does not exist',
    (random) => ({
      words: `${latinWords[Math.floor(random() * 30_000)]}x${random()}`.slice(0, 20),
    }),
  ],
  ['two Japanese characters', (random) => ({ words: pickJapanese(random) })],
  ['an emoji in 0.05 %', () => ({ words: '🥐', isDated: true })],
  ['a word in 5 % of the older half', () => ({ words: 'Weihnachten' })],
]

/** Words of an existing text, this many apart. */
function wordsOfText(random: () => number, count: number, step: number): string {
  const words = textOf(1 + Math.floor(random() * largeRows)).split(' ')
  return Array.from({ length: count }, (_, index) => words[(index * step) % words.length]).join(' ')
}

const accented = latinWords.filter((word) => /[äüöéóñá]/.test(word) && word.length > 3)
const twoCharacters = japaneseWords.filter((word) => [...word].length === 2)

function pickAccented(random: () => number): string {
  const word = accented[Math.floor(random() * accented.length)]!
  return random() < 0.5 ? word : word.normalize('NFD').replace(/\p{M}/gu, '')
}

function pickJapanese(random: () => number): string {
  return twoCharacters[Math.floor(random() * twoCharacters.length)]!
}

async function measure(url: string, key: string, profileId: string | null, wordsOf: WordsOf) {
  const random = randomFrom(42)
  const times: number[] = []
  let rows = 0
  let timeouts = 0
  for (let count = 0; count < warmUp + requests; count += 1) {
    const { words, isDated } = wordsOf(random)
    const query = new URLSearchParams({ search: words.slice(0, 200), limit: String(pageSize) })
    const day = new Date(newestAt - random() * largeRows * secondsApart * 900).toISOString()
    if (isDated && url.endsWith('comments')) query.set('until', day)
    if (isDated && url.endsWith('posts')) query.set('to', day.slice(0, 10))
    const began = performance.now()
    const response = await fetch(`${url}?${query}`, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(profileId ? { 'service-profile': profileId } : {}),
      },
    })
    const body = (await response.json()) as { data: unknown[] }
    if (!response.ok && response.status !== 422) throw new Error(`${query}: ${response.status}`)
    if (count < warmUp) continue
    times.push(performance.now() - began)
    if (response.ok) rows += body.data.length
    else timeouts += 1
  }
  const { p50_ms, p99_ms } = percentiles(times)
  return { p50_ms, p99_ms, rows: rounded(rows / requests, 1), timeouts }
}

/** Stores 20 comments of the large profile every 200 ms. */
function startWrites(engine: Engine, places: readonly Place[]) {
  let next = 1
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const first = next
    next += commentsPerWrite
    const numbers = Array.from({ length: commentsPerWrite }, (_, index) => first + index)
    running = running.then(() => insertComments(engine, places, numbers, 'new'))
  }, writeEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** The time to store a comment, 20 per statement: with the search, without its index, without both. */
async function measureWrites(engine: Engine, places: readonly Place[]) {
  const { pool } = engine.ctx.db
  const timePerComment = async (prefix: string) => {
    const began = performance.now()
    for (let write = 0; write < writesMeasured; write += 1) {
      const first = 1 + write * commentsPerWrite
      const numbers = Array.from({ length: commentsPerWrite }, (_, index) => first + index)
      await insertComments(engine, places, numbers, prefix)
    }
    return rounded((performance.now() - began) / (writesMeasured * commentsPerWrite), 3)
  }
  const { rows } = await pool.query(
    `select pg_size_pretty(pg_table_size('comment')) as table_size,
       pg_size_pretty(pg_indexes_size('comment')) as indexes,
       pg_size_pretty(pg_relation_size('comment_search')) as search_index`,
  )
  const searched = await timePerComment('with')
  await pool.query('drop index comment_search')
  const folded = await timePerComment('fold')
  await pool.query('alter table comment drop column search_text')
  const plain = await timePerComment('none')
  return { sizes: rows[0], ms_per_comment: { searched, without_index: folded, plain } }
}
