import { secretShapes } from './test-secrets.ts'

/**
 * Throws when a line that a server in a process of its own has logged holds something of the shape of a
 * secret, or a secret that is given. What is printed for people, such as the first key, is no such line.
 */
export function refuseInLog(text: string, secrets: readonly string[]): void {
  const found = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => foundIn(line, secrets))
  if (found.length === 0) return
  throw new Error(`A server has logged ${found.length} secrets.\n${found.slice(0, 20).join('\n')}`)
}

function foundIn(line: string, secrets: readonly string[]): string[] {
  const known = secrets
    .filter((secret) => line.includes(secret))
    .map((secret) => [secret, 'a secret'])
  const shaped = secretShapes.flatMap(([shape, what]) =>
    [...line.matchAll(shape)].map(([secret]) => [secret, what]),
  )
  return [...known, ...shaped].map(
    ([secret, what]) => `${what}: ${line.replaceAll(secret!, '[the secret]').slice(0, 600)}`,
  )
}
