import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectors } from '../../../../test/inspectors.ts'
import { buildMedia, heicFixture, truncated, upload } from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import { blankHeicLocation } from '../location/heic.ts'
import { loadPostMedia } from '../serve/post-media.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

async function download(url: string): Promise<Buffer> {
  const response = await testApp.app.request(new URL(url).pathname)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The color in the middle of the upper and the lower half. */
async function colorsOf(image: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].map((share) => {
    const pixel = Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)
    return [...data.subarray(pixel * 3, pixel * 3 + 3)]
  })
}

/** The fixture with a 32-bit number replaced, `offset` bytes behind the name of a box. */
function changed(box: string, offset: number, value: number): Buffer {
  const bytes = heicFixture()
  bytes.writeUInt32BE(value, bytes.indexOf(box, 0, 'latin1') + offset)
  return bytes
}

describe('a HEIC photo', () => {
  test('is stored as it is, with its displayed dimensions, and a thumbnail and a JPEG that browsers show', async () => {
    const media = await buildMedia(testApp, { bytes: heicFixture() })
    expect(media).toMatchObject({ type: 'image', mime_type: 'image/heic', width: 56, height: 64 })
    expect(media.url).toMatch(/\.heic$/)
    const thumbnail = await download(media.thumbnail_url!)
    expect(await sharp(thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 56,
      height: 64,
    })
    const jpeg = await sharp(await download(media.jpeg_url!)).metadata()
    expect(jpeg).toMatchObject({ format: 'jpeg', space: 'srgb', width: 56, height: 64 })
    const [[red, , less], [little, , blue]] = (await colorsOf(thumbnail)) as [number[], number[]]
    expect([red! > 200, less! < 80, little! < 80, blue! > 200]).toEqual([true, true, true, true])
  })

  test('loses its position in EXIF and XMP; everything else stays', async () => {
    const original = heicFixture()
    const kept = await upload(testApp, original, { keep_location: 'true' })
    expect(await download(kept.body.url)).toEqual(original)
    const stored = await download((await buildMedia(testApp, { bytes: original })).url)
    const texts = ['2026:11:21', 'GPSLatitude', 'Pocket 3']
    expect(texts.map((text) => original.includes(text))).toEqual([true, true, true])
    expect(texts.map((text) => stored.includes(text))).toEqual([false, false, true])
    expect(stored).toHaveLength(original.length)
    const same = await upload(testApp, stored)
    expect(same.body).toMatchObject({ width: 56, height: 64, size: original.length })
  })

  test('becomes an upright JPEG in sRGB without metadata where a network needs one', async () => {
    const { id } = await buildMedia(testApp, { bytes: heicFixture() })
    const [media] = await loadPostMedia(testApp.ctx, [{ id, alt_text: null }])
    const copy = await media!.copy!({ bytesMax: 100_000, sideMax: 4_096, isJpeg: true })
    expect(copy).toMatchObject({ mimeType: 'image/jpeg', width: 56, height: 64 })
    const bytes = await download(copy.url)
    const { format, space, exif, xmp, icc } = await sharp(bytes).metadata()
    expect({ format, space, exif, xmp, icc }).toEqual({ format: 'jpeg', space: 'srgb' })
    // Display P3's red of 250 is outside sRGB; without its profile the colors would be as stored.
    const [[red, green]] = (await colorsOf(bytes)) as [number[]]
    expect([red! > 252, green! < 12]).toEqual([true, true])
    expect((await media!.fit!({ bytesMax: 100_000, sideMax: 32 })).type).toBe('image/jpeg')
  })

  test('leaves no inspector process, because the memory of WebAssembly never shrinks', async () => {
    await buildMedia(testApp, { bytes: heicFixture() })
    const pids = inspectors().map(({ pid }) => pid)
    const { id } = await buildMedia(testApp, { bytes: heicFixture() })
    const [media] = await loadPostMedia(testApp.ctx, [{ id, alt_text: null }])
    await media!.fit!({ bytesMax: 100_000, sideMax: 32 })
    expect(inspectors().filter(({ pid }) => pids.includes(pid))).toEqual([])
  })
})

describe('a bad HEIC', () => {
  test.each([
    ['truncated', 'damaged', () => truncated(heicFixture(), 0.5)],
    [
      'without its picture',
      'damaged',
      () => heicFixture().fill(0, heicFixture().indexOf('mdat') + 4),
    ],
    ['with an unknown primary image', 'damaged', () => changed('pitm', 8, 0x00770000)],
    ['with metadata outside the file', 'damaged', () => changed('iloc', 40, 0x7fffffff)],
    [
      'of a brand that says HEIC, with nothing in it',
      'not a HEIC',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    ],
  ])('%s → media_invalid', async (_name, message, make) => {
    const { status, body } = await upload(testApp, make())
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
    expect(body.error.message).toContain(message)
  })

  test('with 400,000,000 pixels → rejected by its header', async () => {
    const bytes = changed('ispe', 8, 20_000)
    // The part of the picture that is shown.
    bytes.write('skip', bytes.indexOf('clap'), 'latin1')
    bytes.writeUInt32BE(20_000, bytes.indexOf('ispe') + 12)
    const { status, body } = await upload(testApp, bytes)
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
    expect(body.error.message).toContain(String(limits.media.imagePixelsMax))
  })

  // The decoder refuses such files first; they must not keep a position if it reads one some day.
  test.each([
    ['outside the file', 40],
    ['in several pieces', 37],
  ])('with metadata %s → media_invalid', (_name, offset) => {
    expect(() => blankHeicLocation(changed('iloc', offset, 0x7fffffff))).toThrow('metadata')
  })
})
