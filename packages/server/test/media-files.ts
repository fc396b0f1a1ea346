import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Media } from '../src/schemas/media.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

const fixtures = join(import.meta.dirname, 'fixtures', 'media')

/** A small real video: the test picture of ffmpeg 5.1, one second, 320 × 180. */
export function videoFixture(
  name: 'clip.mp4' | 'clip.mov' | 'clip.webm' | 'portrait.mp4' | 'audio-only.mp4' | 'reel.mp4',
): Buffer {
  return readFileSync(join(fixtures, name))
}

/**
 * A photo as an iPhone stores it, made with libheif 1.23: HEVC of 64 × 56 pixels, the left half red, the
 * right one blue, to be turned by 90° to the right, with a profile (Display P3) and a position in EXIF
 * and XMP.
 */
export function heicFixture(): Buffer {
  return readFileSync(join(fixtures, 'photo.heic'))
}

/** The same as phones take it: upright, 3:4. */
export function portraitHeic(): Buffer {
  const bytes = heicFixture()
  // The height of the part that is shown, before it is turned.
  bytes.writeUInt32BE(48, bytes.indexOf('clap', 0, 'latin1') + 12)
  return bytes
}

/** A real image of random noise, so that its size is like that of a photo. */
export async function imageFile(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg',
  options: { width?: number; height?: number; orientation?: number } = {},
): Promise<Buffer> {
  const { width = 300, height = 200, orientation } = options
  const image = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const rotated = orientation ? image.withMetadata({ orientation }) : image
  return await rotated[format]().toBuffer()
}

/** Two frames of 40 × 40 pixels, the first one black. */
export async function animation(format: 'gif' | 'webp') {
  const frames = [0, 1].map((shade) => Buffer.alloc(40 * 40 * 3, shade * 200))
  const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
  return await sharp(Buffer.concat(frames), { raw })
    [format]({ loop: 0, delay: [50, 50] })
    .toBuffer()
}

/** The first `share` of a file. */
export function truncated(bytes: Buffer, share = 0.6): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

/** A valid PNG of 50 kB that decompresses to 400,000,000 pixels. */
export function pixelBomb(): Buffer {
  const side = 20_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

export type FormPart = { name: string; filename?: string; type?: string; bytes: Buffer | string }

export const boundary = 'postern-test-boundary'
export const formType = `multipart/form-data; boundary=${boundary}`

/** A multipart/form-data body as clients send it. */
export function formOf(parts: readonly FormPart[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [partHeader(part), Buffer.from(part.bytes), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

export function partHeader({ name, filename, type }: Omit<FormPart, 'bytes'>): Buffer {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const contentType = type === undefined ? '' : `\r\nContent-Type: ${type}`
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${contentType}\r\n\r\n`,
  )
}

/** Uploads one file through the API and returns the response, even an error. */
export async function upload(
  testApp: TestApp,
  bytes: Buffer | string,
  options: {
    filename?: string
    alt_text?: string
    keep_location?: 'true' | 'false'
    key?: string | null
    profile?: string
    headers?: Record<string, string>
  } = {},
): Promise<ApiResponse> {
  const { filename = 'photo.jpg', alt_text, keep_location, headers, ...rest } = options
  const parts: FormPart[] = [{ name: 'file', filename, bytes }]
  if (alt_text !== undefined) parts.push({ name: 'alt_text', bytes: alt_text })
  if (keep_location !== undefined) parts.push({ name: 'keep_location', bytes: keep_location })
  const raw = formOf(parts)
  return await testApp.call('POST', '/v1/media', undefined, {
    ...rest,
    raw,
    headers: { 'content-type': formType, 'content-length': String(raw.length), ...headers },
  })
}

/** Uploads media through the API: a small image by default. */
export async function buildMedia(
  testApp: TestApp,
  options: { bytes?: Buffer; profile?: string; key?: string } = {},
): Promise<Media> {
  const { bytes = await imageFile(), ...rest } = options
  const response = await upload(testApp, bytes, rest)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Every file in the local store, and the unfinished uploads. */
export function filesOnDisk(testApp: TestApp): { stored: string[]; incoming: string[] } {
  const list = (name: string) => {
    const directory = join(testApp.ctx.config.dataDir, 'media', name)
    if (!existsSync(directory)) return []
    return readdirSync(directory, { recursive: true }).map(String)
  }
  return {
    stored: list('files').filter((name) => name.includes('/')),
    incoming: list('incoming'),
  }
}

export async function countRows(
  testApp: TestApp,
  table: 'media' | 'media_removal',
): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(`select count(*)::integer as rows from ${table}`)
  return rows[0].rows
}

/** Expects no media rows and no media files. */
export async function expectNothingStored(testApp: TestApp): Promise<void> {
  expect((await countRows(testApp, 'media')) + (await countRows(testApp, 'media_removal'))).toBe(0)
  const root = join(testApp.ctx.config.dataDir, 'media')
  const files = existsSync(root) ? readdirSync(root, { recursive: true }) : []
  expect(files.filter((name) => /[/\\]/.test(String(name)))).toEqual([])
}
