import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeTypes } from './describe-types.ts'

const packages = join(import.meta.dirname, '..', '..')

/** Generates `schema.gen.ts` from the committed OpenAPI document. */
export function generateTypes(): string {
  return describeTypes(JSON.parse(readFileSync(join(packages, 'server', 'openapi.json'), 'utf8')))
}

export const typesFile = join(packages, 'sdk', 'src', 'schema.gen.ts')

// `schema.test.ts` fails if the committed file is out of date.
if (import.meta.main) {
  writeFileSync(typesFile, generateTypes())
  process.stdout.write(`${typesFile}\n`)
}
