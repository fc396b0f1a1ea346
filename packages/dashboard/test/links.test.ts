import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../server/test/test-app.ts'
import { routeOf, routes } from './rules/links.ts'
import { areas } from './scenes/areas.ts'
import { pathOf } from './scenes/scene.ts'

const source = join(import.meta.dirname, '..', 'src')

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => await testApp.close())

test('every page of the router is a scene, so that every rule applies to it', () => {
  const anyId = new Proxy({}, { get: () => 'id' })
  const shown = areas.flatMap(({ scenes }) =>
    scenes.map((scene) => routeOf(pathOf(scene, anyId).split('?')[0]!)),
  )
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !shown.includes(route))).toEqual([])
})

test('every area of scenes has a test', () => {
  const tests = globSync('*.test.ts', { cwd: join(import.meta.dirname, 'pages') })
  const tested = tests.map((file) => file.replace('.test.ts', ''))
  expect(tested.sort()).toEqual([...areas.map(({ name }) => name), 'empty'].sort())
})

/** Links without values that are written in the sources, including ones that no scene shows. */
const writtenLinks = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((name) => {
  const text = readFileSync(join(source, name), 'utf8')
  return [...text.matchAll(/['"`](\/docs[^'"`\s$]*)['"`]/g)].map(([, link]) => link!)
})

test.each([...new Set(writtenLinks)])('the documentation has %s', async (link) => {
  const url = new URL(link, 'http://localhost')
  const response = await testApp.app.request(url.pathname + url.search)
  expect(response.status).toBe(200)
  if (url.hash) expect(await response.text()).toContain(`id="${url.hash.slice(1)}"`)
})
