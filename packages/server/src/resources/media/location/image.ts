import { crc32, inflateSync } from 'node:zlib'
import { invalidMedia } from '../inspect/inspection.ts'
import { blankGps } from './tiff.ts'

const xmpTextBytesMax = 4_194_304
const exifId = 'Exif\0\0'
const xmpId = 'http://ns.adobe.com/xap/1.0/\0'
const xmpExtensionId = 'http://ns.adobe.com/xmp/extension/\0'
/** The GUID, length and offset that precede each part of an extended packet. */
const xmpExtensionHeadBytes = 40

/**
 * Blanks the location metadata of an image in place: GPS in EXIF, and every XMP packet with a
 * position. Pixels, file size, all other fields and the offsets to second images stay the same.
 * Returns whether anything changed.
 */
export function blankImageLocation(file: Buffer, mimeType: string): boolean {
  switch (mimeType) {
    case 'image/jpeg':
      return blankJpeg(file)
    case 'image/png':
      return blankPng(file)
    case 'image/webp':
      return blankWebp(file)
    case 'image/gif':
      return blankGif(file)
    default:
      return false
  }
}

/** Whether an XMP packet (UTF-8 or 16) has a position: `exif:GPSLatitude`, `drone-dji:GpsLongitude`. */
export function namesPosition(packet: Buffer): boolean {
  return /gpsl(?:at|ong)/i.test(packet.toString('latin1').replaceAll('\0', ''))
}

/** Blanks GPS. Drops a block that cannot be parsed, since it may hold a position. */
export function blankExif(tiff: Buffer, drop: () => void): boolean {
  try {
    return blankGps(tiff)
  } catch {
    drop()
    return true
  }
}

/** Searches by identifier, which finds second images and previews; pixels never hold `FF E1`. */
function blankJpeg(file: Buffer): boolean {
  let isChanged = false
  for (const segment of segmentsOf(file, exifId)) {
    const tiff = segment.subarray(exifId.length)
    isChanged = blankExif(tiff, () => segment.fill(0)) || isChanged
  }
  const packets = segmentsOf(file, xmpId)
  const parts = segmentsOf(file, xmpExtensionId)
  const headBytes = xmpExtensionId.length + xmpExtensionHeadBytes
  const extended = Buffer.concat(parts.map((part) => part.subarray(headBytes)))
  if (![...packets, extended].some(namesPosition)) return isChanged
  for (const segment of [...packets, ...parts]) segment.fill(0)
  return true
}

/** Segments may be nested. The limit on their total length bounds the work for a hostile file. */
function segmentsOf(file: Buffer, id: string): Buffer[] {
  const segments: Buffer[] = []
  let claimedBytes = 0
  for (
    let offset = file.indexOf(id, 0, 'latin1');
    offset !== -1;
    offset = file.indexOf(id, offset + 1, 'latin1')
  ) {
    if (offset < 4 || file.readUInt16BE(offset - 4) !== 0xffe1) continue
    const segment = file.subarray(offset, offset - 2 + file.readUInt16BE(offset - 2))
    claimedBytes += segment.length
    if (claimedBytes > 2 * file.length) throw invalidMedia('The metadata of the image is damaged.')
    segments.push(segment)
  }
  return segments
}

function blankPng(file: Buffer): boolean {
  let isChanged = false
  const inflated = { bytesLeft: xmpTextBytesMax }
  for (let offset = 8; offset + 12 <= file.length; ) {
    const length = file.readUInt32BE(offset)
    const chunk = file.subarray(offset + 4, offset + 8 + length)
    const body = chunk.subarray(4)
    offset += 12 + length
    if (offset > file.length) break
    const drop = () => {
      // A private chunk type, which every reader skips.
      chunk.write('voId', 'latin1')
      body.fill(0)
    }
    const type = chunk.toString('latin1', 0, 4)
    if (type === 'eXIf' ? !blankExif(body, drop) : !hasPosition(type, body, inflated)) continue
    if (type !== 'eXIf') drop()
    file.writeUInt32BE(crc32(chunk), offset - 4)
    isChanged = true
  }
  return isChanged
}

/**
 * Whether a text chunk is XMP with a position, or metadata that ImageMagick wrote as text.
 * Compressed XMP that is too long to decompress counts as having a position.
 */
function hasPosition(type: string, body: Buffer, inflated: { bytesLeft: number }): boolean {
  if (!['iTXt', 'tEXt', 'zTXt'].includes(type)) return false
  const end = body.subarray(0, 80).indexOf(0)
  const keyword = body.toString('latin1', 0, Math.max(end, 0))
  if (/^raw profile type (?:exif|app1|xmp)$/i.test(keyword)) return true
  if (keyword !== 'XML:com.adobe.xmp') return false
  const isCompressed = type === 'iTXt' && body[end + 1] === 1
  if (!isCompressed) return namesPosition(body)
  if (inflated.bytesLeft < 1) return true
  try {
    // After the keyword: two flags, then a language and a translated keyword, each ended by 0.
    const text = body.indexOf(0, body.indexOf(0, end + 3) + 1) + 1
    const packet = inflateSync(body.subarray(text), { maxOutputLength: inflated.bytesLeft })
    inflated.bytesLeft -= packet.length
    return namesPosition(packet)
  } catch {
    inflated.bytesLeft = 0
    return true
  }
}

function blankWebp(file: Buffer): boolean {
  let isChanged = false
  let features: Buffer | null = null
  for (let offset = 12; offset + 8 <= file.length; ) {
    const type = file.toString('latin1', offset, offset + 4)
    const length = file.readUInt32LE(offset + 4)
    const chunk = file.subarray(offset, offset + 8 + length)
    const body = chunk.subarray(8)
    offset += 8 + length + (length % 2)
    const drop = (flag: number) => {
      chunk.write('JUNK', 'latin1')
      body.fill(0)
      if (features?.[0]) features[0] &= ~flag
    }
    if (type === 'VP8X') features = body
    if (type === 'EXIF') {
      const hasId = body.toString('latin1', 0, exifId.length) === exifId
      const tiff = hasId ? body.subarray(exifId.length) : body
      isChanged = blankExif(tiff, () => drop(0x08)) || isChanged
    }
    if (type === 'XMP ' && namesPosition(body)) {
      drop(0x04)
      isChanged = true
    }
  }
  return isChanged
}

/** A GIF's XMP packet ends with the "magic trailer", which starts with `01 FF FE FD`. */
function blankGif(file: Buffer): boolean {
  const id = '\x21\xff\x0bXMP DataXMP'
  let isChanged = false
  let end = 0
  for (;;) {
    const offset = file.indexOf(id, end, 'latin1')
    end = offset === -1 ? -1 : file.indexOf('\x01\xff\xfe\xfd', offset, 'latin1')
    if (end === -1) return isChanged
    const packet = file.subarray(offset + id.length, end)
    if (!namesPosition(packet)) continue
    packet.fill(' ')
    isChanged = true
  }
}
