import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageFile, pngChunk } from '../../../../test/media-files.ts'
import { blankImageLocation, namesPosition } from './image.ts'

const packet = '<rdf:Description exif:GPSLatitude="52,31.2N" drone-dji:GpsLongitude="13.4050"/>'
const harmless = '<rdf:Description dc:creator="Ada" xmp:Label="GPS course"/>'

function segment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}

/** Inserts metadata at an offset; a negative offset counts from the end. */
function inserted(file: Buffer, added: Buffer, at: number): Buffer {
  const index = at < 0 ? file.length + at : at
  return Buffer.concat([file.subarray(0, index), added, file.subarray(index)])
}

test('XMP of a JPEG in several segments, split inside a name → all of it is removed', async () => {
  // The only position of the packet, so that neither part alone has one.
  const position = '<rdf:Description exif:GPSLatitude="52,31.2N"/>'
  const split = position.indexOf('Latitude')
  const [first, second] = [position.slice(0, split), position.slice(split)]
  const head = `http://ns.adobe.com/xmp/extension/\0${'0'.repeat(40)}`
  const added = Buffer.concat([segment(head + first), segment(head + second)])
  const file = inserted(await imageFile('jpeg'), added, 2)
  expect(blankImageLocation(file, 'image/jpeg')).toBe(true)
  expect([file.includes(first), file.includes(second)]).toEqual([false, false])
  expect((await sharp(file, { failOn: 'warning' }).stats()).channels).toHaveLength(3)
})

test('a second image after a JPEG → its position is removed too', async () => {
  const second = await sharp(await imageFile('jpeg'))
    .withExif({ IFD3: { GPSDateStamp: '2026:11:21' } })
    .jpeg()
    .toBuffer()
  const file = Buffer.concat([await imageFile('jpeg'), second])
  expect(blankImageLocation(file, 'image/jpeg')).toBe(true)
  expect(file.includes('2026:11:21')).toBe(false)
})

test.each([
  ['compressed XMP', 'iTXt', ['XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(packet)]],
  ['uncompressed XMP', 'iTXt', ['XML:com.adobe.xmp\0\0\0\0\0', packet]],
  ['EXIF as text', 'tEXt', ['Raw profile type exif\0', 'exif 8 4578696600']],
] as const)('%s in a PNG → is removed, the checksums are right', async (_name, type, parts) => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const file = inserted(await imageFile('png'), pngChunk(type, body), -12)
  expect(blankImageLocation(file, 'image/png')).toBe(true)
  expect(file.includes(body.subarray(-8))).toBe(false)
  const chunk = file.subarray(file.indexOf('voId'), file.indexOf('voId') + 4 + body.length)
  expect(file.readUInt32BE(file.indexOf('voId') + chunk.length)).toBe(crc32(chunk))
  expect((await sharp(file, { failOn: 'warning' }).stats()).channels).toHaveLength(3)
})

test('compressed XMP without a position beyond 4 MiB in total → removed unread', async () => {
  const text = `${harmless}${' '.repeat(3_000_000)}`
  const body = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), deflateSync(text)])
  const added = Buffer.concat(Array(3).fill(pngChunk('iTXt', body)))
  const file = inserted(await imageFile('png'), added, -12)
  expect(blankImageLocation(file, 'image/png')).toBe(true)
  expect(file.toString('latin1').match(/iTXt|voId/g)).toEqual(['iTXt', 'voId', 'voId'])
})

test('a GIF with many starts of XMP and no end → searched once', () => {
  const file = Buffer.from('\x21\xff\x0bXMP DataXMP'.repeat(400_000), 'latin1')
  const started = performance.now()
  expect(blankImageLocation(file, 'image/gif')).toBe(false)
  // One search takes 50 ms, one from each start takes hours.
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('XMP of a GIF → removed, the image is still valid', async () => {
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])
  const head = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1')
  const file = inserted(
    await imageFile('gif'),
    Buffer.concat([head, Buffer.from(packet), trailer]),
    -1,
  )
  expect(blankImageLocation(file, 'image/gif')).toBe(true)
  expect(file.includes('13.4050')).toBe(false)
  expect(await sharp(file).metadata()).toMatchObject({ width: 300, height: 200 })
})

test.each(['exif:GPSLatitude', 'drone-dji:GpsLongitude', 'e\0x\0:\0G\0P\0S\0L\0a\0t\0'])(
  'an XMP packet with only %j → has a position',
  (name) => {
    expect(namesPosition(Buffer.from(`<rdf:Description ${name}="1"/>`, 'latin1'))).toBe(true)
  },
)

test('XMP without a position → stays', async () => {
  const added = segment(`http://ns.adobe.com/xap/1.0/\0${harmless}`)
  const file = inserted(await imageFile('jpeg'), added, 2)
  const before = Buffer.from(file)
  expect(blankImageLocation(file, 'image/jpeg')).toBe(false)
  expect(file).toEqual(before)
})
