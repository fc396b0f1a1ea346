import { expect, test } from 'vitest'
import { refuseInLog } from '../child-logs.ts'

const line = (words: object) => `${JSON.stringify({ level: 30, ...words })}\n`
const token = 'A'.repeat(43)

test.each([
  ['a key', { key: 'pst_owner_0123456789ABCDEFGHIJ' }, 'an API key'],
  ['the secret of an endpoint', { msg: `whsec_${'x'.repeat(32)} is wrong` }, 'of an endpoint'],
  ['an address with a token', { url: `https://x.test/connect/${token}` }, 'of a connect link'],
  ['what was given', { err: 'geheimer-schluessel is no key' }, 'a secret'],
])('%s in a line of another process is refused, and told without it', (_what, words, told) => {
  const text = line({ msg: 'server.started' }) + line(words)
  const refuse = () => refuseInLog(text, ['geheimer-schluessel'])
  expect(refuse).toThrow(told)
  expect(refuse).not.toThrow(/pst_owner_0|whsec_x|geheimer|AAAA/)
})

test('what is printed for people, and lines without a secret, are no leak', () => {
  const text = `Owner key (shown once): pst_owner_0123456789ABCDEFGHIJ\n${line({ msg: 'server.started' })}`
  expect(() => refuseInLog(text, ['geheimer-schluessel'])).not.toThrow()
})
