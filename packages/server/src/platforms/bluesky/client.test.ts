import { expect, test } from 'vitest'
import { memoryStorage } from '../../../test/platforms/memory-storage.ts'
import { blueskyClient, clientFields, clientKeys, findClientProblem } from './client.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')
const issuer = 'https://bsky.social'

test.each([
  ['https://posts.example.com', null],
  ['http://localhost:4000', null],
  ['http://127.0.0.1:4000', null],
  ['https://posts.example.com:8443', 'Bluesky needs a PUBLIC_URL without a port.'],
  [
    'http://posts.example.com',
    'Bluesky needs a PUBLIC_URL with https, or http://localhost for development.',
  ],
])('a PUBLIC_URL of %s → %s', (publicUrl, problem) => {
  expect(findClientProblem(publicUrl)).toBe(problem)
})

test('the loopback client describes its callback at 127.0.0.1 and its scope', () => {
  const { kind, id, redirectUri } = blueskyClient('http://localhost:4000')
  expect([kind, redirectUri]).toEqual([
    'loopback',
    'http://127.0.0.1:4000/connect/callback/bluesky',
  ])
  const url = new URL(id)
  expect(url.origin).toBe('http://localhost')
  expect(url.searchParams.get('redirect_uri')).toBe(redirectUri)
  expect(url.searchParams.get('scope')).toContain('transition:generic')
})

test('concurrent first uses make one key', async () => {
  const storage = memoryStorage()
  const [first, second] = await Promise.all([clientKeys(storage), clientKeys(storage)])
  expect(first).toHaveLength(1)
  expect(second).toEqual(first)
})

test('an assertion is for the issuer, lives a minute and names its key', async () => {
  const storage = memoryStorage()
  const [key] = await clientKeys(storage)
  const client = { id: 'https://posts.example.com/oauth-client-metadata.json', kid: key!.kid }
  const fields = await clientFields({ storage, now }, client, issuer)
  const [header, claims] = fields
    .client_assertion!.split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  expect(header).toEqual({ alg: 'ES256', kid: key!.kid })
  expect(claims).toMatchObject({
    iss: client.id,
    sub: client.id,
    aud: issuer,
    iat: 1_795_251_600,
    exp: 1_795_251_660,
  })
})

test('a session of a key that is gone says so and is not the end of the access', async () => {
  const client = { id: 'https://posts.example.com/oauth-client-metadata.json', kid: 'gone' }
  await expect(
    clientFields({ storage: memoryStorage(), now }, client, issuer),
  ).rejects.toMatchObject({ kind: 'unavailable', platformCode: 'client_key_missing' })
})
