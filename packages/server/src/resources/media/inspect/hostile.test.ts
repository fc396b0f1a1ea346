import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  expectNothingStored,
  formOf,
  formType,
  imageFile,
  pixelBomb,
  truncated,
  upload,
  videoFixture,
} from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

const bytesMax = 2_000_000
let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp({ env: { MEDIA_BYTES_MAX: String(bytesMax) } })
})
afterAll(() => testApp.close())

/** A rejected upload must leave nothing behind. */
afterEach(() => expectNothingStored(testApp))

describe('files that are not an image or a video', () => {
  test.each([
    ['HTML named .jpg', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with an XML head', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n'],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['a script', '#!/bin/sh\nrm -rf /\n'],
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['text', 'just text'],
    ['one byte', 'x'],
  ])('%s → media_type_not_supported', async (_name, bytes) => {
    const { status, body } = await upload(testApp, Buffer.from(bytes), { filename: 'photo.jpg' })
    expect([status, body.error.code]).toEqual([415, 'media_type_not_supported'])
  })

  test.each(['avif', 'tiff'] as const)('%s → media_type_not_supported', async (format) => {
    const { status, body } = await upload(testApp, await imageFile(format))
    expect([status, body.error.code]).toEqual([415, 'media_type_not_supported'])
  })

  test('a sequence of HEIC images → media_type_not_supported with advice to convert it', async () => {
    const heics = Buffer.from('\0\0\0\x18ftyphevc\0\0\0\0msf1hevc', 'latin1')
    const { body } = await upload(testApp, heics, { filename: 'IMG_1.HEIC' })
    expect(body.error.code).toBe('media_type_not_supported')
    expect(body.error.message).toContain('Convert the image to JPEG')
  })

  test('an empty file → media_invalid', async () => {
    const { status, body } = await upload(testApp, Buffer.alloc(0))
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
  })
})

describe('damaged files', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a truncated %s → media_invalid',
    async (format) => {
      const { status, body } = await upload(testApp, truncated(await imageFile(format)))
      expect([status, body.error.code]).toEqual([422, 'media_invalid'])
    },
  )

  test.each([
    ['clip.mp4', 0.1],
    ['clip.mp4', 0.6],
    ['clip.mp4', 0.99],
    ['clip.mov', 0.6],
    ['clip.mov', 0.99],
    ['clip.webm', 0.1],
    ['clip.webm', 0.6],
    ['clip.webm', 0.99],
  ] as const)('%s truncated to %d of its length → media_invalid', async (name, share) => {
    const { status, body } = await upload(testApp, truncated(videoFixture(name), share))
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
  })

  test('the first bytes of a JPEG followed by HTML → media_invalid', async () => {
    const bytes = Buffer.concat([
      (await imageFile('jpeg')).subarray(0, 20),
      Buffer.from('<script>alert(1)</script>'),
    ])
    const { status, body } = await upload(testApp, bytes)
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
  })

  test('an audio-only MP4 → media_invalid', async () => {
    const { body } = await upload(testApp, videoFixture('audio-only.mp4'))
    expect(body.error).toMatchObject({ code: 'media_invalid' })
    expect(body.error.message).toContain('no video track')
  })
})

describe('decompression bombs', () => {
  test('a PNG of 50 kB with 400,000,000 pixels → rejected by its header', async () => {
    const before = process.memoryUsage().rss
    const { status, body } = await upload(testApp, pixelBomb())
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
    expect(body.error.message).toContain(String(limits.media.imagePixelsMax))
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('a video table that claims 4,294,967,280 entries → media_invalid', async () => {
    const bytes = Buffer.from(videoFixture('clip.mp4'))
    bytes.writeUInt32BE(0xfffffff0, bytes.indexOf('stts') + 12)
    const { status, body } = await upload(testApp, bytes)
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
  })

  test('boxes nested 100,000 deep → media_invalid', async () => {
    const depth = 100_000
    const boxes = Buffer.alloc(depth * 8)
    for (let at = 0; at < depth; at += 1) {
      boxes.writeUInt32BE((depth - at) * 8, at * 8)
      boxes.write('moov', at * 8 + 4)
    }
    const { status, body } = await upload(
      testApp,
      Buffer.concat([videoFixture('clip.mp4').subarray(0, 32), boxes]),
    )
    expect([status, body.error.code]).toEqual([422, 'media_invalid'])
  })
})

describe('invalid forms', () => {
  const send = (raw: Buffer, type = formType) =>
    testApp.call('POST', '/v1/media', undefined, { raw, headers: { 'content-type': type } })

  test.each([
    ['without a file', [{ name: 'alt_text', bytes: 'A' }], 'file'],
    ['with nothing', [], 'file'],
    ['with a text named file', [{ name: 'file', bytes: 'hello' }], 'file'],
    ['with the file under another name', [{ name: 'upload', filename: 'a', bytes: 'x' }], 'upload'],
    ['with an unknown field', [{ name: 'color', bytes: 'red' }, 'file'], 'color'],
    ['with an unknown field behind the file', ['file', { name: 'color', bytes: 'red' }], 'color'],
    ['with two files', ['file', 'file'], 'file'],
    ['with a field too many', ['file', { name: 'alt_text', bytes: 'A' }, 'file'], 'file'],
    ['with a long alt_text', ['file', { name: 'alt_text', bytes: 'x'.repeat(2_001) }], 'alt_text'],
    ['with a huge alt_text', ['file', { name: 'alt_text', bytes: 'x'.repeat(9_000) }], 'alt_text'],
    ['with NUL in alt_text', ['file', { name: 'alt_text', bytes: 'a\0b' }], 'alt_text'],
  ] as const)('a form %s → validation_failed for the field', async (_name, parts, param) => {
    const file = { name: 'file', filename: 'a.jpg', bytes: await imageFile() }
    const { status, body } = await send(formOf(parts.map((p) => (p === 'file' ? file : p))))
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(body.error.param).toBe(param)
  })

  test.each([
    ['truncated in the file', async () => truncated(formOf([await filePart()]))],
    ['truncated before its end', async () => formOf([await filePart()]).subarray(0, -8)],
    ['with another boundary', async () => Buffer.from('--other\r\n\r\n--other--\r\n')],
    ['that is empty', async () => Buffer.alloc(0)],
    ['of noise', async () => Buffer.alloc(10_000, 'x')],
  ])('a form %s → validation_failed', async (_name, make) => {
    const { status, body } = await send(await make())
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
  })

  async function filePart() {
    return { name: 'file', filename: 'a.jpg', bytes: await imageFile() }
  }

  test('a form without a boundary → validation_failed', async () => {
    const { status, body } = await send(formOf([await filePart()]), 'multipart/form-data')
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
  })

  test('another content type → unsupported_media_type', async () => {
    const { status, body } = await send(await imageFile(), 'image/jpeg')
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    expect(body.error.message).toContain('multipart/form-data')
  })

  test('another content type of a file over the limit of JSON → unsupported_media_type', async () => {
    const large = Buffer.concat([await imageFile(), Buffer.alloc(100_000)])
    const { status, body } = await send(large, 'image/jpeg')
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })
})
