import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imageFile, upload } from '../../../../test/media-files.ts'
import { type ApiResponse, openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let server: Server
let origin: string
let bytes: Buffer
const hanging: ServerResponse[] = []

beforeAll(async () => {
  testApp = await openTestApp()
  bytes = await imageFile()
  server = createServer((request, response) => {
    if (request.url === '/photo.jpg') response.end(bytes)
    else hanging.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await testApp.close()
})

const createProfile = async (name: string): Promise<string> =>
  (await testApp.call('POST', '/v1/profiles', { name })).body.id

const importInto = (profile: string, path: string): Promise<ApiResponse> =>
  testApp.call('POST', '/v1/media', { url: `${origin}${path}` }, { profile })

/** Starts imports that never receive a response, and waits until they are open. */
async function startHanging(profile: string, count: number): Promise<Promise<ApiResponse>[]> {
  const before = hanging.length
  const imports = Array.from({ length: count }, () => importInto(profile, '/never.jpg'))
  await vi.waitFor(() => expect(hanging.length).toBe(before + count), 10_000)
  return imports
}

async function endHanging(imports: Promise<ApiResponse>[]): Promise<void> {
  for (const response of hanging.splice(0)) response.destroy()
  for (const { status } of await Promise.all(imports)) expect(status).toBe(422)
}

test('hanging imports occupy only the slots of their own profile', async () => {
  const [slow, other] = [await createProfile('slow'), await createProfile('other')]
  const imports = await startHanging(slow, 16)
  const refused = [
    await importInto(slow, '/photo.jpg'),
    await upload(testApp, bytes, { profile: slow }),
  ]
  for (const { status, body, headers } of refused) {
    expect([status, body.error.code]).toEqual([429, 'rate_limited'])
    expect(headers.get('retry-after')).toBe('2')
  }
  expect((await importInto(other, '/photo.jpg')).status).toBe(201)
  expect((await upload(testApp, bytes, { profile: other })).status).toBe(201)

  await endHanging(imports)
  expect((await importInto(slow, '/photo.jpg')).status).toBe(201)
})

test('an upload replayed with its Idempotency-Key needs a slot too', async () => {
  const profile = await createProfile('again')
  const headers = { 'idempotency-key': 'file-1' }
  const first = await upload(testApp, bytes, { profile, headers })
  const imports = await startHanging(profile, 16)
  const again = await upload(testApp, bytes, { profile, headers })
  expect([again.status, again.body.error.code]).toEqual([429, 'rate_limited'])
  await endHanging(imports)
  expect((await upload(testApp, bytes, { profile, headers })).body).toEqual(first.body)
})

test('imports of all profiles exceed the slots of the process → 503 overloaded', async () => {
  const profiles = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(createProfile))
  const last = profiles.pop()!
  const imports: Promise<ApiResponse>[] = []
  for (const profile of profiles) imports.push(...(await startHanging(profile, 16)))
  const { status, body } = await importInto(last, '/photo.jpg')
  expect([status, body.error.code]).toEqual([503, 'overloaded'])
  expect((await testApp.call('GET', '/v1/me')).status).toBe(200)
  await endHanging(imports)
  expect((await importInto(last, '/photo.jpg')).status).toBe(201)
})
