import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  expectNothingStored,
  formType,
  imageFile,
  partHeader,
  truncated,
  videoFixture,
} from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { authenticateKey } from '../../../access/keys.ts'
import { limits } from '../../../core/limits.ts'
import { bodyChunks } from '../../../http/body.ts'
import { uploadMedia } from './create.ts'
import { receiveFile, withIncomingDirectory } from './incoming.ts'

const bytesMax = 2_000_000
let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp({ env: { MEDIA_BYTES_MAX: String(bytesMax) } })
})
afterAll(() => testApp.close())

/** A rejected upload must leave nothing behind. */
afterEach(() => expectNothingStored(testApp))

describe('uploads over the limit', () => {
  /** A form with an endless file; counts the bytes that were consumed. */
  function endlessForm(head: Buffer) {
    const consumed = { bytes: 0 }
    const chunk = Buffer.alloc(65_536, 1)
    let isFirst = true
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (isFirst) {
          controller.enqueue(partHeader({ name: 'file', filename: 'a.mp4' }))
          controller.enqueue(head)
        }
        isFirst = false
        consumed.bytes += chunk.length
        controller.enqueue(chunk)
      },
    })
    return { taken: consumed, body }
  }

  async function post(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
    const response = await testApp.app.request('/v1/media', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApp.ownerKey}`,
        'content-type': formType,
        ...headers,
      },
      body,
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, body: (await response.json()) as never as ErrorBody }
  }
  type ErrorBody = { error: { code: string; message: string } }

  test.each([{}, { 'content-length': '1000' }])(
    'a video over the limit, with %o → 413, and reading stops',
    async (headers) => {
      const { taken, body } = endlessForm(videoFixture('clip.mp4').subarray(0, 64))
      const response = await post(body, headers as Record<string, string>)
      expect([response.status, response.body.error.code]).toEqual([413, 'payload_too_large'])
      expect(response.body.error.message).toContain(String(bytesMax))
      expect(taken.bytes).toBeLessThan(bytesMax + 1_000_000)
    },
  )

  test('an endless file that is not media → 415 after its first bytes', async () => {
    const { taken, body } = endlessForm(Buffer.from('MZ'))
    const response = await post(body)
    expect([response.status, response.body.error.code]).toEqual([415, 'media_type_not_supported'])
    expect(taken.bytes).toBeLessThan(1_000_000)
  })

  test('256 MB are received without being held in memory', async () => {
    const head = videoFixture('clip.mp4').subarray(0, 64)
    const chunk = Buffer.alloc(1_048_576)
    let rssMax = 0
    async function* source() {
      yield head
      for (let count = 0; count < 256; count += 1) {
        rssMax = Math.max(rssMax, process.memoryUsage().rss)
        yield chunk
      }
    }
    const before = process.memoryUsage().rss
    const received = await withIncomingDirectory(testApp.ctx, (directory) =>
      receiveFile(source(), directory, limits.media.bytesMax),
    )
    expect(received.size).toBe(head.length + 256 * 1_048_576)
    expect(rssMax - before).toBeLessThan(64_000_000)
  })
})

describe('slow uploads', () => {
  async function uploadFrom(body: ReadableStream<Uint8Array>, bounds: { idleMsMax: number }) {
    const scope = await authenticateKey(testApp.ctx, testApp.ownerKey, undefined)
    const request = new Request('http://localhost/v1/media', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const upload = {
      contentType: formType,
      length: null,
      chunks: () => bodyChunks(request, { deadlineMs: 60_000, ...bounds }),
    }
    return await uploadMedia(testApp.ctx, scope, upload, async () => {})
  }

  test('an upload that stalls → request_timeout', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(partHeader({ name: 'file', filename: 'a.jpg' }))
        controller.enqueue(truncated(await imageFile('jpeg')))
      },
    })
    const sent = uploadFrom(body, { idleMsMax: 100 })
    await expect(sent).rejects.toMatchObject({ code: 'request_timeout' })
  })

  test('a client that disconnects → validation_failed, not a 5xx', async () => {
    let leave = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(partHeader({ name: 'file', filename: 'a.jpg' }))
        controller.enqueue(truncated(await imageFile('jpeg')))
        leave = () => controller.error(new Error('ECONNRESET'))
      },
      pull: () => leave(),
    })
    const sent = uploadFrom(body, { idleMsMax: 10_000 })
    await expect(sent).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
