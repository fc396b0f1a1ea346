import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { blackPng, heavyImages } from '../../../../test/heavy-images.ts'
import { measureMemory } from '../../../../test/inspectors.ts'
import { imageFile, upload } from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

const { inspectorBytesMax } = limits.media
const serverGrowthBytesMax = 150_000_000
/** How much a decoder can allocate between two checks, with a margin for a busy machine. */
const overshootBytesMax = 100_000_000

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('an image that needs much memory to decode', () => {
  test.each(Object.entries(heavyImages))(
    '%s with 100,000,000 pixels → 422 media_invalid, little memory in the server',
    async (_name, make) => {
      const bytes = make()
      const measured = await measureMemory(() => upload(testApp, bytes))
      const { result, growthBytes, inspectorBytes } = measured
      expect(growthBytes).toBeLessThan(serverGrowthBytesMax)
      expect(inspectorBytes).toBeLessThan(inspectorBytesMax + overshootBytesMax)
      expect([result.status, result.body.error.code]).toEqual([422, 'media_invalid'])
      expect(result.body.error.message).toContain('The image needs more memory to decode')
    },
  )

  test('a large PNG that is not interlaced → accepted, as it is decoded row by row', async () => {
    const bytes = blackPng(5_000, { interlaced: false })
    const { result, growthBytes } = await measureMemory(() => upload(testApp, bytes))
    expect(growthBytes).toBeLessThan(serverGrowthBytesMax)
    expect(result.body).toMatchObject({ width: 5_000, height: 5_000 })
  })

  test('a PNG with 900,000,000 pixels → rejected by its header', async () => {
    const { status, body } = await upload(testApp, blackPng(30_000, { interlaced: false }))
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
    expect(body.error.message).toContain(String(limits.media.imagePixelsMax))
  })

  test('three concurrently → each is rejected, another file is accepted', async () => {
    const bytes = blackPng(10_000, { interlaced: true })
    const other = (await buildProfile(testApp)).id
    const { result, growthBytes, inspectorBytes } = await measureMemory(() =>
      Promise.all([
        ...[1, 2, 3].map(() => upload(testApp, bytes)),
        imageFile().then((image) => upload(testApp, image, { profile: other })),
      ]),
    )
    expect(growthBytes).toBeLessThan(serverGrowthBytesMax)
    expect(inspectorBytes).toBeLessThan(inspectorBytesMax + overshootBytesMax)
    expect(result.map(({ status }) => status)).toEqual([422, 422, 422, 201])
  })
})
