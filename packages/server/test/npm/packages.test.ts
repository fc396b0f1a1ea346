import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type SpawnedInstance, spawnInstance } from '../../../../scripts/spawn.ts'
import { freePort } from '../../src/start/ports.ts'
import { createTestDatabase, dropTestDatabase } from '../database.ts'
import { runTool } from '../mcp.ts'
import { execute, installTools } from '../sdk/packed.ts'
import { installPackages, type PackageFolder, packageNames } from './installed.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const names = Object.keys(packageNames) as PackageFolder[]

let tools: Awaited<ReturnType<typeof installTools>>
let packages: Awaited<ReturnType<typeof installPackages>>
let running: ChildProcess | null = null

beforeAll(async () => {
  tools = await installTools()
  packages = await installPackages()
}, 600_000)
afterEach(() => {
  // The process group of a test that failed.
  if (running && !hasEnded(running)) process.kill(-running.pid!, 'SIGKILL')
  running = null
})
afterAll(() => packages?.remove())

describe('the tarballs', () => {
  test.each(names)('%s has a readme, the license and no tests', (name) => {
    const files = packages.files(name)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter((file) => /\.test\.|(^|\/)(test|scripts)\//.test(file))).toEqual([])
  })

  test('postern has each module of its source as JavaScript, and each file that it reads', () => {
    const files = packages.files('server')
    const source = join(root, 'packages/server/src')
    const built = globSync('**/*.*', { cwd: source, exclude: ['**/*.test.ts'] })
      .filter((file) => !globSync('*', { cwd: join(source, file) }).length)
      .map((file) => `dist/${file.replace(/\.ts$/, '.js')}`)
    expect(files).toEqual(expect.arrayContaining(built))
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([])
    const others = [
      'dist/dashboard/index.html',
      'dist/pages/docs/assets/reference.js',
      'dist/docs/webhooks.md',
    ]
    expect(files).toEqual(expect.arrayContaining(others))
  })

  test.each(names)('%s passes publint', async (name) => {
    const args = ['run', packages.tarballs[name], '--strict']
    expect(await tools.run('publint', args, packages.folder)).toMatch(/All good!\s*$/)
  })

  test('the sandbox passes arethetypeswrong for ES modules', async () => {
    const args = [packages.tarballs.sandbox, '--profile', 'esm-only', '--quiet']
    expect(await tools.run('attw', args, packages.folder)).toBe('')
  })
})

test('postern start in an empty folder with Node 20 plays the demo, and the next start keeps the data', async () => {
  const dataDir = join(packages.folder, 'data')
  const env = packages.environment(tools.runtimes['Node 20'][0]!)
  const cwd = packages.folder

  const first = await startPostern(dataDir, env)
  expect(first).toMatchObject({ database: 'created', ownerKey: expect.any(String) })
  const key = first.ownerKey!
  const demoEnv = { ...process.env, DATA_DIR: dataDir, OWNER_KEY: key }
  const demo = await execute(process.execPath, ['scripts/demo.ts'], root, demoEnv)
  expect(demo).toContain(`Instance: ${first.url} (running)`)
  expect(demo).toMatch(/All \d+ steps succeeded/)
  for (const path of ['/dashboard/', '/docs']) {
    expect([path, (await fetch(`${first.url}${path}`)).status]).toEqual([path, 200])
  }
  await stopWithCtrlC(first)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)

  const second = await startPostern(dataDir, env)
  expect(second).toMatchObject({ database: 'started', ownerKey: null })
  const client = new Client({ name: 'test', version: '1' })
  const command = { command: 'npx', args: ['postern', 'mcp'], cwd }
  const mcpEnv = { ...env, POSTERN_URL: second.url, POSTERN_KEY: key }
  await client.connect(new StdioClientTransport({ ...command, env: mcpEnv }))
  const profile = await runTool(client, 'create_profile', { name: 'Over stdio' })
  await client.close()

  const keys = await execute('npx', ['postern', 'keys'], cwd, env)
  expect(keys).toContain('First owner key')
  const file = join(packages.folder, 'client.tar.gz')
  await execute('npx', ['postern', 'export', 'profile', String(profile.id), file], cwd, env)
  expect(existsSync(file)).toBe(true)
  await stopWithCtrlC(second)
}, 300_000)

test('postern serve with Node 24 and DATABASE_URL needs neither the sandbox nor the embedded PostgreSQL', async () => {
  const modules = join(packages.folder, 'node_modules')
  await execute('sh', [join(root, 'scripts/slim.sh'), modules], root)
  const database = await createTestDatabase()
  const { host, port, user, password } = inject('postgres')
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  const httpPort = await freePort(27_000)
  const bin = join(modules, 'postern/bin/postern.mjs')
  const child = spawn(tools.runtimes['Node 24'][0]!, [bin, 'serve'], {
    cwd: packages.folder,
    env: {
      DATABASE_URL: `postgresql://${user}:${password}@localhost/${database.name}?${query}`,
      DATA_DIR: join(packages.folder, 'serve-data'),
      PORT: String(httpPort),
      LOG_LEVEL: 'warn',
    },
    stdio: 'inherit',
    detached: true,
  })
  running = child
  const status = (path: string) =>
    fetch(`http://localhost:${httpPort}${path}`).then(
      (response) => response.status,
      () => 0,
    )
  try {
    await expect.poll(() => status('/ready'), { timeout: 60_000 }).toBe(200)
    expect(await status('/dashboard/')).toBe(200)
    expect(await status('/docs')).toBe(200)
  } finally {
    child.kill('SIGTERM')
    if (!hasEnded(child)) await once(child, 'exit')
    await dropTestDatabase(database.name)
  }
  expect(child.exitCode).toBe(0)
})

async function startPostern(
  dataDir: string,
  env: Record<string, string>,
): Promise<SpawnedInstance> {
  const command = ['npx', 'postern', 'start'] as const
  const options = { command: [...command] as [string, ...string[]], cwd: packages.folder, env }
  const instance = await spawnInstance(dataDir, options)
  running = instance.child
  return instance
}

/** A terminal sends SIGINT to every process of its group. */
async function stopWithCtrlC({ child, pid }: SpawnedInstance): Promise<void> {
  process.kill(-child.pid!, 'SIGINT')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  if (!hasEnded(child)) await once(child, 'exit')
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
