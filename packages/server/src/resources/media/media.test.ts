import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import {
  buildMedia,
  countRows,
  filesOnDisk,
  imageFile,
  upload,
  videoFixture,
} from '../../../test/media-files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp()

test('with less free disk than required, an upload and an import return 503 and store nothing', async () => {
  const { config } = testApp.ctx
  const freeBytesMin = config.mediaFreeBytesMin
  Object.assign(config, { mediaFreeBytesMin: Number.MAX_SAFE_INTEGER })
  try {
    const responses = [
      await upload(testApp, await imageFile()),
      await testApp.call('POST', '/v1/media', { url: 'https://media.example.com/a.jpg' }),
    ]
    for (const { status, body } of responses) {
      expect([status, body.error.code]).toEqual([503, 'unavailable'])
      expect(body.error.message).toMatch(/^The storage .* is nearly full\./)
    }
    expect(await countRows(testApp, 'media')).toBe(0)
  } finally {
    Object.assign(config, { mediaFreeBytesMin: freeBytesMin })
  }
})

describe('uploading', () => {
  test('an image → 201 with every field; its type is detected from the content', async () => {
    const bytes = await imageFile('png', { width: 640, height: 480 })
    const { status, body } = await upload(testApp, bytes, {
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
      name: 'holiday.mp4',
      size: bytes.length,
      width: 640,
      height: 480,
      duration_ms: null,
      alt_text: 'A lake 🏞️',
      tags: [],
      is_used: false,
      status: 'ready',
      error: null,
      url: expect.stringMatching(
        /^http:\/\/localhost:4000\/media\/med_[0-9a-z]{26}\.[\w-]{43}\/med_[0-9a-z]{26}\.png$/,
      ),
      thumbnail_url: expect.stringMatching(/\/thumbnail\.webp$/),
      jpeg_url: null,
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: '2026-11-21T09:00:00.000Z',
    })
    expect((await testApp.call('GET', `/v1/media/${body.id}`)).body).toEqual(body)
  })

  test.each(['jpeg', 'webp', 'gif'] as const)(
    'a %s → an image with its dimensions',
    async (format) => {
      const { body } = await upload(testApp, await imageFile(format))
      expect(body).toMatchObject({ mime_type: `image/${format}`, width: 300, height: 200 })
    },
  )

  test.each([
    ['clip.mp4', 'video/mp4', 320, 180],
    ['portrait.mp4', 'video/mp4', 180, 320],
    ['clip.mov', 'video/quicktime', 320, 180],
    ['clip.webm', 'video/webm', 320, 180],
  ] as const)('%s → a %s of %d × %d with its duration', async (name, mimeType, width, height) => {
    const { status, body } = await upload(testApp, videoFixture(name), { filename: 'image.png' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'video', mime_type: mimeType, width, height })
    expect(body).toMatchObject({ duration_ms: 1_000, thumbnail_url: null, status: 'ready' })
  })

  test('a photo with an EXIF rotation → dimensions and thumbnail after the rotation', async () => {
    const { body } = await upload(testApp, await imageFile('jpeg', { orientation: 6 }))
    expect(body).toMatchObject({ width: 200, height: 300 })
    const response = await testApp.app.request(new URL(body.thumbnail_url).pathname)
    const thumbnail = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(thumbnail).toMatchObject({ width: 200, height: 300 })
  })

  test('an upload leaves no temporary file and no planned removal', async () => {
    await buildMedia(testApp)
    expect(filesOnDisk(testApp).incoming).toEqual([])
    expect(await countRows(testApp, 'media_removal')).toBe(0)
  })

  test('two equal uploads with one Idempotency-Key → one media', async () => {
    const bytes = await imageFile()
    const options = { headers: { 'idempotency-key': 'upload-1' } }
    const first = await upload(testApp, bytes, options)
    const again = await upload(testApp, bytes, options)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await upload(testApp, videoFixture('clip.webm'), options)
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('the same Idempotency-Key with another file or alt text → idempotency_key_reused', async () => {
    const bytes = await imageFile('png')
    const other = Buffer.from(bytes)
    other[other.length - 20]! ^= 1
    const options = { headers: { 'idempotency-key': 'upload-2' } }
    expect((await upload(testApp, bytes, options)).status).toBe(201)
    for (const [file, more] of [
      [other, {}],
      [bytes, { alt_text: 'A dot' }],
    ] as const) {
      const response = await upload(testApp, file, { ...options, ...more })
      expect([response.status, response.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect((await upload(testApp, bytes, options)).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('profiles', () => {
  test('an upload without a profile in key or header goes to the default profile', async () => {
    const profiles = (await testApp.call('GET', '/v1/profiles')).body.data
    expect((await buildMedia(testApp)).profile_id).toBe(profiles[0].id)
  })

  test('an upload with a profile in header or key goes to that profile', async () => {
    const profile = await buildProfile(testApp, { external_id: 'gallery' })
    const key = await buildKey(testApp, { profile_id: profile.id })
    expect((await buildMedia(testApp, { profile: 'gallery' })).profile_id).toBe(profile.id)
    expect((await buildMedia(testApp, { key })).profile_id).toBe(profile.id)
  })

  test('media of another profile → media_not_found for every method, and not listed', async () => {
    const otherMedia = await buildMedia(testApp)
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    for (const method of ['GET', 'DELETE']) {
      const response = await testApp.call(method, `/v1/media/${otherMedia.id}`, undefined, { key })
      expect([response.status, response.body.error.code]).toEqual([404, 'media_not_found'])
    }
    expect((await testApp.call('GET', '/v1/media', undefined, { key })).body.data).toEqual([])
    expect((await testApp.call('GET', `/v1/media/${otherMedia.id}`)).body).toEqual(otherMedia)
  })

  test('the id filter returns only media in scope', async () => {
    const [first, , third] = [
      await buildMedia(testApp),
      await buildMedia(testApp),
      await buildMedia(testApp),
    ]
    const path = `/v1/media?id=${first!.id},${third!.id}`
    expect((await testApp.call('GET', path)).body.data).toEqual([third, first])
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    expect((await testApp.call('GET', path, undefined, { key })).body.data).toEqual([])
    expect((await testApp.call('GET', '/v1/media?id=')).status).toBe(400)
  })

  test('a limited key needs media:write to upload and media:read to list', async () => {
    const read = await buildKey(testApp, { scopes: ['media:read'] })
    const write = await buildKey(testApp, { scopes: ['media:write'] })
    expect((await upload(testApp, await imageFile(), { key: read })).status).toBe(403)
    expect((await testApp.call('GET', '/v1/media', undefined, { key: write })).status).toBe(403)
    expect((await upload(testApp, await imageFile(), { key: write })).status).toBe(201)
    expect((await testApp.call('GET', '/v1/media', undefined, { key: read })).status).toBe(200)
  })
})

describe('listing', () => {
  test('the list is newest first, paginated and filtered by type and status', async () => {
    const profile = (await buildProfile(testApp)).id
    const expectedIds: string[] = []
    for (const bytes of [undefined, videoFixture('clip.mp4'), undefined]) {
      const media = await buildMedia(testApp, { profile, ...(bytes ? { bytes } : {}) })
      expectedIds.unshift(media.id)
    }
    const ids = async (query: string) => {
      const { body } = await testApp.call('GET', `/v1/media?${query}`, undefined, { profile })
      return { ids: body.data.map((item: { id: string }) => item.id), next: body.next_cursor }
    }
    expect((await ids('limit=100')).ids).toEqual(expectedIds)
    const first = await ids('limit=2')
    expect([...first.ids, ...(await ids(`limit=2&cursor=${first.next}`)).ids]).toEqual(expectedIds)
    expect((await ids('type=video')).ids).toEqual([expectedIds[1]])
    expect((await ids('type=image,video&status=ready')).ids).toEqual(expectedIds)
    expect((await ids('status=failed')).ids).toEqual([])
  })
})
