import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { posternMark } from './postern-mark.ts'

const packages = join(import.meta.dirname, '../../..')

test.each([
  'dashboard/src/mark.svg',
  'n8n/icons/postern.svg',
  'n8n/icons/postern.dark.svg',
  'sandbox/src/panel/mark.ts',
])('%s has the shapes of the mark', (file) => {
  const shapes = String(posternMark(32)).match(/ d="[^"]+"/g)
  expect(shapes).toHaveLength(2)
  expect(readFileSync(join(packages, file), 'utf8').match(/ d="[^"]+"/g)).toEqual(shapes)
})
