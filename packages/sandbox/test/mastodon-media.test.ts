import { expect, test } from 'vitest'
import type { Body } from './client.ts'
import { gif, png } from './files.ts'
import { connect, form, openAs, publish } from './mastodon-client.ts'
import { clip, file, photo, upload } from './mastodon-files.ts'

const DAY_MS = 86_400_000

test('mastodon: an image is finished at once, with its description (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  const { status, body } = await caller('/api/v2/media', photo({ description: 'A loaf' }))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    type: 'image',
    description: 'A loaf',
    meta: { original: { width: 800, height: 600, size: '800x600' } },
  })
  expect(String(body.url).startsWith(`${client.origin()}/media/`)).toBe(true)
  const stored = await client.call(String(body.url))
  expect(stored.headers.get('content-type')).toBe('image/jpeg')
  expect(stored.status).toBe(200)
})

test('mastodon: a video is 202, then 206, then 200; attaching it early publishes nothing (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  const accepted = await caller('/api/v2/media', clip())
  expect([accepted.status, accepted.body.type, accepted.body.url]).toEqual([202, 'video', null])
  const path = `/api/v1/media/${accepted.body.id}`
  expect((await caller(path)).status).toBe(206)
  const params = { status: 'Oven', 'media_ids[]': String(accepted.body.id) }
  const early = await publish(caller, params)
  expect(early.status).toBe(422)
  expect(early.body.error).toContain('Cannot attach files that have not finished processing')
  client.sandbox.clock.advance(2000)
  expect((await caller(path)).status).toBe(200)
  const { body } = await publish(caller, params)
  expect(body.media_attachments).toMatchObject([{ id: accepted.body.id, type: 'video' }])
})

test('mastodon: a file of a status cannot be attached again (mastodon.md §3.4)', async () => {
  const { caller } = await openAs()
  const params = { status: 'Bread', 'media_ids[]': await upload(caller) }
  expect((await publish(caller, params)).status).toBe(200)
  expect((await publish(caller, params)).status).toBe(422)
  expect((await caller(`/api/v1/media/${params['media_ids[]']}`)).status).toBe(404)
})

test('mastodon: up to four images in the given order, or one video, not mixed (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.push(await upload(caller))
  const attach = (list: string[]) =>
    publish(caller, [
      ['status', 'Bread'],
      ...list.map((id): [string, string] => ['media_ids[]', id]),
    ])
  expect((await attach(ids)).body.error).toBe('Validation failed: Cannot attach more than 4 files')
  const video = await upload(caller, clip())
  client.sandbox.clock.advance(2000)
  expect((await attach([video, ids[0]!])).status).toBe(422)
  const { body } = await attach([ids[2]!, ids[0]!, ids[1]!])
  const shown = (body.media_attachments as Body[]).map(({ id }) => id)
  expect(shown).toEqual([ids[2], ids[0], ids[1]])
})

test('mastodon: media_ids of a JSON body are attached', async () => {
  const { caller } = await openAs()
  const media_ids = [await upload(caller)]
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ status: 'Bread', media_ids, sensitive: true })
  const answer = await caller('/api/v1/statuses', { method: 'POST', headers, body })
  expect(answer.body).toMatchObject({ sensitive: true, media_attachments: [{ id: media_ids[0] }] })
})

test('mastodon: a file of another person, or one of more than a day, is unknown (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  const media = await upload(caller)
  const ben = await connect(client, { person: 'ben' })
  expect((await publish(ben, { 'media_ids[]': media })).status).toBe(422)
  client.sandbox.clock.advance(DAY_MS)
  expect((await caller(`/api/v1/media/${media}`)).status).toBe(404)
})

test.each([
  [
    'not a picture',
    file(Buffer.from('hello'), 'a.jpg', 'image/jpeg'),
    {},
    'File content type is invalid, File is invalid',
  ],
  ['too many bytes', photo(), { image_size_limit: 50 }, 'File file size must be less than 0 MB'],
  [
    'too many pixels',
    file(png(8000, 5000), 'a.png', 'image/png'),
    {},
    'File 8000x5000 images are not supported',
  ],
  [
    'a description that is too long',
    photo({ description: 'a'.repeat(1501) }),
    {},
    'Description is too long (maximum is 1500 characters)',
  ],
  ['no file', { method: 'POST', body: new FormData() }, {}, "File can't be blank"],
])(
  'mastodon: an upload with %s returns 422 (mastodon.md §3.1)',
  async (_name, request, limits, reason) => {
    const { client, caller } = await openAs()
    await client.control('PUT', '/settings', { mastodon_limits: { mastodon: limits } })
    const { status, body } = await caller('/api/v2/media', request)
    expect([status, body.error]).toEqual([422, `Validation failed: ${reason}`])
  },
)

test.each([
  ['a GIF of 1280 × 720 pixels', 'mastodon', 1280, 720, 202],
  ['a GIF of more pixels', 'mastodon', 1600, 900, 422],
  ['the same GIF at another program', 'otherserver', 1600, 900, 200],
])('mastodon: %s (mastodon.md §3.1)', async (_name, label, width, height, status) => {
  const { caller } = await openAs(label)
  const answer = await caller('/api/v2/media', file(gif(width, height), 'a.gif', 'image/gif'))
  expect(answer.status).toBe(status)
  const error = status === 422 ? '1600x900 GIF files are not supported' : undefined
  expect(answer.body.error).toBe(error)
})

test.each([
  ["in the person's language", '?lang=', /^Gültigkeitsprüfung ist fehlgeschlagen: /],
  ['with lang=en', '?lang=en', /^Validation failed: /],
])('mastodon: a refusal %s (mastodon.md §0)', async (_name, query, text) => {
  const { caller } = await openAs()
  const { status, body } = await caller(`/api/v1/statuses${query}`, form({ status: '' }))
  expect([status, body.error]).toEqual([422, expect.stringMatching(text)])
})

test('mastodon: a body larger than the largest file returns 413 in HTML (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  const limits = { mastodon: { video_size_limit: 1_000_000 } }
  await client.control('PUT', '/settings', { mastodon_limits: limits })
  const { status, headers } = await caller('/api/v2/media', clip(2_100_000))
  expect([status, headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
})

test('mastodon: a file can fail while it is processed (mastodon.md §3.1)', async () => {
  const { client, caller } = await openAs()
  await client.control('PUT', '/settings', { mastodon_media_failure: 'processing' })
  const { body } = await caller('/api/v2/media', clip())
  client.sandbox.clock.advance(2000)
  const failed = await caller(`/api/v1/media/${body.id}`)
  const error = 'Error processing thumbnail for uploaded media'
  expect([failed.status, failed.body.error]).toEqual([422, error])
})

test('mastodon: the other program’s media ids have a dot and are ready at once (mastodon.md §8)', async () => {
  const { caller } = await openAs('otherserver')
  const { status, body } = await caller('/api/v2/media', clip())
  expect(status).toBe(200)
  expect(body.id).toMatch(/^[\w-]+\.mp4$/)
  const post = await publish(caller, { 'media_ids[]': String(body.id) })
  expect(post.body.media_attachments).toMatchObject([{ id: body.id }])
  expect((await caller(`/api/v1/media/${body.id}`)).status).toBe(404)
})

test('mastodon: description and focus of a file can be changed before it is attached', async () => {
  const { caller } = await openAs()
  const path = `/api/v1/media/${await upload(caller)}`
  const change = { ...form({ description: 'A loaf', focus: '0.5,-1' }), method: 'PUT' }
  const { body } = await caller(path, change)
  expect(body).toMatchObject({ description: 'A loaf', meta: { focus: { x: 0.5, y: -1 } } })
})
