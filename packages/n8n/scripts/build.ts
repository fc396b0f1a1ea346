import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeEvents, describeNode } from './describe-node.ts'
import type { Document } from './openapi.ts'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '..', '..')

/**
 * Builds `dist`: describes the nodes from the OpenAPI document and compiles them to CommonJS, which n8n
 * loads. Types are not checked here, because n8n's are not installed (`npm run test:n8n` checks them).
 */
export function build(): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  writeDescriptions()
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  const result = spawnSync(compiler, ['-p', folder, '--noCheck'], { stdio: 'inherit' })
  if (result.status !== 0) throw new Error('The n8n nodes could not be compiled.')
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n')
  cpSync(join(folder, 'icons'), join(dist, 'icons'), { recursive: true })
  for (const name of ['Postern', 'PosternTrigger']) {
    const file = join('nodes', name, `${name}.node.json`)
    cpSync(join(folder, file), join(dist, file))
  }
}

/** Writes the generated parts, which are not committed. */
export function writeDescriptions(): void {
  const file = join(root, 'packages', 'server', 'openapi.json')
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, 'nodes', name), JSON.stringify(value, null, 2))
  write('Postern/description.gen.json', describeNode(document))
  write('PosternTrigger/events.gen.json', describeEvents(document))
}

if (import.meta.main) build()
