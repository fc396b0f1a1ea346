import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import {
  animation,
  buildMedia,
  heicFixture,
  imageFile,
  pngChunk,
  videoFixture,
} from '../../../../test/media-files.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { authenticateKey } from '../../../access/keys.ts'
import type { PostMedia } from '../../../platforms/contract/publish.ts'
import { findMediaForPost, loadPostMedia } from './post-media.ts'

const testApp = useTestApp()

async function scopeOf(key: string, profile?: string) {
  return await authenticateKey(testApp.ctx, key, profile)
}

test('loadPostMedia returns the media in the order of the post, readable by range', async () => {
  const bytes = videoFixture('clip.mov')
  const [image, video] = [await buildMedia(testApp), await buildMedia(testApp, { bytes })]
  const loaded = await loadPostMedia(testApp.ctx, [
    { id: video.id, alt_text: 'A test picture' },
    { id: image.id, alt_text: null },
  ])
  expect(loaded[0]).toMatchObject({
    id: video.id,
    type: 'video',
    mimeType: 'video/quicktime',
    size: bytes.length,
    width: 320,
    height: 180,
    durationMs: 1_000,
    altText: 'A test picture',
    url: video.url,
  })
  expect(loaded[1]).toMatchObject({ id: image.id, altText: null, durationMs: null })
  expect(await loaded[0]!.read(0, bytes.length - 1)).toEqual(bytes)
  expect(await loaded[0]!.read(5, 14)).toEqual(bytes.subarray(5, 15))
})

/** A PNG with the chunk of an animation of three frames. */
/** As much as previews and texts of cameras take, before what is looked for. */
const metadataBytes = 60_000

async function movingPng(): Promise<Buffer> {
  const png = await imageFile('png')
  const afterHeader = 33
  const text = pngChunk('tEXt', Buffer.alloc(metadataBytes, 'a'))
  const chunk = pngChunk('acTL', Buffer.from([0, 0, 0, 3, 0, 0, 0, 0]))
  return Buffer.concat([png.subarray(0, afterHeader), text, chunk, png.subarray(afterHeader)])
}

/** A JPEG with a list of two pictures (CIPA DC-007) of this type. */
async function jpegOfPictures(type: number): Promise<Buffer> {
  const jpeg = await imageFile()
  const list = Buffer.alloc(32)
  list.writeUInt32LE(type, 0)
  list.writeUInt32LE(type, 16)
  // One entry, the list of pictures, of 32 bytes at 26.
  const entry = Buffer.from(
    '49492a0008000000' + '0100' + '02b0' + '0700' + '20000000' + '1a000000' + '00000000',
    'hex',
  )
  const body = Buffer.concat([Buffer.from('MPF\0'), entry, list])
  const head = Buffer.from([0xff, 0xe2, 0, body.length + 2])
  const comment = Buffer.alloc(metadataBytes + 4, 'a')
  comment.writeUInt32BE(0xfffe0000 + metadataBytes + 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, head, body, jpeg.subarray(2)])
}

const printImage = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#824' } })
    .toColorspace('cmyk')
    .jpeg()
    .toBuffer()

test.each<[string, () => Promise<Buffer>, Partial<PostMedia>]>([
  ['a JPEG', () => imageFile(), { frameCount: 1, frameRate: null, colorSpace: 'srgb' }],
  ['a JPEG for print', printImage, { frameCount: 1, colorSpace: 'cmyk' }],
  ['a GIF that moves', () => animation('gif'), { frameCount: 2 }],
  ['a WebP that moves', () => animation('webp'), { frameCount: 2 }],
  ['a PNG that moves', movingPng, { mimeType: 'image/png', frameCount: 3 }],
  ['a JPEG of a 3D camera', () => jpegOfPictures(0x020002), { frameCount: 2 }],
  ['a JPEG with a preview', () => jpegOfPictures(0x010002), { frameCount: 1 }],
  [
    'a HEIC',
    async () => heicFixture(),
    { mimeType: 'image/heic', frameCount: 1, colorSpace: 'srgb' },
  ],
  ['a still PNG', () => imageFile('png'), { frameCount: 1 }],
  ['a video', async () => videoFixture('clip.mp4'), { frameCount: null, frameRate: 10 }],
  ['a WebM', async () => videoFixture('clip.webm'), { frameCount: null, frameRate: 10 }],
])('the file of %s says what networks limit', async (_name, bytes, facts) => {
  const { id } = await buildMedia(testApp, { bytes: await bytes() })
  const [media] = await loadPostMedia(testApp.ctx, [{ id, alt_text: null }])
  expect(media).toMatchObject(facts)
})

test('deleted media → media_not_found', async () => {
  const media = await buildMedia(testApp)
  await testApp.call('DELETE', `/v1/media/${media.id}`)
  const loading = loadPostMedia(testApp.ctx, [{ id: media.id, alt_text: null }])
  await expect(loading).rejects.toMatchObject({ code: 'media_not_found' })
})

test('an owner key finds media of its other profiles, a profile key does not', async () => {
  const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
  const media = await buildMedia(testApp, { profile: one.id })
  const find = async (scope: Awaited<ReturnType<typeof scopeOf>>) =>
    (await findMediaForPost(testApp.ctx.db.query, scope, [media.id])).map((row) => row.profile_id)
  expect(await find(await scopeOf(testApp.ownerKey))).toEqual([one.id])
  expect(await find(await scopeOf(testApp.ownerKey, two.id))).toEqual([one.id])
  const key = await buildKey(testApp, { profile_id: two.id })
  expect(await find(await scopeOf(key))).toEqual([])
})
