import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey } from '../../../test/build.ts'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
} from '../../../test/dashboard.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createBackup } from './backup.ts'
import { restore } from './restore.ts'

const file = join(tmpdir(), `postern-revoke-${randomBytes(4).toString('hex')}.tar.gz`)
const later = 'a later password, 2026'

const testApp = useTestApp({ poolMax: 4 })
let owner: DashboardBrowser
let key: string

beforeAll(async () => {
  owner = await signInOwner(testApp)
  key = await buildKey(testApp)
  await createBackup(testApp.ctx, file, { version: '1', withKeys: false, withMedia: false })
  const { body } = await testApp.call('GET', '/v1/me', undefined, { key })
  await testApp.call('DELETE', `/v1/api-keys/${body.key.id}`)
  await owner.call('PATCH', '/v1/session', { current_password: password, password: later })
})
afterAll(async () => {
  rmSync(file, { force: true })
})

const restoreWith = (revokeAll: boolean) =>
  restore(testApp.ctx, file, { force: true, overdue: null, revokeAll })

const signIn = async () =>
  (
    await openDashboard(testApp).call('POST', '/v1/session', {
      email: 'olga@example.com',
      password,
    })
  ).status

const statuses = async () => ({
  key: (await testApp.call('GET', '/v1/me', undefined, { key })).status,
  session: (await owner.call('GET', '/v1/session')).status,
  password: await signIn(),
})

test('after a restore keys and passwords revoked since the backup work again', async () => {
  expect(await statuses()).toEqual({ key: 401, session: 200, password: 401 })
  await restoreWith(false)
  expect(await statuses()).toEqual({ key: 200, session: 200, password: 201 })
})

test('after a restore with revokeAll no key, session or password of the backup works', async () => {
  await restoreWith(true)
  expect(await statuses()).toEqual({ key: 401, session: 401, password: 401 })
})
