import { expect, test } from 'vitest'
import { refuseInLog } from '../child-logs.ts'

const line = (fields: object) => `${JSON.stringify({ level: 30, ...fields })}\n`
const token = 'A'.repeat(43)

test.each([
  ['a key', { key: 'pst_owner_0123456789ABCDEFGHIJ' }, 'an API key'],
  ['the secret of an endpoint', { msg: `whsec_${'x'.repeat(32)} is wrong` }, 'of an endpoint'],
  ['a URL with a token', { url: `https://x.test/connect/${token}` }, 'of a connect link'],
  ['a configured secret', { err: 'geheimer-schluessel is no key' }, 'a secret'],
])('%s in a log line of another process is reported and masked', (_what, fields, description) => {
  const text = line({ msg: 'server.started' }) + line(fields)
  const refuse = () => refuseInLog(text, ['geheimer-schluessel'])
  expect(refuse).toThrow(description)
  expect(refuse).not.toThrow(/pst_owner_0|whsec_x|geheimer|AAAA/)
})

test('output for people and lines without a secret are accepted', () => {
  const text = `Owner key (shown once): pst_owner_0123456789ABCDEFGHIJ\n${line({ msg: 'server.started' })}`
  expect(() => refuseInLog(text, ['geheimer-schluessel'])).not.toThrow()
})
