import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Network } from '../src/core/sandbox.ts'
import { networks } from '../src/networks.ts'
import { createSandbox } from '../src/sandbox.ts'
import { sparrow } from './sparrow.ts'

const source = join(import.meta.dirname, '..', 'src')
const callback = 'https://app.example/back'

/** Code shared by Meta's networks may name them, and the registry must. */
const mayNameNetworks = ['graph', 'networks.ts', ...networks.map(({ id }) => id)]

test('only the registry and the networks’ folders name a network', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !mayNameNetworks.includes(path.split('/')[0]!))
    .filter((path) => {
      const text = readFileSync(join(source, path), 'utf8')
      // A comment can cite a platform document such as `threads.md §1`.
      return networks.some(({ id }) =>
        text
          .replaceAll(/\b[a-z-]+\.md §/g, '')
          .toLowerCase()
          .includes(id),
      )
    })
  expect(found).toEqual([])
})

test('only the registry imports from the networks’ folders', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !mayNameNetworks.includes(path.split('/')[0]!))
    .filter((path) => {
      const text = readFileSync(join(source, path), 'utf8')
      const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, target]) =>
        relative(source, join(source, path, '..', target!)),
      )
      return imports.some(
        (target) => target !== 'networks.ts' && mayNameNetworks.includes(target.split('/')[0]!),
      )
    })
  expect(found).toEqual([])
})

test('a registered network has a login page, an API, faults and accounts in the panel', async () => {
  const url = await open([...networks, sparrow])
  await put(url, '/control/apps/sparrow', { redirect_uris: [callback] })
  const login = `${url}/sparrow/www/login?client_id=sparrow-app&redirect_uri=${callback}`

  const page = await (await fetch(login, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('Log in to Sparrow')
  expect(page).toContain('@anna.chirps')
  expect(await (await fetch(url)).text()).toContain('<small>Sparrow')

  const consent = { url: login, decision: 'allow' }
  const { redirect } = await post<{ redirect: string }>(url, '/control/authorize', consent)
  const code = new URL(redirect).searchParams.get('code')
  const token = await post<{ access_token: string }>(url, `/sparrow/api/token?code=${code}`, {})
  const headers = { authorization: `Bearer ${token.access_token}` }
  const me = () => fetch(`${url}/sparrow/api/me`, { headers })
  expect(await (await me()).json()).toEqual({ username: 'anna.chirps', volume: 3 })

  await put(url, '/control/settings', { sparrow_volume: 5 })
  await post(url, '/control/faults', { platform: 'sparrow', match: 'me', kind: 'rate_limited' })
  expect((await me()).status).toBe(420)
  expect(await (await me()).json()).toEqual({ username: 'anna.chirps', volume: 5 })
  const { data } = await get<{ data: { name: string }[] }>(url, '/control/calls')
  expect(data.map(({ name }) => name)).toEqual(['me', 'me', 'me', 'token'])
})

test('a registered network has posts and comments, and its permalinks show them', async () => {
  const url = await open([...networks, sparrow])
  const input = { account: 'sparrow:anna.chirps', text: 'Good morning' }
  const created = await post<{ id: string; media_type: string }>(url, '/control/posts', input)
  expect(created.media_type).toBe('CHIRP')
  const comment = { post: created.id, text: 'Tweet tweet', by_owner: true }
  const response = await post<{ id: string }>(url, '/control/comments', comment)
  expect(response).toMatchObject({ id: 'reply-1', author_name: 'Anna of Sparrow' })
  const html = await (await fetch(`${url}/sparrow/www/chirp/${created.id}`)).text()
  expect(html).toContain('Tweet tweet')
  expect(await (await fetch(`${url}/sparrow/www/@anna.chirps`)).text()).toContain('Good morning')
})

test('an unregistered network returns 404 or 400 everywhere', async () => {
  const url = await open(networks)
  expect((await fetch(`${url}/control/apps/sparrow`)).status).toBe(404)
  expect((await fetch(`${url}/sparrow/www/login`)).status).toBe(404)
  const fault = { platform: 'sparrow', kind: 'transient' }
  await expect(post(url, '/control/faults', fault)).rejects.toThrow('platform')
  await expect(put(url, '/control/settings', { sparrow_volume: 5 })).rejects.toThrow('sparrow')
})

test('a state saved before a network was added gets its app, accounts and settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const stateFile = join(folder, 'state.json')
  const older = createSandbox({ stateFile, networks })
  older.state.settings.update('settings', { text_ms: 7 })
  await older.close()
  const newer = createSandbox({ stateFile, networks: [...networks, sparrow] })
  onTestFinished(() => newer.close())
  expect(newer.state.apps.get('sparrow')?.client_id).toBe('sparrow-app')
  expect(newer.state.accounts.by('username', 'sparrow:anna.chirps')).toHaveLength(1)
  expect(newer.state.accounts.by('username', 'threads:anna.bakes')).toHaveLength(1)
  expect(newer.context.settings()).toMatchObject({ text_ms: 7, sparrow_volume: 3 })
})

async function open(list: readonly Network[]): Promise<string> {
  const sandbox = createSandbox({ networks: list })
  onTestFinished(() => sandbox.close())
  return (await sandbox.listen(0)).url
}

async function send<T>(method: string, address: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { 'content-type': 'application/json' } }
  if (body !== undefined) init.body = JSON.stringify(body)
  const response = await fetch(address, init)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
const get = <T>(url: string, path: string) => send<T>('GET', url + path)
const put = <T>(url: string, path: string, body: unknown) => send<T>('PUT', url + path, body)
const post = <T>(url: string, path: string, body: unknown) => send<T>('POST', url + path, body)
