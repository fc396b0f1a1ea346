import { expect, test } from 'vitest'
import { parseEntered, parseServer } from './entered.ts'

const did = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'

test.each([
  ['alice.bsky.social', 'alice.bsky.social'],
  [' @Alice.Bsky.Social ', 'alice.bsky.social'],
  ['\u202aalice.test\u202c', 'alice.test'],
  ['at://alice.test/app.bsky.feed.post/3k', 'alice.test'],
  ['https://bsky.app/profile/news.example.com', 'news.example.com'],
  [`https://bsky.app/profile/${did}`, did],
  [`https://bsky.app/profile/${encodeURIComponent(did)}`, did],
  ['https://bsky.app/profile/%E0%A4%A', null],
  [did, did],
  [`at://${did}`, did],
  ['did:web:pds.example.com', 'did:web:pds.example.com'],
  ['https://pds.example.com/', 'https://pds.example.com'],
  ['alice', null],
  ['alice.local', null],
  ['alice.localhost', null],
  ['alice.1st', null],
  ['-alice.com', null],
  ['did:plc:short', null],
  ['did:web:localhost%3A3000', null],
  ['did:key:z6Mk', null],
  ['https://pds.example.com/path', null],
  ['10.0.0.1', null],
  ['', null],
])('%j → %s', (text, expected) => {
  const entered = parseEntered(text)
  const value = entered && Object.values(entered)[1]
  expect(value).toBe(expected)
})

test.each([
  ['https://pds.example.com', 'https://pds.example.com'],
  ['http://pds.localhost:4100', 'http://pds.localhost:4100'],
  ['http://pds.example.com', null],
  ['https://pds.example.com:8443', null],
  ['https://user@pds.example.com', null],
  ['https://pds.example.com/xrpc', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
  ['https://intranet', null],
  [undefined, null],
])('the server %s → %s', (text, expected) => {
  const isTrusted = (origin: string) => origin === 'http://pds.localhost:4100'
  expect(parseServer(text, isTrusted)).toBe(expected)
})
