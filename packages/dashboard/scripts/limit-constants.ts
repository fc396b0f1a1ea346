import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const openapi = join(import.meta.dirname, '..', '..', 'server', 'openapi.json')

/** The API's limits by their names in the source, such as `LIMITS.post.tagsMax` (src/limits.d.ts). */
export function limitConstants(): Record<string, unknown> {
  const document = JSON.parse(readFileSync(openapi, 'utf8')) as { 'x-limits': object }
  return constants(document['x-limits'], 'LIMITS')
}

function constants(limits: object, name: string): Record<string, unknown> {
  const parts = Object.entries(limits).map(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? constants(value, `${name}.${key}`)
      : { [`${name}.${key}`]: value },
  )
  return Object.assign({}, ...parts)
}
