import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../test/build.ts'
import { emitComments } from '../../../test/build-webhook.ts'
import { type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { buildMedia } from '../../../test/media-files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { confirmServer } from '../../database/server-identity.ts'

const testApp = useTestApp()
let owner: DashboardBrowser
beforeAll(async () => {
  owner = await signInOwner(testApp)
})

const read = async () => {
  const { status, body } = await owner.call('GET', '/v1/system')
  expect(status).toBe(200)
  return body
}

test('returns versions, configuration, platforms and warnings', async () => {
  const body = await read()
  expect(body).toMatchObject({
    object: 'system',
    versions: {
      postern: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+\.\d+/),
    },
    public_url: 'http://localhost:4000',
    sandbox_url: testApp.sandbox.url,
    role: 'all',
    smtp_configured: true,
    partition_days_ahead: expect.any(Number),
    warnings: [{ code: 'private_webhooks_allowed' }],
  })
  expect(body.migrations.applied).toBe(body.migrations.known)
  expect(body.platforms).toContainEqual({
    platform: 'tiktok',
    configured: true,
    sandbox: true,
    problem: null,
  })
})

test('returns the database server, and the failover that was noticed last with its lost span', async () => {
  await confirmServer(testApp.ctx.db, testApp.clock.now())
  expect((await read()).database).toEqual({
    role: 'primary',
    replication: 'none',
    replicas: [],
    // The server of the tests has fsync off.
    never_twice: { holds: false, code: 'not_durable', message: expect.stringContaining('fsync') },
    last_failover: null,
  })
  await testApp.ctx.db.pool.query(
    `update database_server set changed_at = '2026-11-20T10:00:05Z',
       lost_since = '2026-11-20T10:00:00Z', lost_until = '2026-11-20T10:00:10Z'`,
  )
  expect((await read()).database.last_failover).toEqual({
    noticed_at: '2026-11-20T10:00:05.000Z',
    lost_since: '2026-11-20T10:00:00.000Z',
    lost_until: '2026-11-20T10:00:10.000Z',
  })
})

test('counts pending and due deliveries with the age of the oldest', async () => {
  await buildWebhook(testApp)
  const profile = await buildProfile(testApp)
  await emitComments(testApp, profile, ['a', 'b', 'c'])
  testApp.clock.advance(90_000)
  expect((await read()).deliveries).toEqual({ pending: 3, due: 3, oldest_due_seconds: 90 })
  const { work } = await read()
  expect(work.find(({ kind }: { kind: string }) => kind === 'deliveries')).toEqual({
    kind: 'deliveries',
    oldest_due_at: '2026-11-21T09:00:00.000Z',
    oldest_due_seconds: 90,
  })
  await testApp.work()
  // The endpoint is unreachable, so all deliveries wait for their next attempt.
  expect((await read()).deliveries).toEqual({ pending: 3, due: 0, oldest_due_seconds: null })
})

test('storage is measured again after a minute', async () => {
  const before = (await read()).storage
  expect(before).toMatchObject({ media_bytes: 0, media_files: 0, media_store: 'disk' })
  expect(before.database_bytes).toBeGreaterThan(1_000_000)
  const media = await buildMedia(testApp)
  expect((await read()).storage).toEqual(before)
  testApp.clock.advance(60_000)
  expect((await read()).storage).toMatchObject({ media_bytes: media.size, media_files: 1 })
})

test('warns about inactive webhook endpoints', async () => {
  const endpoint = await buildWebhook(testApp)
  await testApp.ctx.db.pool.query(
    `update webhook_endpoint set active = false, inactive_reason = 'failures' where id = $1`,
    [endpoint.id],
  )
  expect((await read()).warnings).toContainEqual({
    code: 'webhook_endpoints_switched_off',
    message: expect.stringContaining('50 consecutive failures'),
    count: 1,
  })
})

test('warns about a version of an API that a network ends', async () => {
  const linkedin = testApp.ctx.config.platforms.linkedin!
  onTestFinished(() => void Object.assign(linkedin, { variables: {} }))
  Object.assign(linkedin, { variables: { LINKEDIN_VERSION: '202510' } })
  expect((await read()).warnings).toContainEqual({
    code: 'network_version_ends',
    message: expect.stringContaining('LinkedIn ended version 202510 of its API on 2026-10-15'),
    count: null,
  })
})
