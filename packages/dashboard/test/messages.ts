import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'src', 'messages', 'en')

/** An English text of the dashboard by its key, so that another wording breaks no test. Throws for an unknown key. */
export function message(namespace: string, key: string): string {
  const messages = JSON.parse(readFileSync(join(folder, `${namespace}.json`), 'utf8'))
  const text: unknown = messages[key]
  if (typeof text !== 'string') throw new Error(`${namespace}.json has no message ${key}`)
  return text
}
