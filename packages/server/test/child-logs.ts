import { secretShapes } from './test-secrets.ts'

/**
 * Throws when a log line of a server process contains one of `secrets` or text with the shape of a
 * secret. Output for people, such as the first key, is not JSON and is not searched.
 */
export function refuseInLog(text: string, secrets: readonly string[]): void {
  const leaks = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => foundIn(line, secrets))
  if (leaks.length === 0) return
  throw new Error(`A server has logged ${leaks.length} secrets.\n${leaks.slice(0, 20).join('\n')}`)
}

function foundIn(line: string, secrets: readonly string[]): string[] {
  const configured = secrets
    .filter((secret) => line.includes(secret))
    .map((secret) => [secret, 'a secret'])
  const shaped = secretShapes.flatMap(([shape, what]) =>
    [...line.matchAll(shape)].map(([secret]) => [secret, what]),
  )
  return [...configured, ...shaped].map(
    ([secret, what]) => `${what}: ${line.replaceAll(secret!, '[the secret]').slice(0, 600)}`,
  )
}
