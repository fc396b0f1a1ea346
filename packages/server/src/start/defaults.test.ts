import { expect, test } from 'vitest'
import { developmentDefaults } from './defaults.ts'

const local = { sandbox: true, privateWebhooks: true }
const none = { sandbox: false, privateWebhooks: false }

test.each([
  [{}, local],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:4000' }, local],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:4000' }, local],
  [{ HOST: '', PUBLIC_URL: '', SANDBOX: '' }, local],
  [{ SANDBOX: 'off' }, none],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://social.example.com' }, none],
  [{ PUBLIC_URL: 'https://localhost:4000' }, none],
  [{ PUBLIC_URL: 'http://192.168.1.5:4000' }, none],
  [{ HOST: '0.0.0.0' }, none],
  [{ PUBLIC_URL: 'not an address' }, none],
  [
    { HOST: '0.0.0.0', SANDBOX: 'on' },
    { sandbox: true, privateWebhooks: false },
  ],
])('postern start with %j has the defaults %j', (env, expected) => {
  expect(developmentDefaults(env)).toEqual(expected)
})

test('a SANDBOX other than on or off throws', () => {
  expect(() => developmentDefaults({ SANDBOX: 'true' })).toThrow('SANDBOX must be on or off.')
})
