import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload, videoFixture } from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Media } from '../../../schemas/media.ts'
import { blankImageLocation } from './image.ts'

const gpsPointer = 0x8825
const xmpId = 'http://ns.adobe.com/xap/1.0/\0'
const formats = ['jpeg', 'png', 'webp'] as const

let testApp: TestApp
let server: Server
let photo: Buffer

beforeAll(async () => {
  testApp = await openTestApp()
  photo = await photoWithPosition('jpeg')
  server = createServer((_request, response) => response.end(photo))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await testApp.close()
})

/** A photo as phones make it: rotated, with camera, color profile and position in EXIF and XMP. */
async function photoWithPosition(format: (typeof formats)[number]): Promise<Buffer> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.6E"/></rdf:RDF></x:xmpmeta>`
  return await sharp({ create: { width: 300, height: 200, channels: 3, background: '#824' } })
    .withMetadata({ orientation: 6, icc: 'p3' })
    .withExif({
      IFD0: { Make: 'Acme', Model: 'Pocket 3' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 1234/100', GPSDateStamp: '2026:11:21' },
    })
    .withXmp(xmp)
    [format]()
    .toBuffer()
}

async function download(media: Media): Promise<Buffer> {
  const response = await testApp.app.request(new URL(media.url).pathname)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The tags of the first directory of an EXIF block. */
function tagsOf(exif: Buffer): number[] {
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  return Array.from({ length: u16(start) }, (_, index) => u16(start + 2 + index * 12))
}

const hasPosition = (bytes: Buffer) =>
  bytes.includes('2026:11:21') || bytes.includes('GPSLatitude') || bytes.includes('13,24.6E')

describe('a file with location metadata', () => {
  test.each(formats)('%s → the position is removed, everything else stays', async (format) => {
    const sent = await photoWithPosition(format)
    expect(hasPosition(sent)).toBe(true)
    const { status, body } = await upload(testApp, sent)
    expect(status).toBe(201)
    const bytes = await download(body)
    expect(hasPosition(bytes)).toBe(false)

    const [before, after] = [await sharp(sent).metadata(), await sharp(bytes).metadata()]
    expect(tagsOf(before.exif!)).toContain(gpsPointer)
    expect(tagsOf(after.exif!)).toEqual(tagsOf(before.exif!).filter((tag) => tag !== gpsPointer))
    expect(after.exif!.includes('Acme')).toBe(true)
    expect(after.exif!.includes('Pocket 3')).toBe(true)
    expect(after.orientation).toBe(6)
    expect(after.icc).toEqual(before.icc)
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(sent).raw().toBuffer())
    expect(body).toMatchObject({ width: 200, height: 300, size: bytes.length })
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
    expect(body.checksum_sha256).toBe(Buffer.from(hash).toString('hex'))
  })

  test.each(formats)('%s with keep_location → stored unchanged', async (format) => {
    const sent = await photoWithPosition(format)
    const { body } = await upload(testApp, sent, { keep_location: 'true' })
    expect(await download(body)).toEqual(sent)
  })

  test('imported by URL → removed, unless keep_location is set', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/photo.jpg`
    const removed = await testApp.call('POST', '/v1/media', { url })
    expect(hasPosition(await download(removed.body))).toBe(false)
    const imported = await testApp.call('POST', '/v1/media', { url, keep_location: true })
    expect(await download(imported.body)).toEqual(photo)
  })

  test('an EXIF block that cannot be parsed → removed completely', async () => {
    const sent = Buffer.from(photo)
    sent.writeUInt32BE(0xfffffff0, sent.indexOf('Exif\0\0') + 10)
    const bytes = await download((await upload(testApp, sent)).body)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(hasPosition(bytes)).toBe(false)
  })

  test.each([
    ['clip.mp4', 'user data', () => box('udta', box('\xa9xyz', '\0\x12\0\0', position))],
    ['clip.mov', 'QuickTime keys', () => quickTimeKeys()],
  ] as const)('%s with a position in its %s → removed', async (name, _where, make) => {
    const sent = withUserData(videoFixture(name), make())
    const { status, body } = await upload(testApp, sent)
    expect(status).toBe(201)
    const bytes = await download(body)
    expect(sent.includes(position)).toBe(true)
    expect(bytes.includes(position)).toBe(false)
    expect(bytes.includes('Pocket 3')).toBe(sent.includes('Pocket 3'))
    expect(bytes.length).toBe(sent.length)
  })

  test('a JPEG whose segments claim more bytes than the file has → media_invalid', async () => {
    const head = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.from(xmpId)])
    const sent = Buffer.concat([photo, ...Array(5_000).fill(head), Buffer.alloc(65_536)])
    const { status, body } = await upload(testApp, sent)
    expect([status, body.error?.message]).toEqual([422, 'The metadata of the image is damaged.'])
  })

  test('the same Idempotency-Key → replayed; with another keep_location → idempotency_key_reused', async () => {
    const headers = { 'idempotency-key': 'with-position' }
    const first = await upload(testApp, photo, { headers, keep_location: 'false' })
    const again = await upload(testApp, photo, { headers, keep_location: 'false' })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const uploaded = await upload(testApp, photo, { headers, keep_location: 'true' })
    expect([uploaded.status, uploaded.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

test('keep_location that is not a boolean → validation_failed', async () => {
  const { status, body } = await upload(testApp, photo, { keep_location: 'yes' as 'true' })
  expect([status, body.error.param]).toEqual([400, 'keep_location'])
})

test.each(formats)('a damaged %s → no exception', async (format) => {
  const sent = await photoWithPosition(format)
  const step = Math.ceil(sent.length / 2_000)
  for (let at = 0; at < sent.length; at += step) {
    const bytes = Buffer.from(sent)
    bytes[at]! ^= 0xff
    expect(() => blankImageLocation(bytes, `image/${format}`)).not.toThrow()
    expect(() => blankImageLocation(bytes.subarray(0, at), `image/${format}`)).not.toThrow()
  }
})

const position = '+52.5200+013.4050/'

function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** QuickTime keys as iPhones write them; the second one is the position. */
function quickTimeKeys(): Buffer {
  const names = ['com.apple.quicktime.model', 'com.apple.quicktime.location.ISO6709']
  const keys = box('keys', '\0\0\0\0\0\0\0\x02', ...names.map((name) => box('mdta', name)))
  const value = (text: string) => box('data', '\0\0\0\x01\0\0\0\0', text)
  const items = box(
    'ilst',
    box('\0\0\0\x01', value('Pocket 3')),
    box('\0\0\0\x02', value(position)),
  )
  return box('meta', box('hdlr', '\0'.repeat(8), 'mdta', '\0'.repeat(13)), keys, items)
}

/** Adds a box at the end of `moov`. No frame follows it, so no frame offset changes. */
function withUserData(video: Buffer, added: Buffer): Buffer {
  const moov = video.indexOf('moov') - 4
  const length = video.readUInt32BE(moov)
  const end = moov + length
  const extended = Buffer.concat([video.subarray(0, end), added, video.subarray(end)])
  extended.writeUInt32BE(length + added.length, moov)
  return extended
}
