import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samples } from '../src/pages/webhooks/samples.ts'
import { sdkSamples } from '../src/pages/webhooks/sdk-samples.ts'
import { curlCommand, verifyCommand } from '../src/pages/webhooks/shell-commands.ts'

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

/** The examples of the READMEs run as tests of the clients. */
test.each([
  ['TypeScript SDK', 'sdk'],
  ['Python SDK', 'sdk-python'],
] as const)('each line of the sample of the %s is in the example of its README', (name, folder) => {
  const path = join(import.meta.dirname, '..', '..', folder, 'README.md')
  // The example also writes a function for the event.
  const readme = readFileSync(path, 'utf8').replaceAll(/, (type )?WebhookEvent\b/g, '')
  const lines = readme.split('\n')
  expect(sdkSamples[name].split('\n').filter((line) => !lines.includes(line))).toEqual([])
})

const body = `{"text":"it's $HOME \\ \`id\` Grüße 👋"}`

test('the command that verifies a signature outputs the signature of the delivery', () => {
  const command = verifyCommand('t=1795251600,v1=aa', body).replace('whsec_…', 'whsec_x')
  const output = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
  const hmac = createHmac('sha256', 'whsec_x').update(`1795251600.${body}`).digest('hex')
  expect(output.trim().endsWith(hmac)).toBe(true)
})

test('the cURL command sends the exact headers and body', () => {
  const command = curlCommand('https://example.com/?a=1&b=2', { 'Service-Event': "it's" }, body)
  const script = `curl() { for arg in "$@"; do printf '%s\\0' "$arg"; done; }; ${command}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(output.split('\0').slice(0, -1)).toEqual([
    '-X',
    'POST',
    'https://example.com/?a=1&b=2',
    '-H',
    "Service-Event: it's",
    '--data-raw',
    body,
  ])
})
