import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardBrowser, signInOwner } from '../../../test/dashboard.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../test/seed.ts'
import { successfulChanges } from '../../../test/successful-changes.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import { routes } from '../../app.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let owner: DashboardBrowser
let seeded: SeededProfile
/** The number of the last write before the newest request, to leave out the test's preparation. */
let writtenBefore = 0

beforeAll(async () => {
  receiver = await openReceiver()
  owner = await signInOwner(testApp)
  seeded = await seedProfile(testApp, 'threads', receiver.url)
  await recordWrites()
  const { request } = testApp.app
  testApp.app.request = async (...args) => {
    writtenBefore = (await newestWrite()).number
    return await request(...args)
  }
}, 60_000)
afterAll(() => receiver.close())

/** Operations that call something outside while they run, so they cannot be one transaction. */
const notAtomic: Record<string, string> = {
  createWebhook: 'the name server',
  updateWebhook: 'the name server',
  testWebhook: 'the receiver',
  createMedia: 'the store, and the address of a file',
  deleteMedia: 'the store',
  uploadConnectLogo: 'the inspector process',
  disconnectAccount: 'the platform',
  deletePublication: 'the platform',
  replyToComment: 'the platform',
  hideComment: 'the platform',
  createSignInLink: 'the mail server',
  updateSession: 'the processor, for a password',
  setUpSecondFactor: 'the processor, for a password',
  enableSecondFactor: 'nothing; a wrong code must be counted',
  disableSecondFactor: 'nothing; a wrong code must be counted',
  createRecoveryCodes: 'nothing; a wrong code must be counted',
}

/** Tables that do not hold what a caller changed, and their purpose. */
const bookkeeping: Record<string, string> = {
  idempotency: 'stored responses',
  rate_window: 'request counts',
  media_removal: 'files to remove, recorded before the upload',
}

/** Operations that change no rows in this test, and why. */
const unchanging: Record<string, string> = {
  moveAccount: 'A post waits for the account, so it is moved to where it is.',
}

type Write = { number: number; transaction: string; table: string; action: string | null }

/** Records the table and transaction of every written row; a rollback removes the records too. */
async function recordWrites(): Promise<void> {
  const { pool } = testApp.ctx.db
  await pool.query(`
    create table written (
      number serial, transaction xid8 default pg_current_xact_id(), "table" text, action text);
    create function note_write() returns trigger language plpgsql as $$ begin
      insert into written ("table", action) values (tg_argv[0], to_jsonb(new) ->> 'action');
      return null; end $$;
    create function refuse_entry() returns trigger language plpgsql as $$ begin
      raise 'no entry can be written'; end $$`)
  const { rows } = await pool.query(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'written'`)
  for (const { name } of rows) {
    // Updates of a session only record that it was used.
    const kinds = name === 'session' ? 'insert or delete' : 'insert or update or delete'
    await pool.query(`create trigger noted after ${kinds} on "${name}"
      for each row execute function note_write('${name}')`)
  }
}

async function writes(): Promise<Write[]> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select number, transaction::text, "table", action from written
     where number > $1 order by number`,
    [writtenBefore],
  )
  return rows.filter((row) => !bookkeeping[row.table])
}

async function newestWrite(): Promise<{ number: number }> {
  const { rows } = await testApp.ctx.db.pool.query(
    'select coalesce(max(number), 0) as number from written',
  )
  return rows[0]
}

/** Runs `work` while the audit entry of `action` cannot be written. */
async function withoutEntry(
  action: string,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { pool } = testApp.ctx.db
  await pool.query(`create trigger refused before insert on audit_entry
    for each row when (new.action = '${action}') execute function refuse_entry()`)
  try {
    return await work()
  } finally {
    await pool.query('drop trigger refused on audit_entry')
  }
}

const perform = (operation: string) =>
  successfulChanges[operation]!({ testApp, owner, seeded, receiverUrl: receiver.url })

// Disconnecting comes last, because the others need the account.
const operations = Object.keys(successfulChanges).sort(
  (left, right) => Number(left === 'disconnectAccount') - Number(right === 'disconnectAccount'),
)

test.each([
  ['transient', 502],
  ['after_accepting_timeout', 504],
])(
  'the entry of a reply is recorded before the platform call: after %s it has status %i',
  async (kind, status) => {
    const fault = { platform: seeded.account.platform, match: 'create', kind, times: 1 }
    await testApp.sandbox.control('POST', '/faults', fault)
    const response = await owner.call('POST', `/v1/comments/${seeded.comment.id}/reply`, {
      text: kind,
    })
    expect(response.status).toBe(status)
    const { body } = await owner.call('GET', '/v1/audit-log?limit=1')
    const request_id = response.headers.get('x-request-id')
    expect(body.data[0]).toMatchObject({ action: 'replyToComment', status, request_id })
  },
)

describe('a change and its audit entry', () => {
  test.each(operations)(
    '%s changes nothing when its entry cannot be written',
    async (operation) => {
      const response = await withoutEntry(operation, () => perform(operation))
      expect(response.status).toBe(500)
      expect(await writes()).toEqual([])
    },
  )

  test.each(operations)('%s commits its entry with its first change', async (operation) => {
    const response = await perform(operation)
    if (response.status >= 300) throw new Error(JSON.stringify(response.body))
    const all = await writes()
    const [entry, ...more] = all.filter(({ table }) => table === 'audit_entry')
    expect([entry?.action, more]).toEqual([operation, []])
    const changed = all.filter(({ table }) => table !== 'audit_entry')
    const before = changed.filter((each) => BigInt(each.transaction) < BigInt(entry!.transaction))
    expect(before).toEqual([])
    if (unchanging[operation]) return
    expect(changed.map(({ transaction }) => transaction)).toContain(entry!.transaction)
  })

  test('every change is one transaction, except operations that call something outside', () => {
    const changing = routes.filter(({ method, action }) => method !== 'get' && action !== null)
    const apart = changing.filter(({ atomic }) => !atomic).map((route) => route.operationId)
    expect(apart.sort()).toEqual(Object.keys(notAtomic).sort())
  })
})
