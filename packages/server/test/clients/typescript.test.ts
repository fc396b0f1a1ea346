import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { document } from '../contract.ts'
import { documentFile, installOnce, operationIds, run } from './tool.ts'

const versions = 'openapi-typescript-7.13.0'

/** A program that uses openapi-fetch with the generated types. */
const program = `
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './schema.d.ts'

const client = createClient<paths>({ baseUrl: 'http://localhost:4000' })

export async function readAll(): Promise<string[]> {
  const { data, error } = await client.GET('/v1/accounts', {
    params: { query: { status: ['connected', 'expired'], limit: 20 } },
  })
  if (error) throw new Error(error.error.message)
  return data.data.map((account) => account.username)
}

export async function publish(accountId: string): Promise<string | null> {
  const { data } = await client.POST('/v1/posts', {
    params: { header: { 'Idempotency-Key': 'one' } },
    body: { text: 'Hello', media: [], targets: [{ account_id: accountId }], mode: 'now', metadata: { a: [1] } },
  })
  const post: components['schemas']['PostCreated'] | undefined = data
  return post?.hint ?? null
}

export type Range = operations['getAccountInsights']['parameters']['query']
// @ts-expect-error: there is no such status
export const wrong: operations['listAccounts']['parameters']['query'] = { status: ['lost'] }
`

const settings = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ['*.ts'],
}

test('openapi-typescript generates every operation, and a program with openapi-fetch compiles', async () => {
  const tools = await installOnce(versions, async (folder) => {
    await cp(join(import.meta.dirname, 'tools'), folder, { recursive: true })
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  })
  const folder = await mkdtemp(join(tmpdir(), 'postern-typescript-'))
  try {
    const modules = join(tools, 'node_modules')
    await symlink(modules, join(folder, 'node_modules'))
    const generator = join(modules, 'openapi-typescript/bin/cli.js')
    await run(process.execPath, [generator, documentFile, '-o', join(folder, 'schema.d.ts')])
    const schema = await readFile(join(folder, 'schema.d.ts'), 'utf8')
    const [, operations = ''] = schema.split('export interface operations {\n')
    const webhookNames = Object.keys(document.webhooks).map(
      (type) => `on_${type.replaceAll('.', '_')}`,
    )
    const names = [...operations.matchAll(/^ {4}(\w+): \{$/gm)].map(([, name]) => name)
    expect(names.sort()).toEqual([...operationIds, ...webhookNames].sort())
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    await writeFile(join(folder, 'program.ts'), program)
    expect(await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder])).toBe(
      '',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)
