import { deflateRawSync } from 'node:zlib'
import { pngChunk } from './media-files.ts'

/**
 * Valid images that need far more memory to decode than their size suggests. They are built byte by
 * byte because an encoder would need that memory in the test.
 */
export const heavyImages: Record<string, () => Buffer> = {
  'an interlaced PNG': () => blackPng(10_000, { interlaced: true }),
  'a progressive JPEG': () => grayProgressiveJpeg(10_000),
  'a GIF': () => blackGif(10_000),
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Black, RGBA, 16 bits per sample: 8 bytes per decoded pixel. */
export function blackPng(side: number, options: { interlaced: boolean }): Buffer {
  const passes = options.interlaced ? adam7 : [[0, 0, 1, 1] as const]
  const bytes = passes.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((side - left) / across)
    return sum + Math.ceil((side - top) / down) * (1 + columns * 8)
  }, 0)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, options.interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', zlibOfZeros(bytes)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A zlib stream of zeros: one compressed piece, repeated. */
function zlibOfZeros(bytes: number): Buffer {
  const piece = 1_000_000
  const repeated = deflateRawSync(Buffer.alloc(piece), { finishFlush: 3 })
  const rest = deflateRawSync(Buffer.alloc(bytes % piece))
  const adler = Buffer.alloc(4)
  adler.writeUInt32BE((bytes % 65_521) * 65_536 + 1)
  const pieces = Array.from({ length: Math.floor(bytes / piece) }, () => repeated)
  return Buffer.concat([Buffer.from('7801', 'hex'), ...pieces, rest, adler])
}

/** One scan with one bit ("no difference") per block. 4:4:4, so 6 bytes per pixel in libjpeg. */
export function grayProgressiveJpeg(side: number): Buffer {
  const bits = Math.ceil(side / 8) ** 2 * 3
  const scan = Buffer.alloc(Math.ceil(bits / 8))
  if (bits % 8 !== 0) scan[scan.length - 1] = 0xff >> (bits % 8)
  const size = side.toString(16).padStart(4, '0')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from(`ffdb004300${'01'.repeat(64)}`, 'hex'),
    Buffer.from(`ffc2001108${size}${size}03011100021100031100`, 'hex'),
    Buffer.from(`ffc4001400${'01'}${'00'.repeat(15)}00`, 'hex'),
    Buffer.from('ffda000c03010002000300000000', 'hex'),
    scan,
    Buffer.from('ffd9', 'hex'),
  ])
}

/** LZW of a single run: each code stands for one pixel more than the previous code. */
export function blackGif(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.write('GIF89a', 'latin1')
  header.writeUInt16LE(side, 6)
  header.writeUInt16LE(side, 8)
  header[10] = 0x80
  const frame = Buffer.alloc(11)
  frame[0] = 0x2c
  frame.writeUInt16LE(side, 5)
  frame.writeUInt16LE(side, 7)
  frame[10] = 2
  const data = lzwOfRun(side * side)
  const blocks: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const piece = data.subarray(at, at + 255)
    blocks.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat([header, Buffer.alloc(6), frame, ...blocks, Buffer.from('003b', 'hex')])
}

function lzwOfRun(pixels: number): Buffer {
  const [clear, end] = [4, 5]
  const out: number[] = []
  let pending = 0
  let width = 0
  const put = (code: number, bits: number) => {
    pending += code * 2 ** width
    width += bits
    for (; width >= 8; width -= 8) {
      out.push(pending % 256)
      pending = Math.floor(pending / 256)
    }
  }
  let bits = 3
  for (let remaining = pixels; remaining > 0; ) {
    put(clear, bits)
    bits = 3
    // The first code is one pixel; code n of the table stands for n - 4 pixels.
    put(0, bits)
    remaining -= 1
    for (let next = 6; next < 4_095 && remaining > 0; next += 1) {
      const length = Math.min(next - 4, remaining)
      put(length === 1 ? 0 : length + 4, bits)
      remaining -= length
      if (next + 1 > 2 ** bits - 1 && bits < 12) bits += 1
    }
  }
  put(end, bits)
  if (width > 0) out.push(pending)
  return Buffer.from(out)
}
