import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { buildMedia, imageFile, upload, videoFixture } from '../../test/media-files.ts'
import { storeOf } from '../base/store.ts'
import type { Context } from '../context.ts'
import { mediaChores } from './chores.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Every file of the local store, and what still lies among the incoming. */
function filesOnDisk(): { kept: string[]; incoming: string[] } {
  const list = (name: string) => {
    const directory = join(house.ctx.config.dataDir, 'media', name)
    if (!existsSync(directory)) return []
    return readdirSync(directory, { recursive: true }).map(String)
  }
  return {
    kept: list('files').filter((name) => name.includes('/')),
    incoming: list('incoming'),
  }
}

async function countRows(table: 'media' | 'media_removal'): Promise<number> {
  const { rows } = await house.ctx.db.pool.query(`select count(*)::integer as rows from ${table}`)
  return rows[0].rows
}

async function runChores(): Promise<void> {
  for (const chore of mediaChores) await chore.run(house.ctx)
}

describe('uploading', () => {
  test('an image is 201 with every field, its type found in the content', async () => {
    const bytes = await imageFile('png', { width: 640, height: 480 })
    const { status, body } = await upload(house, bytes, {
      filename: 'holiday.mp4',
      alt_text: 'A lake 🏞️',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^med_[0-9a-z]{26}$/),
      object: 'media',
      profile_id: expect.stringMatching(/^prof_/),
      type: 'image',
      mime_type: 'image/png',
      size: bytes.length,
      width: 640,
      height: 480,
      duration_ms: null,
      alt_text: 'A lake 🏞️',
      status: 'ready',
      error: null,
      url: expect.stringMatching(
        /^http:\/\/localhost:4000\/media\/med_[0-9a-z]{26}\.[\w-]{43}\/med_[0-9a-z]{26}\.png$/,
      ),
      thumbnail_url: expect.stringMatching(/\/thumbnail\.webp$/),
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: '2026-11-21T09:00:00.000Z',
    })
    expect((await house.call('GET', `/v1/media/${body.id}`)).body).toEqual(body)
  })

  test.each(['jpeg', 'webp', 'gif'] as const)('a %s is an image', async (format) => {
    const { body } = await upload(house, await imageFile(format))
    expect(body).toMatchObject({ mime_type: `image/${format}`, width: 300, height: 200 })
  })

  test.each([
    ['clip.mp4', 'video/mp4', 320, 180],
    ['portrait.mp4', 'video/mp4', 180, 320],
    ['clip.mov', 'video/quicktime', 320, 180],
    ['clip.webm', 'video/webm', 320, 180],
  ] as const)('%s is a video of its size and duration', async (name, mimeType, width, height) => {
    const { status, body } = await upload(house, videoFixture(name), { filename: 'image.png' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'video', mime_type: mimeType, width, height })
    expect(body).toMatchObject({ duration_ms: 1_000, thumbnail_url: null, status: 'ready' })
  })

  test('the dimensions are those that a person sees: a turned photo is upright', async () => {
    const { body } = await upload(house, await imageFile('jpeg', { orientation: 6 }))
    expect(body).toMatchObject({ width: 200, height: 300 })
  })

  test('nothing stays among the incoming, and no removal stays planned', async () => {
    await buildMedia(house)
    expect(filesOnDisk().incoming).toEqual([])
    expect(await countRows('media_removal')).toBe(0)
  })

  test('an Idempotency-Key makes one media of two equal uploads', async () => {
    const bytes = await imageFile()
    const options = { headers: { 'idempotency-key': 'upload-1' } }
    const first = await upload(house, bytes, options)
    const again = await upload(house, bytes, options)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await upload(house, videoFixture('clip.webm'), options)
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('under one Idempotency-Key another file of the same length, or other words, is another request', async () => {
    const bytes = await imageFile('png')
    const other = Buffer.from(bytes)
    other[other.length - 20]! ^= 1
    const options = { headers: { 'idempotency-key': 'upload-2' } }
    expect((await upload(house, bytes, options)).status).toBe(201)
    for (const [file, more] of [
      [other, {}],
      [bytes, { alt_text: 'A dot' }],
    ] as const) {
      const answer = await upload(house, file, { ...options, ...more })
      expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect((await upload(house, bytes, options)).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('profiles', () => {
  test('without a profile in key or header the default profile gets it', async () => {
    const profiles = (await house.call('GET', '/v1/profiles')).body.data
    expect((await buildMedia(house)).profile_id).toBe(profiles[0].id)
  })

  test('the profile of the header and of the key get theirs', async () => {
    const profile = await buildProfile(house, { external_id: 'gallery' })
    const key = await buildKey(house, { profile_id: profile.id })
    expect((await buildMedia(house, { profile: 'gallery' })).profile_id).toBe(profile.id)
    expect((await buildMedia(house, { key })).profile_id).toBe(profile.id)
  })

  test('media of another profile is media_not_found for every verb and in no list', async () => {
    const foreign = await buildMedia(house)
    const key = await buildKey(house, { profile_id: (await buildProfile(house)).id })
    for (const method of ['GET', 'DELETE']) {
      const answer = await house.call(method, `/v1/media/${foreign.id}`, undefined, { key })
      expect([answer.status, answer.body.error.code]).toEqual([404, 'media_not_found'])
    }
    expect((await house.call('GET', '/v1/media', undefined, { key })).body.data).toEqual([])
    expect((await house.call('GET', `/v1/media/${foreign.id}`)).body).toEqual(foreign)
  })

  test('the list can be asked for ids, and tells of those in scope alone', async () => {
    const [first, , third] = [
      await buildMedia(house),
      await buildMedia(house),
      await buildMedia(house),
    ]
    const path = `/v1/media?id=${first!.id},${third!.id}`
    expect((await house.call('GET', path)).body.data).toEqual([third, first])
    const key = await buildKey(house, { profile_id: (await buildProfile(house)).id })
    expect((await house.call('GET', path, undefined, { key })).body.data).toEqual([])
    expect((await house.call('GET', '/v1/media?id=')).status).toBe(400)
  })

  test('a limited key needs media:write to upload and media:read to list', async () => {
    const read = await buildKey(house, { scopes: ['media:read'] })
    const write = await buildKey(house, { scopes: ['media:write'] })
    expect((await upload(house, await imageFile(), { key: read })).status).toBe(403)
    expect((await house.call('GET', '/v1/media', undefined, { key: write })).status).toBe(403)
    expect((await upload(house, await imageFile(), { key: write })).status).toBe(201)
    expect((await house.call('GET', '/v1/media', undefined, { key: read })).status).toBe(200)
  })
})

describe('listing', () => {
  test('is newest first, pages without a gap, and filters by type and status', async () => {
    const profile = (await buildProfile(house)).id
    const made: string[] = []
    for (const bytes of [undefined, videoFixture('clip.mp4'), undefined]) {
      const media = await buildMedia(house, { profile, ...(bytes ? { bytes } : {}) })
      made.unshift(media.id)
    }
    const ids = async (query: string) => {
      const { body } = await house.call('GET', `/v1/media?${query}`, undefined, { profile })
      return { ids: body.data.map((each: { id: string }) => each.id), next: body.next_cursor }
    }
    expect((await ids('limit=100')).ids).toEqual(made)
    const first = await ids('limit=2')
    expect([...first.ids, ...(await ids(`limit=2&cursor=${first.next}`)).ids]).toEqual(made)
    expect((await ids('type=video')).ids).toEqual([made[1]])
    expect((await ids('type=image,video&status=ready')).ids).toEqual(made)
    expect((await ids('status=failed')).ids).toEqual([])
  })
})

describe('deleting', () => {
  test('erases the row and both files, and a second DELETE is media_not_found', async () => {
    const media = await buildMedia(house)
    const own = () => filesOnDisk().kept.filter((name) => name.includes(media.id))
    expect(own()).toHaveLength(2)
    const { status, body } = await house.call('DELETE', `/v1/media/${media.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: media.id,
      object: 'media',
      profile_id: media.profile_id,
      deleted: true,
    })
    expect(own()).toEqual([])
    const again = await house.call('DELETE', `/v1/media/${media.id}`)
    expect([again.status, again.body.error.code]).toEqual([404, 'media_not_found'])
  })

  test.each(['post', 'target'] as const)(
    'is media_in_use while the %s that uses it may be published, and not after',
    async (place) => {
      const account = await buildAccount(house)
      const profile = account.profile_id
      const media = await buildMedia(house, { profile })
      const reference = [{ id: media.id }]
      const created = await house.call('POST', '/v1/posts', {
        text: `Look ${place}`,
        ...(place === 'post' ? { media: reference } : {}),
        targets: [{ account_id: account.id, ...(place === 'target' ? { media: reference } : {}) }],
      })
      expect(created.status).toBe(201)
      const refused = await house.call('DELETE', `/v1/media/${media.id}`)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'media_in_use'])
      await house.ctx.db.pool.query(
        `update post_target set status = 'published' where post_id = $1`,
        [created.body.id],
      )
      await house.ctx.db.pool.query(`update post set status = 'published' where id = $1`, [
        created.body.id,
      ])
      expect((await house.call('DELETE', `/v1/media/${media.id}`)).status).toBe(200)
    },
  )

  test('deleting a profile erases its media for good and counts them', async () => {
    const profile = await buildProfile(house)
    const media = await buildMedia(house, { profile: profile.id })
    await buildMedia(house, { profile: profile.id })
    await house.call('DELETE', `/v1/profiles/${profile.id}`)
    const path = new URL(media.url).pathname
    expect((await house.app.request(path)).status).toBe(404)
    await house.work()
    expect(filesOnDisk().kept.filter((name) => name.includes(profile.id))).toEqual([])
    const { rows } = await house.ctx.db.pool.query(
      `select erase_counts from profile where id = $1`,
      [profile.id],
    )
    expect(rows[0].erase_counts).toMatchObject({ media: 2 })
  })
})

describe('a crash', () => {
  /** The house with a store that stops the process, as far as the upload can tell, at one call. */
  async function crashing(at: 'before' | 'after'): Promise<void> {
    const store = storeOf(house.ctx)
    const put = store.put
    store.put = async (key, path, mimeType) => {
      if (at === 'after') await put(key, path, mimeType)
      throw new Error('the process died')
    }
    const remove = store.remove
    store.remove = async () => {
      throw new Error('the process is dead')
    }
    try {
      expect((await upload(house, await imageFile())).status).toBe(500)
    } finally {
      store.put = put
      store.remove = remove
    }
  }

  test.each(['before', 'after'] as const)(
    '%s the file is put leaves no row, and no file beyond the chore',
    async (at) => {
      const before = { rows: await countRows('media'), files: filesOnDisk().kept.length }
      await crashing(at)
      expect(await countRows('media')).toBe(before.rows)
      expect(filesOnDisk().kept.length).toBe(before.files + (at === 'after' ? 1 : 0))
      house.clock.advance(3_600_000)
      await runChores()
      expect(filesOnDisk().kept.length).toBe(before.files)
      expect(await countRows('media_removal')).toBe(0)
    },
  )

  test('a store that is away at the deletion loses the file with a later chore', async () => {
    const media = await buildMedia(house)
    const store = storeOf(house.ctx)
    const remove = store.remove
    store.remove = async () => {
      throw new Error('the store is away')
    }
    try {
      expect((await house.call('DELETE', `/v1/media/${media.id}`)).status).toBe(200)
    } finally {
      store.remove = remove
    }
    expect(filesOnDisk().kept.some((name) => name.includes(media.id))).toBe(true)
    house.clock.advance(600_000)
    await runChores()
    expect(filesOnDisk().kept.some((name) => name.includes(media.id))).toBe(false)
  })

  test('what an upload left among the incoming goes after three hours', async () => {
    const { mkdirSync, utimesSync, writeFileSync } = await import('node:fs')
    const directory = join(house.ctx.config.dataDir, 'media', 'incoming', 'in-left')
    mkdirSync(directory)
    writeFileSync(join(directory, 'file'), 'half a file')
    const ctx: Context = house.ctx
    const hours = (count: number) => new Date(ctx.clock.now().getTime() - count * 3_600_000)
    utimesSync(directory, hours(2), hours(2))
    await runChores()
    expect(filesOnDisk().incoming).toContain('in-left')
    utimesSync(directory, hours(4), hours(4))
    await runChores()
    expect(filesOnDisk().incoming).toEqual([])
  })
})
