import { expect, onTestFinished, test } from 'vitest'
import { serverOrigin } from '../src/core/hosts.ts'
import type { Network } from '../src/core/sandbox.ts'
import { createSandbox, type SandboxServer } from '../src/sandbox.ts'
import { serverFetch } from './server-fetch.ts'
import { sparrow } from './sparrow.ts'

/** The imaginary network with two servers. */
const flock: Network = {
  ...sparrow,
  hosts: { nest: '/sparrow/nest', barn: '/sparrow/barn' },
  apis: [
    {
      prefix: '/sparrow/nest',
      nameOf: (_method, path) => (path.endsWith('/about') ? null : path.split('/').at(-1)!),
      endpoints: ['songs'],
      mount(app) {
        app.get('/sparrow/nest/songs', (context) => context.json({ url: context.req.url }))
        app.get('/sparrow/nest/about', (context) => context.text('About'))
      },
    },
  ],
}

async function open(host?: string): Promise<SandboxServer> {
  const sandbox = createSandbox({ networks: [flock] })
  onTestFinished(() => sandbox.close())
  await sandbox.listen(0, host)
  return sandbox
}

test('a request to a server’s host is handled under its prefix and logged with it', async () => {
  const sandbox = await open()
  const origin = serverOrigin(sandbox.context, 'nest')
  const response = await serverFetch(`${origin}/songs?limit=2`)
  expect(await response.json()).toEqual({ url: `${origin}/songs?limit=2` })
  expect(sandbox.context.calls.list()).toMatchObject([
    { name: 'songs', path: '/sparrow/nest/songs?limit=2', status: 200 },
  ])
})

test('a fault for a path of a server applies to a request to its host', async () => {
  const sandbox = await open()
  const fault = { platform: 'sparrow', match: '/songs', kind: 'rate_limited' as const }
  sandbox.state.faults.put({ id: 'f', ms: 0, skip: 0, remaining: 1, ...fault })
  const address = `${serverOrigin(sandbox.context, 'nest')}/songs`
  expect((await serverFetch(address)).status).toBe(420)
  expect((await serverFetch(address)).status).toBe(200)
})

test('a page without an endpoint name is neither logged nor subject to faults', async () => {
  const sandbox = await open()
  const fault = { platform: 'sparrow', match: '*', kind: 'rate_limited' as const }
  sandbox.state.faults.put({ id: 'f', ms: 0, skip: 0, remaining: 1, ...fault })
  const page = await serverFetch(`${serverOrigin(sandbox.context, 'nest')}/about`)
  expect(await page.text()).toBe('About')
  expect(sandbox.context.calls.list()).toEqual([])
})

test('a path of another server or of the sandbox returns 404 on a server’s host', async () => {
  const sandbox = await open()
  for (const [label, path] of [
    ['barn', '/songs'],
    ['nest', '/control/state'],
    ['nest', '/health'],
  ]) {
    const { status } = await serverFetch(serverOrigin(sandbox.context, label!) + path)
    expect([label, path, status]).toEqual([label, path, 404])
  }
})

test('an unknown label returns 404 with the known ones', async () => {
  const sandbox = await open()
  const response = await serverFetch(`${serverOrigin(sandbox.context, 'loft')}/songs`)
  expect(response.status).toBe(404)
  expect(await response.text()).toBe(
    'There is no server "loft.localhost". There are: nest.localhost, barn.localhost.',
  )
})

test('a server’s origin has the port on which the sandbox listens', async () => {
  const sandbox = await open('0.0.0.0')
  const { port } = new URL(sandbox.context.origin())
  expect(serverOrigin(sandbox.context, 'nest')).toBe(`http://nest.localhost:${port}`)
})

test('pictures of accounts are served on a server’s host', async () => {
  const sandbox = await open()
  const picture = `${serverOrigin(sandbox.context, 'nest')}/pictures/sparrow-1`
  expect((await serverFetch(picture)).headers.get('content-type')).toBe('image/svg+xml')
})
