import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeContract } from './describe-contract.ts'
import { describeTypes } from './describe-types.ts'

const packages = join(import.meta.dirname, '..', '..')
const source = join(packages, 'sdk', 'src')

/** The paths and contents of the files that the committed OpenAPI document determines. */
export function generateFiles(): [path: string, text: string][] {
  const document = JSON.parse(readFileSync(join(packages, 'server', 'openapi.json'), 'utf8'))
  return [
    [join(source, 'schema.gen.ts'), describeTypes(document)],
    [join(source, 'contract.gen.ts'), describeContract(document)],
  ]
}

// `schema.test.ts` fails if a committed file is out of date.
if (import.meta.main) {
  for (const [path, text] of generateFiles()) {
    writeFileSync(path, text)
    process.stdout.write(`${path}\n`)
  }
}
