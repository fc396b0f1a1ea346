import { expect, test } from 'vitest'
import { openSandbox, type SandboxClient } from './client.ts'

type Page = { data: { id: string; text: string }[]; has_more: boolean }

const account = 'threads:anna.bakes'

async function addPosts(client: SandboxClient, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await client.control('POST', '/posts', { account, text: String(number) })
  }
}

const texts = (page: Page) => page.data.map(({ text }) => text)

test.each(['', `account=${account}`])(
  'control: posts with "%s" are paged from the newest to the oldest',
  async (filter) => {
    const client = await openSandbox()
    await addPosts(client, 5)
    const list = (query: string) => client.control<Page>('GET', `/posts?${filter}&${query}`)
    const newest = await list('limit=2')
    expect([texts(newest), newest.has_more]).toEqual([['4', '5'], true])
    const middle = await list(`limit=2&before=${newest.data[0]!.id}`)
    expect([texts(middle), middle.has_more]).toEqual([['2', '3'], true])
    const oldest = await list(`limit=2&before=${middle.data[0]!.id}`)
    expect([texts(oldest), oldest.has_more]).toEqual([['1'], false])
  },
)

test('control: listing 201 posts without a limit returns the newest 200 and has_more', async () => {
  const client = await openSandbox()
  await addPosts(client, 201)
  const page = await client.control<Page>('GET', '/posts')
  expect([page.data.length, page.data[0]!.text, page.has_more]).toEqual([200, '2', true])
})

test.each([
  ['limit=0', 'limit: Use a whole number from 1 to 1000.'],
  ['limit=1001', 'limit: Use a whole number from 1 to 1000.'],
  ['limit=many', 'limit: Use a whole number from 1 to 1000.'],
  ['before=none', 'There is no post "none" in this list.'],
  ['offset=3', 'Unrecognized key: "offset"'],
])('control: listing posts with %s returns 400 with the reason', async (query, message) => {
  const client = await openSandbox()
  const { status, body } = await client.call(`/control/posts?${query}`)
  expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
})
