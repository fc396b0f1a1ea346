import { describe, expect, test } from 'vitest'
import { scriptedServers } from '../../../test/platforms/scripted.ts'
import { PlatformError } from '../contract/errors.ts'
import { redirectUriFor } from './apps.ts'
import { findServer } from './find-server.ts'

const callback = 'https://postern.example.com/connect/callback/mastodon'
const instance = JSON.stringify({ title: 'Bakery', version: '4.6.0', domain: 'bakery.example' })
const missing = { status: 404, text: '<h1>Not found</h1>' }
const noApi = {
  'GET bakery.example/api/v2/instance': missing,
  'GET bakery.example/api/v1/instance': missing,
}
const webfinger = 'GET bakery.example/.well-known/webfinger'

type Script = Parameters<typeof scriptedServers>[0]

async function find(entered: string, script: Script) {
  const { setup, requests } = scriptedServers(script)
  const found = await findServer(setup, entered, callback).catch((err: unknown) => err)
  return { found, requests }
}

test.each([
  ['version 2', { 'GET bakery.example/api/v2/instance': instance }, 1],
  ['version 1', { ...noApi, 'GET bakery.example/api/v1/instance': instance }, 2],
])('a server with %s of the instance is used', async (_name, script, calls) => {
  const { found, requests } = await find('bakery.example', script)
  expect(found).toBe('https://bakery.example')
  expect(requests).toHaveLength(calls)
  expect(requests.every(({ guard }) => guard === 'typed_host')).toBe(true)
})

describe('a name whose API is on another host', () => {
  const api = { 'GET social.bakery.example/api/v2/instance': instance }
  const redirect = (location: string) => ({ status: 302, headers: { location } })

  test('is found by the redirect of WebFinger, even if the person is unknown there', async () => {
    const { found, requests } = await find('@anna@bakery.example', {
      ...noApi,
      ...api,
      [webfinger]: redirect('https://social.bakery.example/.well-known/webfinger?resource=x'),
      'GET social.bakery.example/.well-known/webfinger': missing,
    })
    expect(found).toBe('https://social.bakery.example')
    expect(requests[2]?.url.search).toBe('?resource=acct%3Aanna%40bakery.example')
  })

  test('is found by the link to the actor', async () => {
    const links = [{ rel: 'self', href: 'https://social.bakery.example/users/anna' }]
    const { found } = await find('anna@bakery.example', {
      ...noApi,
      ...api,
      [webfinger]: JSON.stringify({ subject: 'acct:anna@bakery.example', links }),
    })
    expect(found).toBe('https://social.bakery.example')
  })

  test.each([
    ['http', 'http://social.bakery.example/'],
    ['an address', 'https://127.0.0.1/'],
    ['a port', 'https://social.bakery.example:8443/'],
    ['our own host', 'https://postern.example.com/'],
    ['nothing', ''],
  ])('is not followed to %s', async (_name, location) => {
    const { found, requests } = await find('bakery.example', {
      ...noApi,
      [webfinger]: redirect(location),
    })
    expect(found).toMatchObject({ reason: 'server_unknown' })
    expect(requests.every(({ url }) => url.host === 'bakery.example')).toBe(true)
  })

  test('is given up after two redirects', async () => {
    const again = redirect('/.well-known/webfinger?resource=again')
    const { found, requests } = await find('bakery.example', { ...noApi, [webfinger]: again })
    expect(found).toMatchObject({ reason: 'server_unknown' })
    expect(requests).toHaveLength(5)
  })
})

test.each<[string, Script, number]>([
  [
    'the first host that does not respond',
    { 'GET bakery.example/api/v2/instance': new PlatformError('unavailable') },
    1,
  ],
  ['a website', { ...noApi, [webfinger]: '<html>' }, 3],
  [
    'JSON of something else',
    {
      'GET bakery.example/api/v2/instance': '{"ok":true}',
      'GET bakery.example/api/v1/instance': '[]',
      [webfinger]: '{"links":"none"}',
    },
    3,
  ],
])('%s ends the search with server_unknown', async (_name, script, calls) => {
  const { found, requests } = await find('bakery.example', script)
  expect(found).toMatchObject({ name: 'ServerChoiceError', reason: 'server_unknown' })
  expect(requests).toHaveLength(calls)
})

test('a server where our app is registered is not asked again', async () => {
  const { setup, requests } = scriptedServers({})
  const origin = 'https://bakery.example'
  const redirectUri = redirectUriFor(callback, origin)
  await setup.storage.saveApp({ origin, redirectUri, clientId: 'id', clientSecret: 'secret' })
  expect(await findServer(setup, 'BAKERY.example', callback)).toBe(origin)
  expect(requests).toEqual([])
})
