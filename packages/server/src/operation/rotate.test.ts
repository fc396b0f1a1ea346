import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { loadConfig } from '../core/config.ts'
import { createHeartbeat } from '../jobs/heartbeat.ts'
import { keyName, parseKeyring, refreshKeyring, seal, unseal } from '../security/secrets.ts'
import { readStoredKeys } from '../security/stored-secrets.ts'
import { removeOldKeys, rotateEncryptionKey } from './rotate.ts'
import { countByKey, sealedColumns } from './sealed.ts'

let testApp: TestApp
const quick = { waitMsMax: 0, wait: async () => {} }

beforeEach(async () => {
  testApp = await openTestApp({ poolMax: 3 })
})

afterEach(async () => {
  await testApp.close()
})

const query = (text: string, values: unknown[] = []) => testApp.ctx.db.pool.query(text, values)
const dataDir = () => testApp.ctx.config.dataDir

/** Another process on the same data folder, with a separate keyring. */
function openProcess(role: 'api' | 'worker') {
  const config = loadConfig({ DATA_DIR: dataDir(), ROLE: role })
  const ctx = { ...testApp.ctx, config }
  return { ctx, heartbeat: createHeartbeat(ctx, '1') }
}

async function insertAccounts(count: number): Promise<void> {
  const { rows } = await query('select id, owner_id from profile limit 1')
  for (let index = 0; index < count; index += 1) {
    const id = `acc_${index}`
    await query(
      `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
         permissions_granted, permissions_missing, tokens_sealed, connected_at, created_at, updated_at)
       values ($1, $2, $3, 'threads', $1, 'u', 'connected', '{}', '{}', $4, now(), now(), now())`,
      [
        id,
        rows[0].owner_id,
        rows[0].id,
        seal(testApp.ctx.config.keyring, `account:${id}`, `token ${index}`),
      ],
    )
  }
}

test('the list of sealed columns is complete', async () => {
  const plain = [
    'api_key.secret_hash',
    'approval_link.token_hash',
    'report_link.token_hash',
    'attempt.response',
    'attempt.signature',
    'connect_flow.cookie_hash',
    'connect_flow.state_hash',
    'connect_link.token_hash',
    'connect_settings.logo',
    'event.body',
    'idempotency.request_hash',
    'invitation.token_hash',
    'media.secret',
    'post_target.content_hash',
    'profile.erased_external_id',
    'recovery_code.code_hash',
    'session.token_hash',
    'sign_in_link.token_hash',
  ]
  const { rows } = await query(`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.atttypid = 'bytea'::regtype and not a.attisdropped
    order by 1`)
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name)).toEqual([...plain, ...sealed].sort())
})

test('a rotation reseals everything while processes run, and stored responses still open', async () => {
  await insertAccounts(450)
  const webhook = await testApp.call('POST', '/v1/webhooks', {
    url: 'https://receiver.example/hook',
    events: ['*'],
  })
  const headers = { 'idempotency-key': 'before-the-rotation' }
  const created = await testApp.call('POST', '/v1/profiles', { name: 'Once' }, { headers })
  const [api, worker] = [openProcess('api'), openProcess('worker')]
  await api.heartbeat.beat()
  await worker.heartbeat.beat()
  const old = keyName(testApp.ctx.config.keyring[0].id)

  const rotation = await rotateEncryptionKey(testApp.ctx, {
    waitMsMax: 10_000,
    wait: async () => {
      await api.heartbeat.beat()
      await worker.heartbeat.beat()
    },
  })
  expect(rotation).toEqual({
    current: expect.not.stringMatching(old),
    isNew: true,
    resealed: 452,
    verified: 452,
    removable: [old],
  })
  expect([...(await countByKey(testApp.ctx.db.query)).keys()]).toEqual([rotation.current])
  const again = await testApp.call('POST', '/v1/profiles', { name: 'Once' }, { headers })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(created.body)
  const { rows } = await query('select secret_sealed from webhook_endpoint')
  const { keyring } = worker.ctx.config
  expect(unseal(keyring, `webhook:${webhook.body.id}`, rows[0].secret_sealed)).toBe(
    webhook.body.secret,
  )

  expect(await removeOldKeys(testApp.ctx)).toEqual([old])
  expect(readStoredKeys(dataDir())).toHaveLength(1)
  await api.heartbeat.beat()
  expect(api.ctx.config.keyring.map(({ id }) => keyName(id))).toEqual([rotation.current])
  await api.heartbeat.stop()
  await worker.heartbeat.stop()
})

test('a process opens values sealed with a key that it has not loaded yet', async () => {
  const { ctx: sleeping } = openProcess('worker')
  await rotateEncryptionKey(testApp.ctx, quick)
  const sealed = seal(testApp.ctx.config.keyring, 'a purpose', 'a token')
  expect(unseal(sleeping.config.keyring, 'a purpose', sealed)).toBe('a token')
})

test('a process with ENCRYPTION_KEYS makes the rotation fail, and the next call continues', async () => {
  await insertAccounts(3)
  const config = loadConfig({
    DATA_DIR: dataDir(),
    ENCRYPTION_KEYS: readStoredKeys(dataDir()).join(','),
    ROLE: 'worker',
  })
  const otherProcess = createHeartbeat({ ...testApp.ctx, config: config }, '1')
  await otherProcess.beat()
  await expect(rotateEncryptionKey(testApp.ctx, quick)).rejects.toThrow(
    /do not seal with the key \w{8}: worker process \d+ on .*ENCRYPTION_KEYS/,
  )
  expect(readStoredKeys(dataDir())).toHaveLength(2)
  await otherProcess.stop()

  const rotation = await rotateEncryptionKey(testApp.ctx, quick)
  expect(rotation).toMatchObject({ isNew: false, resealed: 3, verified: 3 })
  expect(readStoredKeys(dataDir())).toHaveLength(2)
})

test('the next call finishes an interrupted rotation without a new key', async () => {
  await insertAccounts(250)
  await testApp.call('POST', '/v1/webhooks', {
    url: 'https://receiver.example/hook',
    events: ['*'],
  })
  const dies = (words: string) => {
    if (words.startsWith('account')) throw new Error('killed')
  }
  await expect(rotateEncryptionKey(testApp.ctx, { ...quick, onProgress: dies })).rejects.toThrow(
    'killed',
  )
  expect((await countByKey(testApp.ctx.db.query)).size).toBe(2)
  await expect(removeOldKeys(testApp.ctx)).rejects.toThrow('still sealed with an older key')

  const rotation = await rotateEncryptionKey(testApp.ctx, quick)
  expect(rotation).toMatchObject({ isNew: false, resealed: 1, verified: 251 })
  expect(await removeOldKeys(testApp.ctx)).toHaveLength(1)
})

test('a value that changes during resealing keeps the change', async () => {
  await insertAccounts(2)
  let isChanged = false
  const { db } = testApp.ctx
  const interrupted: typeof db = {
    ...db,
    transact: async (work) => {
      if (!isChanged) {
        isChanged = true
        const fresh = seal(testApp.ctx.config.keyring, 'account:acc_1', 'a newer token')
        await query(`update account set tokens_sealed = $1 where id = 'acc_1'`, [fresh])
      }
      return await db.transact(work)
    },
  }
  await rotateEncryptionKey({ ...testApp.ctx, db: interrupted }, quick)
  const { rows } = await query(`select tokens_sealed from account where id = 'acc_1'`)
  expect(unseal(testApp.ctx.config.keyring, 'account:acc_1', rows[0].tokens_sealed)).toBe(
    'a newer token',
  )
})

test('a value with a missing key makes the rotation fail and is named', async () => {
  await insertAccounts(1)
  const lost = parseKeyring([randomBytes(32).toString('base64')])
  await query('update account set tokens_sealed = $1', [seal(lost, 'account:acc_0', 'gone')])
  await expect(rotateEncryptionKey(testApp.ctx, quick)).rejects.toThrow(
    `A value of account.tokens_sealed cannot be decrypted: key ${keyName(lost[0].id)} is missing`,
  )
})

test('of two concurrent rotations one fails', async () => {
  await insertAccounts(1)
  const second = async () => {
    await expect(rotateEncryptionKey(testApp.ctx, quick)).rejects.toThrow('Another rotation')
  }
  const pending: Promise<void>[] = []
  await rotateEncryptionKey(testApp.ctx, {
    ...quick,
    onProgress: () => void (pending.length === 0 && pending.push(second())),
  })
  expect(pending).toHaveLength(1)
  await Promise.all(pending)
})

test('secrets.json is complete and readable only by its owner', async () => {
  await rotateEncryptionKey(testApp.ctx, quick)
  const file = join(dataDir(), 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    encryption_keys: [expect.any(String), expect.any(String)],
    database_password: expect.any(String),
  })
  refreshKeyring(testApp.ctx.config.keyring)
  expect(testApp.ctx.config.keyring).toHaveLength(2)
})
