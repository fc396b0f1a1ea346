import { expect, test } from 'vitest'
import { documentOf } from './answer.ts'
import { landing } from './landing.ts'

const config = { publicUrl: 'http://localhost:4000', sandboxUrl: null }
const shown = async (query: Record<string, string>) =>
  (await documentOf(landing(config, '0.1.0', query))).split('</style>').at(-1)!

test('a client of an owner without an application ends at a page that says how it went', async () => {
  expect(await shown({})).not.toContain('A connect link ended here')
  const connected = await shown({ status: 'connected', profile_id: 'prof_1', account_ids: 'acc_1' })
  expect(connected).toContain('A connect link ended here')
  expect(connected).toContain('<code>status=connected</code>')
  expect(await shown({ status: 'error', error: 'access_denied' })).toContain(
    '<code>error=access_denied</code>',
  )
})

test('what else stands in the address is not shown', async () => {
  const plain = await shown({})
  expect(await shown({ status: 'paid', error: 'expired' })).toBe(plain)
  const texts = { error: '<b>call 555</b>', state: 'call 555', status: 'error' }
  expect(await shown(texts)).not.toContain('555')
})
