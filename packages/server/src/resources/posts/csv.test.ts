import { expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 6 })

async function linesOf(query: string): Promise<string[]> {
  const { status, headers, body } = await testApp.call('GET', `/v1/posts.csv?${query}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return String(body).replace('\uFEFF', '').split('\r\n').slice(1, -1)
}

test('a post has a line for each account, and a draft without one has a line', async () => {
  const profile = await buildProfile(testApp)
  const accounts = [
    await buildAccount(testApp, { profile_id: profile.id }),
    await buildAccount(testApp, { profile_id: profile.id }),
  ]
  const post = await testApp.call('POST', '/v1/posts', {
    text: 'To both',
    external_id: 'csv-1',
    targets: [{ account_id: accounts[0]!.id }, { account_id: accounts[1]!.id, text: 'Another' }],
  })
  await testApp.call('POST', '/v1/posts', { text: 'Alone', external_id: 'csv-2' })
  const lines = await linesOf('external_id=csv-1')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`${post.body.id},csv-1,${profile.id},api,draft,`)
  expect(lines[0]).toContain(`${accounts[0]!.id},draft,To both`)
  expect(lines[1]).toContain(`${accounts[1]!.id},draft,Another`)
  expect(await linesOf('external_id=csv-2')).toEqual([expect.stringContaining('Alone')])
  expect(await linesOf('external_id=csv-3')).toEqual([])
})

test('a text that a spreadsheet would run as a formula is prefixed', async () => {
  const text = '=HYPERLINK("https://evil.example")'
  await testApp.call('POST', '/v1/posts', { text, external_id: 'csv-formula' })
  const [line] = await linesOf('external_id=csv-formula')
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
})

test('all pages of the list are exported, each post once', async () => {
  for (let number = 0; number < 205; number += 1) {
    await testApp.call('POST', '/v1/posts', { text: `Page ${number}`, tags: ['paged'] })
  }
  const ids = (await linesOf('tag=paged')).map((line) => line.split(',')[0])
  expect(new Set(ids).size).toBe(205)
  expect(ids).toHaveLength(205)
})

test('an invalid filter is the error of the list, not a broken file', async () => {
  const { status, body } = await testApp.call('GET', '/v1/posts.csv?from=2026-12-02&to=2026-12-01')
  expect([status, body.error.param]).toEqual([400, 'to'])
})
