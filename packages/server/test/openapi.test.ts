import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeApi, routes } from '../src/app.ts'
import { errorCatalog } from '../src/core/error-catalog.ts'

const file = join(import.meta.dirname, '..', 'openapi.json')
const text = () => readFileSync(file, 'utf8')

test('the committed OpenAPI document matches the routes (otherwise: npm run openapi)', () => {
  expect(JSON.parse(text())).toEqual(JSON.parse(JSON.stringify(describeApi())))
})

test('operation ids are unique and every $ref resolves', () => {
  const ids = routes.map((route) => route.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const document = JSON.parse(text())
  for (const [, kind, name] of text().matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(document.components[kind!]).toHaveProperty(name!)
  }
  expect(text()).not.toContain('$defs')
})

test('every code that a route declares is in the catalog and in the document', () => {
  for (const route of routes) {
    for (const code of route.errors) {
      expect(errorCatalog).toHaveProperty(code)
      expect(text()).toContain(`\`${code}\``)
    }
  }
})

test('every response declares its headers', () => {
  const document = JSON.parse(text())
  const always = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']
  for (const route of routes) {
    const { responses } = document.paths[route.path][route.method]
    for (const [status, { headers }] of Object.entries<{ headers: object }>(responses)) {
      const names = Object.keys(headers)
      // The HTTP parser returns 431 before the request is counted.
      if (status === '431') expect(names).toEqual(['X-Request-Id'])
      else expect(names).toEqual(expect.arrayContaining(always))
      expect(names.includes('WWW-Authenticate')).toBe(status === '401')
      if (status === '429' || status === '503') expect(names).toContain('Retry-After')
      const isKept = route.method === 'post' && route.access !== 'public'
      if (status.startsWith('2')) expect(names.includes('Idempotent-Replayed')).toBe(isKept)
    }
  }
})

test('x-errors has every code of the catalog, also codes of no operation', () => {
  const { 'x-errors': shown } = JSON.parse(text())
  expect(shown).toEqual(errorCatalog)
  expect(shown).toMatchObject({ route_not_found: { status: 404 }, method_not_allowed: {} })
})

type Parameter = { name: string; in: string; style?: string; description?: string }

test('every query parameter has a description, and a list says what it selects and how it is written', () => {
  const paths: Record<
    string,
    Record<string, { operationId: string; parameters: Parameter[] }>
  > = JSON.parse(text()).paths
  const parameters = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) =>
      parameters.map((each) => ({ ...each, label: `${operationId} ${each.name}` })),
    )
    .filter((parameter) => parameter.in === 'query')
  const lists = parameters.filter(({ style }) => style === 'form')
  expect(lists.length).toBeGreaterThan(20)
  expect(parameters.filter(({ description = '' }) => !/^[A-Z`]/.test(description))).toEqual([])
  for (const { label, description } of lists) {
    expect(description, label).toMatch(
      /^(Only \w+ .+|The metrics .+|Up to \d metrics), separated by/,
    )
  }
})
