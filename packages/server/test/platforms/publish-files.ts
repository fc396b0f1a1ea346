import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PostMedia } from '../../src/platforms/contract/publish.ts'

export type Files = Awaited<ReturnType<typeof serveFiles>>

/** Generates test media and serves them to the sandbox, which fetches them as a platform does. */
export async function serveFiles() {
  const files = new Map<string, Buffer>()
  const server = createServer((req, res) => {
    const bytes = files.get((req.url ?? '/').slice(1))
    res.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const add = (
    bytes: Buffer,
    properties: Pick<PostMedia, 'type' | 'mimeType'> & Partial<PostMedia>,
  ) => {
    const name = `file-${files.size}`
    files.set(name, bytes)
    const media: PostMedia = {
      id: `med_${name}`,
      size: bytes.length,
      width: null,
      height: null,
      durationMs: null,
      altText: null,
      url: `${base}/${name}`,
      read: async (first, last) => bytes.subarray(first, last + 1),
      ...properties,
    }
    return media
  }

  return {
    jpeg: (more: Partial<PostMedia> = {}): PostMedia => {
      const data = jpeg(1_080, 1_080)
      const size = { width: 1_080, height: 1_080 }
      return add(data, {
        type: 'image',
        mimeType: 'image/jpeg',
        ...size,
        fit: async () => ({ type: 'image/jpeg', data, ...size }),
        ...more,
      })
    },

    mp4: (more: Partial<PostMedia> = {}): PostMedia =>
      add(mp4(10), {
        type: 'video',
        mimeType: 'video/mp4',
        width: 1_080,
        height: 1_920,
        durationMs: 10_000,
        ...more,
      }),

    /** The same properties with bytes that are not media. */
    broken: (media: PostMedia): PostMedia => ({
      ...add(Buffer.from('<html>'), media),
      url: `${base}/file-${files.size - 1}`,
    }),

    /** The same file with a URL that returns 404. */
    missing: (media: PostMedia): PostMedia => ({ ...media, url: `${base}/nothing` }),

    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A JPEG header with this size, enough for reading dimensions. */
function jpeg(width: number, height: number): Buffer {
  const head = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xc0,
    0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1,
  ])
  head.writeUInt16BE(height, 25)
  head.writeUInt16BE(width, 27)
  return Buffer.concat([head, Buffer.alloc(64), Buffer.from([0xff, 0xd9])])
}

/** An MP4 with this duration in its movie header. */
function mp4(seconds: number): Buffer {
  const box = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length + 8)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(seconds * 1_000, 16)
  const parts = [box('ftyp', Buffer.from('isom\0\0\0\0')), box('moov', box('mvhd', header))]
  return Buffer.concat([...parts, box('mdat', Buffer.alloc(2_048))])
}
