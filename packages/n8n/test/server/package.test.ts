import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execute } from '../../../server/test/sdk/packed.ts'
import { homeFolder } from './install.ts'

const folder = join(import.meta.dirname, '..', '..')
const root = join(folder, '..', '..')

test("the nodes compile with n8n's types", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'postern-n8n-types-'))
  const types = join(homeFolder('n8n'), 'node_modules', 'n8n-workflow')
  const compilerOptions = {
    noEmit: true,
    rootDir: '/',
    typeRoots: [join(root, 'node_modules', '@types')],
    paths: { 'n8n-workflow': [types] },
  }
  const include = ['nodes', 'credentials'].map((name) => join(folder, name))
  const config = { extends: join(folder, 'tsconfig.json'), compilerOptions, include }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  const output = await execute(join(root, 'node_modules', '.bin', 'tsc'), ['-p', directory], folder)
  rmSync(directory, { recursive: true })
  expect(output).toBe('')
})

test("n8n's linter for community nodes reports nothing", () => {
  const words = [join(import.meta.dirname, 'lint.mjs'), homeFolder('linter')]
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({ files: 8, messages: [] })
})
