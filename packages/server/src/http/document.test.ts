import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { describeApi } from '../app.ts'

const testApp = useTestApp()

const paths = ['/v1/openapi.json', '/docs/openapi.json', '/docs', '/docs/errors']

describe.each(paths)('%s', (path) => {
  const get = (headers: Record<string, string> = {}) => testApp.app.request(path, { headers })

  test('is compressed with an accepted encoding, with the same text each time', async () => {
    const plain = await get()
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    for (const [encoding, expand] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await get({ 'accept-encoding': `${encoding}, identity;q=0.5` })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('content-type')).toBe(plain.headers.get('content-type'))
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBeLessThan(text.length / 4)
      expect(expand(bytes).toString('utf8')).toBe(text)
    }
  })

  test('returns 304 without a body for its ETag, and 200 for another', async () => {
    const etag = (await get()).headers.get('etag')!
    for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
      const same = await get({ ...headers, 'if-none-match': etag })
      expect([same.status, await same.text()]).toEqual([304, ''])
      expect(same.headers.get('etag')).toBe(etag)
      expect(same.headers.get('cache-control')).toBe('no-cache')
      expect(same.headers.get('x-request-id')).toMatch(/^req_/)
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })
})

test('/v1/openapi.json returns the document of the routes', async () => {
  const response = await testApp.app.request('/v1/openapi.json')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(describeApi())))
})
