/** Facts read from a file's bytes; null if unknown. */
export type MediaFacts = {
  content_type: string | null
  width: number | null
  height: number | null
  duration_s: number | null
}

/** Detects JPEG, PNG, WebP, GIF, MP4, MOV and WebM by content, never by name or header. */
export function sniff(bytes: Uint8Array): MediaFacts {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const image = sniffImage(data)
  if (image) return { ...image, duration_s: null }
  if (data.toString('latin1', 4, 8) === 'ftyp') {
    const brand = data.toString('latin1', 8, 12)
    const content_type = brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
    return { content_type, ...movieFacts(data) }
  }
  if (data.length >= 4 && data.readUInt32BE(0) === 0x1a45dfa3) {
    return { content_type: 'video/webm', width: null, height: null, duration_s: null }
  }
  return { content_type: null, width: null, height: null, duration_s: null }
}

function sniffImage(data: Buffer): Omit<MediaFacts, 'duration_s'> | null {
  if (data.length < 16) return null
  if (data.readUInt32BE(0) === 0x89504e47 && data.length >= 24) {
    return {
      content_type: 'image/png',
      width: data.readUInt32BE(16),
      height: data.readUInt32BE(20),
    }
  }
  if (data[0] === 0xff && data[1] === 0xd8) {
    return { content_type: 'image/jpeg', ...jpegSize(data) }
  }
  if (data.toString('latin1', 0, 3) === 'GIF') {
    return { content_type: 'image/gif', width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
  }
  if (data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP') {
    return { content_type: 'image/webp', ...webpSize(data) }
  }
  return null
}

type Size = { width: number | null; height: number | null }

function jpegSize(data: Buffer): Size {
  let at = 2
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) }
    at += 2 + data.readUInt16BE(at + 2)
  }
  return { width: null, height: null }
}

function webpSize(data: Buffer): Size {
  const kind = data.toString('latin1', 12, 16)
  if (kind === 'VP8X' && data.length >= 30) {
    return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 }
  }
  if (kind === 'VP8 ' && data.length >= 30) {
    return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff }
  }
  if (kind === 'VP8L' && data.length >= 25) {
    const bits = data.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return { width: null, height: null }
}

/** Reads the duration from mvhd and the size from the first tkhd that has one. */
function movieFacts(data: Buffer): Size & { duration_s: number | null } {
  const facts: Size & { duration_s: number | null } = {
    width: null,
    height: null,
    duration_s: null,
  }
  eachBox(data, 0, data.length, 0, (type, from, until) => {
    if (type === 'mvhd' && until - from >= 32) facts.duration_s = movieDuration(data, from)
    if (type === 'tkhd' && until - from >= 84) {
      const width = data.readUInt32BE(until - 8) >>> 16
      if (width > 0 && facts.width === null) {
        facts.width = width
        facts.height = data.readUInt32BE(until - 4) >>> 16
      }
    }
  })
  return facts
}

function movieDuration(data: Buffer, from: number): number | null {
  const long = data[from] === 1
  const scale = data.readUInt32BE(from + (long ? 20 : 12))
  const length = long ? Number(data.readBigUInt64BE(from + 24)) : data.readUInt32BE(from + 16)
  return scale > 0 ? length / scale : null
}

type BoxVisitor = (type: string, from: number, until: number) => void

function eachBox(
  data: Buffer,
  from: number,
  until: number,
  depth: number,
  visit: BoxVisitor,
): void {
  let at = from
  while (at + 8 <= until) {
    const size = data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    const end = size === 0 ? until : at + size
    if (size === 1 || (size !== 0 && size < 8) || end > until) return
    visit(type, at + 8, end)
    if (depth < 4 && ['moov', 'trak'].includes(type)) eachBox(data, at + 8, end, depth + 1, visit)
    at = end
  }
}
