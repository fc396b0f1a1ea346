import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, openBucket } from '../../test/bucket.ts'
import { buildMedia, imageFile, videoFixture } from '../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

type Got = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

let bucket: Bucket

beforeAll(async () => {
  bucket = await openBucket()
})
afterAll(() => bucket.close())

describe.each(['disk', 'bucket'] as const)('media on a %s', (kind) => {
  let testApp: TestApp
  let server: Server
  let path: string
  const bytes = videoFixture('clip.mp4')

  beforeAll(async () => {
    testApp = await openTestApp({ poolMax: 2, env: kind === 'bucket' ? bucket.env : {} })
    server = createAdaptorServer({ fetch: testApp.app.fetch }) as Server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    path = new URL((await buildMedia(testApp, { bytes })).url).pathname
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await testApp.close()
  })

  /** Uses a real socket, as platforms do. */
  function get(
    requestPath: string = path,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Got> {
    const { port } = server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path: requestPath, method, headers, agent: false },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          const { statusCode: status = 0, headers: responseHeaders } = response
          resolve({ status, headers: responseHeaders, body: Buffer.concat(chunks) })
        },
      )
        .on('error', reject)
        .end()
    })
  }

  test('the whole file has its type, length and name, and a policy that allows nothing', async () => {
    const { status, headers, body } = await get()
    expect(status).toBe(200)
    expect(body).toEqual(bytes)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': expect.stringMatching(/^inline; filename="med_[0-9a-z]{26}\.mp4"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    })
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=6000-', 6_000, 6_122],
    ['bytes=-22', 6_100, 6_122],
    ['bytes=0-9999999', 0, 6_122],
    ['bytes=0-9, 20-29', 0, 10],
  ])('%s is 206 with exactly those bytes', async (range, start, end) => {
    const { status, headers, body } = await get(path, { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/6122`)
    expect(headers['content-length']).toBe(String(end - start))
    expect(body).toEqual(bytes.subarray(start, end))
  })

  test('a range beyond the end returns 416 with the length of the file', async () => {
    const { status, headers, body } = await get(path, { range: 'bytes=6122-' })
    expect([status, headers['content-range'], body.length]).toEqual([416, 'bytes */6122', 0])
  })

  test('If-Range with another entity tag returns the whole file', async () => {
    const range = { range: 'bytes=0-9' }
    expect((await get(path, { ...range, 'if-range': '"other"' })).status).toBe(200)
    const { etag } = (await get()).headers
    expect((await get(path, { ...range, 'if-range': String(etag) })).status).toBe(206)
  })

  test('HEAD returns only the headers', async () => {
    const { status, headers, body } = await get(path, {}, 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, '6122', 0])
    const part = await get(path, { range: 'bytes=0-9' }, 'HEAD')
    expect([part.status, part.headers['content-length']]).toEqual([206, '10'])
  })

  test('If-None-Match with the entity tag returns 304', async () => {
    const { etag } = (await get()).headers
    for (const condition of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      expect((await get(path, { 'if-none-match': condition })).status).toBe(304)
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('the thumbnail of an image is a WebP within its bounds', async () => {
    const media = await buildMedia(testApp, {
      bytes: await imageFile('jpeg', { width: 1_200, height: 600, orientation: 6 }),
    })
    const { status, headers, body } = await get(new URL(media.thumbnail_url!).pathname)
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    const { default: sharp } = await import('sharp')
    expect(await sharp(body).metadata()).toMatchObject({ width: 240, height: 480 })
  })

  test('any wrong part of a URL returns the same 404', async () => {
    const [, , token = '', name = ''] = path.split('/')
    const [id = '', secret = ''] = token.split('.')
    const otherSecret = new URL((await buildMedia(testApp)).url).pathname
      .split('/')[2]!
      .split('.')[1]
    for (const wrong of [
      `/media/${token}/other.mp4`,
      `/media/${token}/thumbnail.webp`,
      `/media/${id}/${name}`,
      `/media/${id}./${name}`,
      `/media/${id}.${otherSecret}/${name}`,
      `/media/${id}.${secret.slice(0, -1)}/${name}`,
      `/media/med_00000000000000000000000000.${secret}/${name}`,
      `/media/..%2f..%2fsecrets.json/${name}`,
      `/media/${token}/..%2f..%2f..%2fsecrets.json`,
      `/media/%00/${name}`,
    ]) {
      const { status, body } = await get(wrong)
      expect([wrong, status, body.toString()]).toEqual([wrong, 404, 'File not found.\n'])
    }
    for (const listing of ['/media', '/media/', `/media/${token}`, `/media/${token}/`]) {
      expect((await get(listing)).status).toBe(404)
    }
  })

  test('deleted media returns 404', async () => {
    const media = await buildMedia(testApp)
    const path = new URL(media.url).pathname
    expect((await get(path)).status).toBe(200)
    await testApp.call('DELETE', `/v1/media/${media.id}`)
    expect((await get(path)).status).toBe(404)
    expect((await get(new URL(media.thumbnail_url!).pathname)).status).toBe(404)
    if (kind === 'bucket') {
      expect([...bucket.objects.keys()].filter((key) => key.includes(media.id))).toEqual([])
    }
  })

  test('a client that disconnects halfway does not affect later requests', async () => {
    const large = await buildMedia(testApp, {
      bytes: await imageFile('png', { width: 1_500, height: 1_000 }),
    })
    const { port } = server.address() as AddressInfo
    await new Promise<void>((resolve) => {
      const call = request(
        { host: '127.0.0.1', port, path: new URL(large.url).pathname, agent: false },
        (response) => response.once('data', () => response.destroy()).once('close', resolve),
      )
      call.on('error', () => {})
      call.end()
    })
    expect((await get()).body).toEqual(bytes)
  })
})
