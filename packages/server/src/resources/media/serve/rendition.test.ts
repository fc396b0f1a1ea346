import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectors, measureMemory } from '../../../../test/inspectors.ts'
import {
  animation,
  buildMedia,
  filesOnDisk,
  imageFile,
  videoFixture,
} from '../../../../test/media-files.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import type { PostMedia, RenditionLimits } from '../../../platforms/contract/publish.ts'
import { loadPostMedia } from './post-media.ts'

const bluesky: RenditionLimits = { bytesMax: 1_000_000, sideMax: 2_000 }

const testApp = useTestApp()

async function uploaded(bytes: Buffer): Promise<PostMedia> {
  const { id } = await buildMedia(testApp, { bytes })
  const [media] = await loadPostMedia(testApp.ctx, [{ id, alt_text: null }])
  return media!
}

async function fit(bytes: Buffer, within = bluesky) {
  const rendition = await (await uploaded(bytes)).fit!(within)
  const metadata = await sharp(rendition.data).metadata()
  expect(`image/${metadata.format}`).toBe(rendition.type)
  expect([metadata.width, metadata.height]).toEqual([rendition.width, rendition.height])
  expect(rendition.data.length).toBeLessThanOrEqual(within.bytesMax)
  return { ...rendition, metadata }
}

/** Colored noise with the given transparency of the left half. */
async function transparentImage(width: number, height: number, format: 'png' | 'webp') {
  const data = randomBytes(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data[pixel * 4 + 3] = pixel % width < width / 2 ? 0 : 255
  }
  return await sharp(data, { raw: { width, height, channels: 4 } })
    [format]()
    .toBuffer()
}

describe('a rendition', () => {
  test('a large JPEG → a JPEG within both limits, in the same proportions', async () => {
    const { type, width, height } = await fit(
      await imageFile('jpeg', { width: 3_000, height: 1_500 }),
    )
    expect(type).toBe('image/jpeg')
    expect(width).toBeLessThanOrEqual(2_000)
    expect(width / height).toBeCloseTo(2, 1)
  })

  test('noise that no quality makes small enough → smaller sides', async () => {
    const bytes = await imageFile('jpeg', { width: 1_000, height: 1_000 })
    const { width } = await fit(bytes, { bytesMax: 60_000, sideMax: 2_000 })
    expect(width).toBeLessThan(500)
  })

  test('a small image keeps its size', async () => {
    const { width, height } = await fit(await imageFile('jpeg', { width: 300, height: 200 }))
    expect([width, height]).toEqual([300, 200])
  })

  test('a rotated photo → upright, without orientation, EXIF, XMP and position', async () => {
    const bytes = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#824' },
    })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .withExif({ IFD0: { Make: 'Acme' }, IFD3: { GPSLatitude: '52/1 31/1 1234/100' } })
      .jpeg()
      .toBuffer()
    const { width, height, data, metadata } = await fit(bytes)
    expect([width, height]).toEqual([200, 300])
    expect(metadata).not.toHaveProperty('exif')
    expect(metadata).not.toHaveProperty('orientation')
    expect(metadata).not.toHaveProperty('icc')
    expect(data.includes('Acme')).toBe(false)
  })

  test.each(['png', 'webp'] as const)('a small %s with transparency → PNG', async (format) => {
    const { type, data } = await fit(await transparentImage(100, 60, format))
    expect(type).toBe('image/png')
    const pixels = await sharp(data).raw().toBuffer()
    expect([pixels[3], pixels.at(-1)]).toEqual([0, 255])
  })

  test('a PNG with transparency that does not fit → JPEG on white', async () => {
    const bytes = await transparentImage(900, 900, 'png')
    const { type, data } = await fit(bytes, { bytesMax: 1_000_000, sideMax: 2_000 })
    expect(type).toBe('image/jpeg')
    const [red, green, blue] = await sharp(data).raw().toBuffer()
    expect(Math.min(red!, green!, blue!)).toBeGreaterThan(250)
  })

  test('a JPEG is required → a PNG with transparency becomes a JPEG on white', async () => {
    const bytes = await transparentImage(100, 60, 'png')
    const { type, data } = await fit(bytes, { ...bluesky, isJpeg: true })
    expect(type).toBe('image/jpeg')
    const [red, green, blue] = await sharp(data).raw().toBuffer()
    expect(Math.min(red!, green!, blue!)).toBeGreaterThan(250)
  })

  test.each([
    [2_000, 1_500, 1_440, 1_080],
    [1_086, 1_448, 1_080, 1_440],
    [3_000, 1_000, 1_920, 640],
    [1_920, 1_080, 1_920, 1_080],
  ])('%i × %i within 1,080 × 1,920 → %i × %i', async (width, height, ...expected) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#824' } })
      .jpeg()
      .toBuffer()
    const within = { bytesMax: 1_000_000, sideMax: 1_920, shortSideMax: 1_080 }
    const fitted = await fit(bytes, within)
    expect([fitted.width, fitted.height]).toEqual(expected)
  })

  test('a GIF with one frame → accepted', async () => {
    expect((await fit(await imageFile('gif'))).width).toBe(300)
  })

  test.each(['gif', 'webp'] as const)('a %s that moves → its first frame', async (format) => {
    const { data, height } = await fit(await animation(format))
    const [red] = await sharp(data).raw().toBuffer()
    expect([height, red]).toEqual([40, 0])
  })

  test('a video has no rendition', async () => {
    expect(await uploaded(videoFixture('clip.mp4'))).not.toHaveProperty('fit')
  })

  test('limits that no image meets → media_invalid', async () => {
    const media = await uploaded(await imageFile())
    await expect(media.fit!({ bytesMax: 10, sideMax: 2_000 })).rejects.toMatchObject({
      code: 'media_invalid',
    })
  })

  test('leaves no files behind', () => {
    expect(filesOnDisk(testApp).incoming).toEqual([])
  })
})

test('a rotated photo of 24 megapixels is decoded in the inspector with bounded memory', async () => {
  const bytes = await sharp({
    create: { width: 6_000, height: 4_000, channels: 3, background: '#824' },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const media = await uploaded(bytes)
  const measured = await measureMemory(() => media.fit!(bluesky))
  expect([measured.result.width, measured.result.height]).toEqual([1_333, 2_000])
  expect(measured.inspectorBytes).toBeLessThan(limits.media.inspectorBytesMax)
  expect(measured.growthBytes).toBeLessThan(100_000_000)
  expect(inspectors()).toHaveLength(1)
})
