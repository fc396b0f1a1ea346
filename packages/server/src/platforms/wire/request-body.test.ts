import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { closeAll, httpServer, outbound } from '../../../test/outbound.ts'
import type { PlatformRequest } from '../contract/platform.ts'
import { createPlatformCall } from './call.ts'

afterEach(closeAll)

/** Sends the request to a server that parses it as the Fetch standard does. */
async function received(request: Partial<PlatformRequest>): Promise<Request> {
  let parsed: Request | undefined
  const url = await httpServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers = incoming.headers as Record<string, string>
      const body = Buffer.concat(chunks)
      parsed = new Request('http://server/', { method: 'POST', headers, body })
      response.end('{}')
    })
  })
  await createPlatformCall(outbound())({ method: 'POST', url, ...request })
  return parsed!
}

const readerOf = (data: Buffer) => async (first: number, last: number) =>
  data.subarray(first, last + 1)

test('a streamed body arrives unchanged, with its length and without chunked encoding', async () => {
  const video = randomBytes(2_500_000)
  const request = await received({
    stream: { type: 'video/mp4', size: video.length, read: readerOf(video) },
  })
  expect(request.headers.get('content-type')).toBe('video/mp4')
  expect(request.headers.get('content-length')).toBe('2500000')
  expect(Buffer.from(await request.arrayBuffer()).equals(video)).toBe(true)
})

test('form parts with files, quotes and line breaks in names arrive unchanged', async () => {
  const image = randomBytes(1_200_000)
  const fileName = 'a "loaf"\r\n.jpg'
  const request = await received({
    parts: [
      { name: 'description', value: 'Größe 👍\r\n--postern' },
      { name: 'file', fileName, type: 'image/jpeg', size: image.length, read: readerOf(image) },
    ],
  })
  const form = await request.formData()
  expect(form.get('description')).toBe('Größe 👍\r\n--postern')
  const file = form.get('file') as File
  expect([file.name, file.type, file.size]).toEqual([fileName, 'image/jpeg', 1_200_000])
  expect(Buffer.from(await file.arrayBuffer()).equals(image)).toBe(true)
})

test('a file that cannot be read fails the request', async () => {
  const read = () => Promise.reject(new Error('the file is gone'))
  const sent = received({ stream: { type: 'video/mp4', size: 10, read } })
  await expect(sent).rejects.toMatchObject({ kind: 'unavailable' })
})
