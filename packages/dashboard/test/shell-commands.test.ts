import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { curlCommand, verifyCommand } from '../src/pages/webhooks/shell-commands.ts'

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
