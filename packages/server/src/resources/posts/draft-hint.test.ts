import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'

const testApp = useTestApp()
let account: Account

beforeAll(async () => {
  account = await buildAccount(testApp)
})

const create = (fields: object) =>
  testApp.call('POST', '/v1/posts', {
    text: 'Fresh bread',
    targets: [{ account_id: account.id }],
    ...fields,
  })

test('a post without mode and scheduled_at → a draft with a hint that it is not published', async () => {
  const { status, body } = await create({})
  expect([status, body.status]).toEqual([201, 'draft'])
  expect(body.hint).toBe(
    'This post is a draft and will not be published. Set mode to "now" or send scheduled_at.',
  )
})

test.each([{ mode: 'draft' }, { scheduled_at: '2030-01-01T09:00:00Z' }, { mode: 'now' }])(
  'a post with %j → no hint',
  async (fields) => {
    const at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
    const input = 'scheduled_at' in fields ? { scheduled_at: at } : fields
    const { status, body } = await create({ ...input, text: JSON.stringify(input) })
    expect([status, body.hint]).toEqual([201, null])
  },
)
