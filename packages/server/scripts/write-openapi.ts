import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../src/app.ts'

/** Writes the committed OpenAPI document; `openapi.test.ts` fails when it is out of date. */
const file = join(import.meta.dirname, '..', 'openapi.json')
writeFileSync(file, `${JSON.stringify(describeApi(), null, 2)}\n`)
process.stdout.write(`${file}\n`)
