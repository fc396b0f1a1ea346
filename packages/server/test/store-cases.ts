import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformValue } from '../src/core/networks.ts'
import { mediaChores } from '../src/resources/media/chores.ts'
import type { Account } from '../src/schemas/account.ts'
import type { ByteRange, FileStore } from '../src/storage/file-store.ts'
import { buildMedia, countRows, imageFile, upload, videoFixture } from './media-files.ts'
import { advanceUntilIdle, buildPost, connectAccount, readPost } from './publishing.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export function writeLocal(directory: string, bytes: Buffer): string {
  const path = join(directory, randomBytes(6).toString('hex'))
  writeFileSync(path, bytes)
  return path
}

/** What every store of media files does. */
export function storeCases(open: () => FileStore): void {
  const directory = mkdtempSync(join(tmpdir(), 'postern-store-'))
  const local = (bytes: Buffer) => writeLocal(directory, bytes)
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  test('returns a stored file, fully and by range', async () => {
    const [store, bytes] = [open(), randomBytes(300_000)]
    await store.put('prof_1/med_1', local(bytes), 'image/png')
    expect(await read(store, 'prof_1/med_1', null)).toEqual(bytes)
    expect(await read(store, 'prof_1/med_1', { first: 10, last: 19 })).toEqual(
      bytes.subarray(10, 20),
    )
    expect(await read(store, 'prof_1/med_1', { first: 299_999, last: 299_999 })).toHaveLength(1)
  })

  test('moves the file away from its source path', async () => {
    const path = local(Buffer.from('moved'))
    await open().put('prof_1/med_2', path, 'image/png')
    expect(existsSync(path)).toBe(false)
  })

  test('returns null for a missing or removed file, and removes it twice without an error', async () => {
    const store = open()
    await store.put('prof_1/med_3', local(Buffer.from('x')), 'image/png')
    await store.remove('prof_1/med_3')
    await store.remove('prof_1/med_3')
    expect(await read(store, 'prof_1/med_3', null)).toBe(null)
    expect(await read(store, 'prof_1/never', null)).toBe(null)
  })

  test('a file that cannot be read leaves no partial file', async () => {
    const store = open()
    await expect(store.put('prof_1/med_4', join(directory, 'none'), 'image/png')).rejects.toThrow()
    expect(await read(store, 'prof_1/med_4', null)).toBe(null)
  })
}

async function read(store: FileStore, key: string, range: ByteRange | null) {
  const stream = await store.open(key, range)
  if (!stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A store that can be lost and comes back with its files. */
export type LosableStore = {
  env: Record<string, string>
  setAway(isAway: boolean): void | Promise<void>
}

/** Networks that fetch files, that are sent a copy, and that are sent the file itself. */
const publishers: readonly [PlatformValue, string][] = [
  ['threads', 'anna.bakes'],
  ['bluesky', 'anna.test'],
  ['mastodon', 'anna'],
]
const outageMs = 20 * 60_000

/** What the product does while its store is away, and afterwards. */
export function outageCases(open: () => Promise<LosableStore>): void {
  let store: LosableStore
  let testApp: TestApp

  beforeAll(async () => {
    store = await open()
    testApp = await openTestApp({ listening: true, poolMax: 4, env: store.env })
  })
  afterAll(() => testApp.close())

  async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
    await store.setAway(true)
    try {
      return await work()
    } finally {
      await store.setAway(false)
    }
  }

  const removals = () => countRows(testApp, 'media_removal')
  const fetchFile = async (url: string) => await testApp.app.request(new URL(url).pathname)

  test('an upload while it is away → 503 with Retry-After and no media; the same request succeeds afterwards', async () => {
    const [bytes, before] = [await imageFile(), await countRows(testApp, 'media')]
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    const refused = await whileAway(() => upload(testApp, bytes, { headers }))
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect(refused.body.error.message).toMatch(/^The media storage .* does not respond\./)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await countRows(testApp, 'media')).toBe(before)

    const stored = await upload(testApp, bytes, { headers })
    expect(stored.status).toBe(201)
    expect(Buffer.from(await (await fetchFile(stored.body.url)).arrayBuffer())).toEqual(bytes)
  })

  test('the URL of a file while it is away → 503 with Retry-After; afterwards the file', async () => {
    const bytes = videoFixture('clip.mp4')
    const { url } = await buildMedia(testApp, { bytes })
    const refused = await whileAway(() => fetchFile(url))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Buffer.from(await (await fetchFile(url)).arrayBuffer())).toEqual(bytes)
  })

  test('a file deleted while it is away is removed by the chore afterwards', async () => {
    const media = await buildMedia(testApp)
    const before = await removals()
    const { status } = await whileAway(() => testApp.call('DELETE', `/v1/media/${media.id}`))
    expect(status).toBe(200)
    expect(await removals()).toBeGreaterThan(before)
    testApp.clock.advance(2 * 3_600_000)
    for (const chore of mediaChores) await chore.run(testApp.ctx)
    expect(await removals()).toBe(0)
  })

  test.each(publishers)(
    'a post with an image that is due on %s during an outage of 20 minutes is published afterwards, once',
    async (platform, username) => {
      const account: Account = await connectAccount(testApp, platform, { account: username })
      const { id } = await buildMedia(testApp, { profile: account.profile_id })
      const post = await buildPost(testApp, {
        media: [{ id }],
        targets: [{ account_id: account.id }],
      })
      await whileAway(async () => {
        await advanceUntilIdle(testApp, outageMs)
        const [target] = (await readPost(testApp, post.id)).targets
        expect([target!.status, target!.attempts]).toEqual(['publishing', 1])
      })
      await advanceUntilIdle(testApp)
      const [target] = (await readPost(testApp, post.id)).targets
      expect([target!.status, target!.attempts]).toEqual(['published', 1])
      const { data } = await testApp.sandbox.control(
        'GET',
        `/posts?account=${platform}:${username}`,
      )
      const copies = data.filter(({ text }: { text: string }) => text === post.text)
      expect(copies).toHaveLength(1)
    },
  )
}
