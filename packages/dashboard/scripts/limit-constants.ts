import { limits } from '../../sdk/src/contract.gen.ts'

/** The API's limits by their names in the source, such as `LIMITS.post.tagsMax`: unused ones are not in the build. */
export function limitConstants(): Record<string, unknown> {
  return constants(limits, 'LIMITS')
}

function constants(part: object, name: string): Record<string, unknown> {
  const parts = Object.entries(part).map(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? constants(value, `${name}.${key}`)
      : { [`${name}.${key}`]: value },
  )
  return Object.assign({}, ...parts)
}
