import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from '../scripts/build.ts'

const folder = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

test('the build contains each file that n8n loads, as CommonJS, and their icons', () => {
  build()
  const files: string[] = [...manifest.n8n.nodes, ...manifest.n8n.credentials]
  expect(files).toHaveLength(3)
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    expect(source).toContain('exports.')
    const icons = [...source.matchAll(/file:([^']+\.svg)/g)].map(([, icon]) => icon!)
    expect(icons).toHaveLength(2)
    for (const icon of icons) expect(existsSync(join(folder, file, '..', icon))).toBe(true)
  }
})

test('the package needs nothing at run time but n8n', () => {
  expect(manifest).toMatchObject({ peerDependencies: { 'n8n-workflow': '*' } })
  expect([manifest.dependencies, manifest.devDependencies]).toEqual([undefined, undefined])
})
