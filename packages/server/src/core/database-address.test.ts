import { expect, test } from 'vitest'
import { databaseServers, withDatabasePassword } from './database-address.ts'

test.each([
  ['postgresql://u:p@h/db', ['postgresql://u:p@h/db']],
  ['/tmp/socket db', ['/tmp/socket db']],
  ['postgresql:///db?host=/tmp/socket', ['postgresql:///db?host=/tmp/socket']],
  [
    'postgres://u:p%2C@one:5432,two/db?sslmode=verify-full&target_session_attrs=read-write',
    [
      'postgres://u:p%2C@one:5432/db?sslmode=verify-full&target_session_attrs=read-write',
      'postgres://u:p%2C@two/db?sslmode=verify-full&target_session_attrs=read-write',
    ],
  ],
  ['postgresql://a@b@one,two', ['postgresql://a@b@one', 'postgresql://a@b@two']],
  ['postgresql://[::1]:5432,[::2]/db', ['postgresql://[::1]:5432/db', 'postgresql://[::2]/db']],
])('the servers of %j are %j', (url, servers) => {
  expect(databaseServers(url)).toEqual(servers)
})

test.each([
  ['postgresql://u@one,/db', 'Each of the hosts'],
  ['postgresql://u@one:5432,two:port/db', 'Each of the hosts'],
  ['postgresql:///db?host=one,two', 'postgresql://user@one:5432,two:5432/database'],
  ['postgresql://u@one/db?target_session_attrs=standby', 'must be read-write'],
])('%j is refused: %s', (url, words) => {
  expect(() => databaseServers(url)).toThrow(words)
})

test.each([
  ['postgresql://u@one,two/db', 'postgresql://u:a%2F%40@one,two/db'],
  ['postgresql://one/db', 'postgresql://:a%2F%40@one/db'],
  ['postgresql://u:p@one/db', null],
  ['/tmp/socket db', null],
])('a password is inserted into %j: %j', (url, result) => {
  expect(withDatabasePassword(url, 'a/@')).toBe(result)
})
