import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeContract } from '../scripts/describe-contract.ts'
import { describeTypes } from '../scripts/describe-types.ts'
import { typeOf } from '../scripts/typescript-of.ts'
import { generateFiles } from '../scripts/write-types.ts'

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

test.each(generateFiles())('%s matches the OpenAPI document (npm run openapi)', (name, text) => {
  expect(readFileSync(join(source, name), 'utf8')).toBe(text)
})

test('a list of the contract without values throws', () => {
  const document = { webhooks: {}, components: { schemas: {} }, 'x-limits': {} }
  expect(() => describeContract(document)).toThrow('scopes')
})

test('an unknown keyword throws', () => {
  expect(() => typeOf({ oneOf: [] } as never)).toThrow('oneOf')
})

test('a description cannot end its comment, and property names are quoted if necessary', () => {
  const schema = {
    type: 'object',
    description: 'ends */ here',
    properties: { 'a-b': { type: ['string', 'null'] }, list: { type: 'array', items: {} } },
    required: ['list'],
    additionalProperties: false,
  }
  const document = { paths: {}, webhooks: {}, components: { schemas: { Error: schema } } }
  const text = describeTypes(document)
  expect(text).toContain('/** ends *\\/ here */\nexport type ErrorBody = {')
  expect(text).toContain("  'a-b'?: string | null | undefined\n  list: unknown[]\n")
})

test('the SDK has no dependencies and no imports from elsewhere', () => {
  for (const { name, text } of files) {
    const imports = [...text.matchAll(/\b(?:from|import) ?\(?'([^'\n]+)'/g)].map(
      (match) => match[1]!,
    )
    expect([name, imports.filter((from) => !from.startsWith('.'))]).toEqual([name, []])
  }
  const manifest = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8'))
  expect(manifest.dependencies ?? {}).toEqual({})
})

test('the SDK compiles with browser types and without Node types', () => {
  const root = join(source, '..', '..', '..')
  const config = join(source, '..', 'tsconfig.browser.json')
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  expect(execFileSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })).toBe('')
})
