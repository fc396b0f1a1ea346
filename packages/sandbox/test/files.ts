import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

/** A JPEG header with this size, without image data. */
export function jpeg(width: number, height: number): Buffer {
  const head = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xc0,
    0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1,
  ])
  head.writeUInt16BE(height, 25)
  head.writeUInt16BE(width, 27)
  return Buffer.concat([head, Buffer.alloc(64), Buffer.from([0xff, 0xd9])])
}

export function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
  ])
}

/** A GIF header with this size, without image data. */
export function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width)
  size.writeUInt16LE(height, 2)
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.alloc(8)])
}

/** An MP4 with this duration and one track of this size, padded to `bytes`. */
export function mp4(seconds: number, bytes = 0, size?: [width: number, height: number]): Buffer {
  const box = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length + 8)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(seconds * 1000, 16)
  const track = Buffer.alloc(84)
  track.writeUInt32BE((size?.[0] ?? 0) << 16, 76)
  track.writeUInt32BE((size?.[1] ?? 0) << 16, 80)
  const tracks = size ? [box('trak', box('tkhd', track))] : []
  const file = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0')),
    box('moov', Buffer.concat([box('mvhd', header), ...tracks])),
  ])
  const rest = bytes - file.length - 8
  return rest > 0 ? Buffer.concat([file, box('mdat', Buffer.alloc(rest))]) : file
}

/** Starts a web server with these files; any other path is 404. Returns its URL. */
export async function serveFiles(files: Record<string, Buffer>): Promise<string> {
  const server = createServer((req, res) => {
    const file = files[(req.url ?? '/').slice(1)]
    res.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Polls until the value matches, for work that the sandbox does in the background. */
export async function until<T>(read: () => Promise<T>, matches: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const value = await read()
    if (matches(value)) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('The expected value did not appear after 2000 reads.')
}
