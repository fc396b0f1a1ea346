import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Lock, missingFrom, noticeOf, shippedPackages } from './third-party.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock = read('package-lock.json') as Lock & {
  packages: Record<string, { dev?: boolean; link?: boolean }>
}
const shipped = shippedPackages(lock)

test('every dependency at run time is listed, with its license', () => {
  const { dependencies, optionalDependencies } = read('packages/server/package.json')
  const direct = Object.keys({ ...dependencies, ...optionalDependencies })
  const names = new Set(shipped.map(({ name }) => name))
  expect(direct.length).toBeGreaterThan(30)
  expect(direct.filter((name) => !names.has(name) && !name.startsWith('@postern/'))).toEqual([])
  // npm marks what is installed without development dependencies.
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const paths = new Set(shipped.map(({ path }) => path))
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.map(([path]) => path).filter((path) => !paths.has(path))).toEqual([])
  expect(shipped.filter(({ license }) => license === 'unknown')).toEqual([])
})

test('what the dashboard is built from is listed, the tools that build it are not', () => {
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@mantine/core', 'scheduler']),
  )
  expect(names).not.toContain('vite')
  expect(names).not.toContain('vitest')
})

test('the notice has name, version, license and text of each package', () => {
  const notice = noticeOf(shipped, (path) => `Text of ${path}`)
  for (const { path, name, version, license } of shipped) {
    expect(notice).toContain(`${name} ${version}\nLicense: ${license}\n\nText of ${path}\n`)
  }
})

test('a package that the bill of materials lacks is named', () => {
  const [first, ...others] = shipped
  expect(missingFrom({ components: others }, shipped)).toEqual([`${first!.name} ${first!.version}`])
  expect(missingFrom({ components: shipped }, shipped)).toEqual([])
})
