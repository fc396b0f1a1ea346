import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

const secret = 'the-very-secret'

test.each([
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'tokens',
  'access_token',
  'refresh_token',
  'client_secret',
  'secret',
  'verifier',
  'code',
  'text',
  'body',
  'password',
])('a field named %s is hidden, wherever it stands on three levels', (name) => {
  const text = written((log) => {
    log.info({ [name]: secret }, 'one')
    log.info({ request: { [name]: secret } }, 'two')
    log.info({ request: { headers: { [name]: secret, host: 'example.com' } } }, 'three')
  })
  expect(text).not.toContain(secret)
  expect(text.match(/\[hidden\]/g)).toHaveLength(3)
  expect(text).toContain('example.com')
})

test('messages, stacks and causes of errors are scrubbed of secrets', () => {
  const key = `pst_owner_${'a'.repeat(43)}`
  const texts = [
    `GET https://graph.example/me?access_token=${secret}&fields=id`,
    `Authorization: Bearer ${secret}`,
    `key ${key}`,
    `whsec_${'b'.repeat(32)}`,
    `code=${secret}`,
    `fb_exchange_token=${secret}`,
  ]
  for (const message of texts) {
    const text = written((log) => {
      log.error({ err: new Error(message, { cause: new Error(message) }) }, 'failed')
    })
    expect(text).not.toContain(secret)
    expect(text).not.toContain(key)
    expect(text).not.toContain('b'.repeat(32))
    expect(text).toContain('[hidden]')
  }
})

test('a line stays short whatever it is about', () => {
  const long = 'a'.repeat(1_048_576)
  const cause = new Error(long)
  const line = written((log) => {
    log.error({ err: new Error(long, { cause }), note: long, notes: [long], list: [...long] }, long)
  })
  expect(line.length).toBeLessThan(40_000)
  expect(JSON.parse(line).note).toBe(`${'a'.repeat(4_000)}…`)
})
