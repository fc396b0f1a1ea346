import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeContract } from './describe-contract.ts'
import { describeTypes } from './describe-types.ts'

const packages = join(import.meta.dirname, '..', '..')
/** The names, in `src`, and contents of the files that the committed OpenAPI document determines. */
export function generateFiles(): [name: string, text: string][] {
  const document = JSON.parse(readFileSync(join(packages, 'server', 'openapi.json'), 'utf8'))
  return [
    ['schema.gen.ts', describeTypes(document)],
    ['contract.gen.ts', describeContract(document)],
  ]
}

// `schema.test.ts` fails if a committed file is out of date.
if (import.meta.main) {
  for (const [name, text] of generateFiles()) {
    const path = join(packages, 'sdk', 'src', name)
    writeFileSync(path, text)
    process.stdout.write(`${path}\n`)
  }
}
