import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../telemetry/log.ts'
import { authorFeed, readThread, thread } from './bluesky/api-comments.ts'
import { readIssuer } from './bluesky/discovery.ts'
import { ServerChoiceError } from './contract/errors.ts'
import type { PlatformCall } from './contract/platform.ts'
import { accountApi } from './mastodon/api.ts'
import { mastodonFailure } from './mastodon/errors.ts'
import { readInstance } from './mastodon/instance.ts'
import { createPlatformCall } from './wire/call.ts'
import { listOf, parseJson, readShape } from './wire/json.ts'
import { siteApi } from './wordpress/api.ts'
import { wordpressFailure } from './wordpress/errors.ts'
import { findSite } from './wordpress/find-site.ts'

const mib = 1_048_576
const repeat = (piece: string, bytes: number) =>
  piece.repeat(Math.floor(bytes / (piece.length + 1)))
const list = (item: string, bytes: number) =>
  `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)))}${item}]`

/** Within the limit of values, so that only the checks of the shapes can stop it. */
const inLimit = 300_000
const shapes: [what: string, text: string][] = [
  ['4 MiB of empty objects', list('{}', 4 * mib)],
  ['empty objects within the limit of values', list('{}', inLimit / 3)],
  ['4 MiB of numbers', list('1', 4 * mib)],
  ['numbers within the limit of values', list('1', inLimit / 3)],
  ['4 MiB of nested lists', repeat('[', 4 * mib)],
  ['lists nested within the limit of values', '['.repeat(90_000) + ']'.repeat(90_000)],
  ['one text of 4 MiB', JSON.stringify('a'.repeat(4 * mib))],
  ['one number of 4 MiB', '1'.repeat(4 * mib)],
  ['4 MiB of names', `{${list('"a":1', 4 * mib).slice(1, -1)}}`],
]

const answering =
  (text: string): PlatformCall =>
  async () => ({ status: 200, headers: {}, text })
const now = () => new Date('2026-11-21T09:00:00.000Z')
const setupOf = (text: string) => ({ call: answering(text), now, isTrustedServer: () => false })
const api = (text: string) =>
  accountApi(setupOf(text), { access: 'a', bound: { server: 'https://evil.example' } } as never)

const site = (text: string) =>
  siteApi(setupOf(text), {
    access: 'a',
    bound: { server: 'https://evil.example/wp-json/' },
  } as never)

const reads: [what: string, read: (text: string) => unknown][] = [
  ['statuses', (text) => api(text).listStatuses('1', {})],
  ['replies', (text) => api(`{"descendants":${text}}`).listReplies('1')],
  ['an account', (text) => api(`{"id":${text}}`).readOwnAccount()],
  ['an instance', (text) => readInstance(setupOf(text), 'https://evil.example', 'chosen_host')],
  ['a feed', (text) => readShape(authorFeed, parseJson(`{"feed":${text}}`))],
  [
    'a thread',
    (text) => readThread(readShape(thread, parseJson(`{"thread":{"replies":${text}}}`)).thread),
  ],
  ['posts of a site', (text) => site(text).listPosts('1', 1)],
  ['a user of a site', (text) => site(`{"id":1,"slug":"a","capabilities":${text}}`).readUser()],
  ['comments of a site', (text) => site(text).listComments(1, {})],
  ['terms of a site', (text) => site(text).searchTerms('tags', 'a')],
  [
    'the index of a site',
    (text) => findSite(setupOf(`{"name":"a","namespaces":${text}}`) as never, 'evil.example'),
  ],
  [
    'an authorization server',
    (text) =>
      readIssuer(setupOf(`{"scopes_supported":${text}}`), 'https://evil.example', 'typed_host'),
  ],
]

/** The log line of what the read throws. */
async function logLineOf(read: () => unknown): Promise<string> {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ level: 'info', destination })
  try {
    await read()
  } catch (err) {
    log.warn({ err }, 'reading_failed')
  }
  return lines.join('')
}

describe.each(reads)('%s that a hostile server answers with', (_, read) => {
  test.each(shapes)('%s: read or refused at once, with a short log line', async (_what, text) => {
    const startedAt = performance.now()
    const line = await logLineOf(() => read(text))
    // 4 MiB of empty objects took 84 s and 115 MB of log.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(line.length).toBeLessThan(12_000)
  })
})

test('a list stops at its first invalid element', () => {
  const checked: unknown[] = []
  const element = z.unknown().refine((value) => checked.push(value) < 3)
  const { error } = listOf(element).safeParse([0, 1, 2, 3, 4])
  expect(error?.issues.map(({ path }) => path)).toEqual([[2]])
  expect(checked).toEqual([0, 1, 2])
})

test('a list above its maximum is refused before its elements are checked', () => {
  const element = z.unknown().refine(() => {
    throw new Error('checked')
  })
  expect(listOf(element, 2).safeParse([1, 2, 3]).success).toBe(false)
})

test('an error names at most 20 fields, each cut off', () => {
  const names = Array.from({ length: 500 }, (_, number) => `${number}`.repeat(1_000))
  const shape = z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
  const { cause } = catchError(() => readShape(shape, {})) as { cause: Error }
  expect(cause.message.length).toBeLessThan(3_000)
  expect(cause.message.split(', ')).toHaveLength(20)
})

test('the error of a document of an authorization server names few fields', async () => {
  const read = readIssuer(setupOf('{}'), 'https://evil.example', 'typed_host')
  const err = await read.catch((thrown: unknown) => thrown)
  expect(err).toBeInstanceOf(ServerChoiceError)
})

test('the message of an error is scrubbed in time that does not grow with its square', () => {
  const text = JSON.stringify({ error: 'eyJ-'.repeat(mib / 4), message: 'eyJ-'.repeat(mib / 4) })
  const request = { method: 'GET', url: new URL('https://evil.example') } as const
  const startedAt = performance.now()
  const response = { status: 400, headers: {}, text }
  const failures = [
    mastodonFailure(request, response, now()),
    wordpressFailure(request, { ...response, text: text.replace('{', '{"code":"a",') }),
  ]
  // It took minutes.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  for (const failure of failures) expect(failure?.platformMessage?.length).toBeLessThan(510)
})

test('a thread keeps its order, parents before their replies', () => {
  const post = (name: string) => ({
    uri: `at://did:plc:a/app.bsky.feed.post/${name}`,
    cid: 'c',
    author: { did: 'did:plc:a' },
    record: {},
  })
  const { root, replies } = readThread({
    post: post('root'),
    replies: [
      { post: post('1'), replies: [{ post: post('1.1') }, { notFound: true }] },
      { post: post('2') },
    ],
  })
  expect(root?.uri).toMatch(/root$/)
  expect(replies.map(({ uri }) => uri.split('/').at(-1))).toEqual(['1', '1.1', '2'])
})

test.each([
  ['configured', undefined, 4 * mib],
  ['chosen_host', 'chosen_host', mib],
  ['typed_host', 'typed_host', mib / 4],
] as const)('the response of a server that is %s is bounded', async (_, guard, max) => {
  const requests: { responseBytesMax: number; keep: string }[] = []
  const call = createPlatformCall({
    request: async (request) => {
      requests.push(request)
      return { status: 200, headers: {}, body: Buffer.from('{}') }
    },
  })
  await call({ method: 'GET', url: new URL('https://a.example'), ...(guard ? { guard } : {}) })
  expect(requests).toMatchObject([{ responseBytesMax: max, keep: 'whole' }])
})

/** Their lists are Postern's own: options of a post and the progress of publishing it. */
const ownLists = /(?:options|publish|graph-publish|prepare|job)\.ts$/

test('every list of a response is read with `listOf`', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'json.ts',
  )
  expect(files.length).toBeGreaterThan(100)
  const others = files
    .filter((file) => !ownLists.test(file))
    .filter((file) =>
      /\.\s*array\((?!z\.unknown\(\)\))/.test(readFileSync(path.join(folder, file), 'utf8')),
    )
  expect(others).toEqual([])
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (err) {
    return err
  }
  throw new Error('nothing was thrown')
}
