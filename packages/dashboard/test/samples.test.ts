import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samples } from '../src/pages/webhooks/samples.ts'

const guide = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'docs', 'webhooks.md'),
  'utf8',
)

/** Those of the guide are run against the test vector by `scripts/verifiers.test.ts`. */
test.each([
  ['TypeScript', 'ts'],
  ['Python', 'python'],
  ['Go', 'go'],
  ['PHP', 'php'],
] as const)('the verifier in %s is the one of the guide', (name, fence) => {
  expect(guide).toContain(`\`\`\`${fence}\n${samples[name]}\n\`\`\``)
})

test('the command in the shell is the one of the guide', () => {
  const command = `printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"`
  expect(guide).toContain(command)
  expect(samples.Shell).toContain(command)
})
