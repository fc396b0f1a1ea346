import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../test/client.ts'
import { allow, redirect, registerOrigin } from '../../test/connect-flow.ts'
import { advanceMinutes } from '../../test/inbox.ts'
import { type McpFixture, openMcp, runTool } from '../../test/mcp.ts'
import { imageFile } from '../../test/media-files.ts'
import { advanceUntilIdle } from '../../test/publishing.ts'
import { tools } from './tools.ts'

let mcp: McpFixture
let client: Client
const used = new Set<string>()

beforeAll(async () => {
  mcp = await openMcp()
  client = await mcp.connect()
  await registerOrigin(mcp.testApp)
})
afterAll(() => mcp.close())

async function run(name: string, args: object = {}) {
  used.add(name)
  return await runTool(client, name, args)
}

async function servePhoto(): Promise<string> {
  const bytes = await imageFile()
  const server = createServer((_request, response) => response.end(bytes))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/photo.jpg`
}

test('from a new client to a reply and its metrics, with tools alone', async () => {
  const { testApp } = mcp
  expect((await run('whoami')).key.kind).toBe('owner')
  expect((await run('system_status')).object).toBe('system')
  const networks = (await run('list_platforms')).data
  expect(networks.map(({ platform }: { platform: string }) => platform)).toContain('threads')

  const { id: profile } = await run('create_profile', { name: 'Bakery', external_id: 'bakery' })
  expect((await run('list_profiles')).data).toContainEqual(expect.objectContaining({ id: profile }))
  const link = await run('create_connect_link', { id: profile, redirect_url: redirect })
  await openBrowser(testApp).login(link.url, 'threads', allow)
  expect((await run('get_connect_link', { id: link.id })).status).toBe('used')
  const [account] = (await run('list_accounts', { profile })).data
  expect((await run('account_health', { id: account.id })).status).toBe('connected')

  const photo = await run('add_media', { url: await servePhoto(), profile })
  expect((await run('list_media', { profile })).data).toHaveLength(1)
  const content = {
    text: 'Fresh bread',
    media: [{ id: photo.id }],
    targets: [{ account_id: account.id }],
  }
  expect((await run('validate_post', content)).valid).toBe(true)
  const draft = await run('create_post', { ...content, mode: 'draft' })
  const scheduled_at = new Date(testApp.clock.now().getTime() + 600_000).toISOString()
  await run('update_post', { id: draft.id, mode: 'schedule', scheduled_at })
  await advanceUntilIdle(testApp)
  const published = await run('get_post', { id: draft.id })
  expect(published.targets[0]).toMatchObject({ status: 'published' })
  expect((await run('list_posts', { profile })).data[0].id).toBe(draft.id)

  const [{ platform_post_id: post }] = published.targets
  await testApp.sandbox.control('POST', '/comments', { post, text: 'Is it vegan?', author: 'kim' })
  await advanceMinutes(testApp, 61)
  const [comment] = (await run('list_comments', { post_id: draft.id })).data
  expect(comment.untrusted.text).toBe('Is it vegan?')
  const reply = await run('reply_to_comment', { id: comment.id, text: 'Yes!' })
  expect(reply).toMatchObject({ object: 'comment_reply', comment_id: comment.id })
  expect((await run('hide_comment', { id: comment.id, hidden: true })).hidden).toBe(true)
  await testApp.call('POST', '/v1/insights/sync', { account_id: account.id })
  await advanceMinutes(testApp, 24 * 60)
  const metrics = await run('get_post_insights', { id: draft.id })
  expect(metrics.targets[0].metrics.replies).toBeGreaterThan(0)
  expect((await run('get_account_insights', { id: account.id })).account_id).toBe(account.id)

  const second = await run('create_post', { text: 'Later', mode: 'draft', profile })
  expect((await run('cancel_post', { id: second.id })).status).toBe('canceled')
  await testApp.sandbox.control('POST', '/faults', {
    platform: 'threads',
    match: '*',
    kind: 'http_500',
    times: 1_000,
  })
  const failing = await run('create_post', { ...content, media: [], mode: 'now' })
  await advanceUntilIdle(testApp)
  expect((await run('get_post', { id: failing.id })).status).toBe('failed')
  await testApp.sandbox.control('DELETE', '/faults')
  await run('retry_post', { id: failing.id })
  await advanceUntilIdle(testApp)
  expect((await run('get_post', { id: failing.id })).status).toBe('published')

  expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort())
})
