import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/start/ports.ts'
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../database.ts'
import { imaginaryIndex } from '../fixtures/imaginary-network.ts'
import { type ServerProcess, startProcess } from '../processes.ts'

/**
 * Adds a network to a copy of the sources by the recipe "A network" in CONTRIBUTING: a folder, an
 * entry in core/networks.ts and a line in platforms/registry.ts. Then runs the copy.
 */
const server = join(import.meta.dirname, '..', '..')
const copy = mkdtempSync(join(tmpdir(), 'postern-network-'))
let database: TestDatabase
let service: ServerProcess
let key: string

beforeAll(async () => {
  addImaginary()
  database = await createTestDatabase()
  const { host, port: socket, user, password } = database.connection as Record<string, string>
  const query = new URLSearchParams({ host: host!, port: String(socket) })
  service = await startProcess({
    role: 'api',
    main: join(copy, 'packages', 'server', 'src', 'main.ts'),
    databaseUrl: `postgresql://${user}:${password ?? ''}@localhost/${database.name}?${query}`,
    port: await freePort(4_700),
    env: { IMAGINARY_CLIENT_ID: 'an-app', IMAGINARY_CLIENT_SECRET: 'a-secret' },
  })
  key = /Owner key \(shown once\): (\S+)/.exec(service.output())![1]!
}, 120_000)

afterAll(async () => {
  await service?.stop()
  await dropTestDatabase(database.name)
  rmSync(copy, { recursive: true, force: true })
})

function addImaginary(): void {
  const to = join(copy, 'packages', 'server')
  cpSync(join(server, 'src'), join(to, 'src'), { recursive: true })
  cpSync(join(server, 'package.json'), join(to, 'package.json'))
  symlinkSync(join(server, '..', '..', 'node_modules'), join(copy, 'node_modules'))
  const platforms = join(to, 'src', 'platforms')
  mkdirSync(join(platforms, 'imaginary'))
  writeFileSync(join(platforms, 'imaginary', 'index.ts'), imaginaryIndex)
  edit(join(to, 'src', 'core', 'networks.ts'), '} satisfies Record<', imaginarySettings)
  const registry = join(platforms, 'registry.ts')
  edit(
    registry,
    'import { createInstagram }',
    "import { createImaginary } from './imaginary/index.ts'\n",
  )
  edit(registry, '  tiktok: createTiktok,', '  imaginary: createImaginary,\n')
}

const imaginarySettings = `  imaginary: {
    bases: {
      authorize: 'https://imaginary.example',
      token: 'https://imaginary.example',
      api: 'https://imaginary.example',
    },
    sandbox: {
      clientId: '1',
      clientSecret: '2',
      paths: { authorize: '/www', token: '/api', api: '/api' },
    },
  },
`

/** Inserts lines before the only occurrence of `mark`. */
function edit(file: string, mark: string, lines: string): void {
  const source = readFileSync(file, 'utf8')
  expect(source.split(mark)).toHaveLength(2)
  writeFileSync(file, source.replace(mark, lines + mark))
}

type ResponseBody = {
  id: string
  url: string
  data: Record<string, string>[]
  targets: { errors: { code: string; limit: number }[] }[]
  error: unknown
}

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as ResponseBody }
}

test('a network added by the recipe is listed, can be connected and validates posts', async () => {
  const { body: platforms } = await call('GET', '/v1/platforms')
  const described = platforms.data.find(({ platform }) => platform === 'imaginary')
  expect(described).toMatchObject({
    platform: 'imaginary',
    name: 'Imaginary',
    configured: true,
    text: { max: 42, unit: 'graphemes' },
    abilities: { publish: true, comments: false, insights: false },
    options: [{ name: 'mood', type: 'choice', label: { en: 'Mood', de: 'Stimmung' } }],
    permissions: [{ scope: 'post', label: { en: 'Publish posts' } }],
  })

  const profile = await call('POST', '/v1/profiles', { name: 'Alice' })
  const link = await call('POST', `/v1/profiles/${profile.body.id}/connect-links`, {
    redirect_url: `http://localhost:${new URL(service.url).port}/connect/done`,
    platforms: ['imaginary'],
  })
  expect(link).toMatchObject({ status: 201 })
  const path = new URL(link.body.url).pathname
  const page = await (await fetch(service.url + path)).text()
  expect(page).toContain('Imaginary')
  expect(page).toContain('M4 4h16v16H4Z')

  const account = await connect(path)
  expect(account).toMatchObject({ platform: 'imaginary', username: 'alice', status: 'connected' })
  const target = { account_id: account.id, options: { mood: 'calm' } }
  const findings = async (text: string) => {
    const { body } = await call('POST', '/v1/posts/validate', { text, targets: [target] })
    return body.targets[0]!.errors
  }
  expect(await findings('Good morning')).toEqual([])
  expect(await findings('🥖'.repeat(43))).toMatchObject([{ code: 'text_too_long', limit: 42 }])
  const wrong = { ...target, options: { mood: 'odd' } }
  const refused = await call('POST', '/v1/posts/validate', { text: 'Hi', targets: [wrong] })
  expect(refused.body.error).toMatchObject({ code: 'validation_failed' })
})

/** Logs in at the network, which redirects back immediately. */
async function connect(path: string): Promise<Record<string, string>> {
  const loginStart = await fetch(`${service.url}${path}/imaginary`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: `http://localhost:${new URL(service.url).port}` },
  })
  const authorizeUrl = new URL(loginStart.headers.get('location')!)
  expect(authorizeUrl.origin).toBe('https://imaginary.example')
  const back = new URLSearchParams({ code: 'c', state: authorizeUrl.searchParams.get('state')! })
  const callback = await fetch(`${service.url}/connect/callback/imaginary?${back}`, {
    redirect: 'manual',
    headers: {
      cookie: loginStart.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
    },
  })
  expect(callback.status).toBe(302)
  const { body } = await call('GET', '/v1/accounts')
  return body.data[0]!
}
