import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeApi, routes } from '../src/app.ts'
import { errorCatalogue } from '../src/base/errors.ts'

const file = join(import.meta.dirname, '..', 'openapi.json')
const text = () => readFileSync(file, 'utf8')

test('the committed OpenAPI document is the one the routes make (npm run openapi)', () => {
  expect(JSON.parse(text())).toEqual(JSON.parse(JSON.stringify(describeApi())))
})

test('every operation has a unique id and every reference leads somewhere', () => {
  const ids = routes.map((route) => route.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const document = JSON.parse(text())
  for (const [, name] of text().matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name!)
  }
  expect(text()).not.toContain('$defs')
})

test('every code that a route declares is in the catalogue, and the document shows it', () => {
  for (const route of routes) {
    for (const code of route.errors) {
      expect(errorCatalogue).toHaveProperty(code)
      expect(text()).toContain(`\`${code}\``)
    }
  }
})
