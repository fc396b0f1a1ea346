import { beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { statementsOf } from '../../test/statements.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { Context } from '../context.ts'
import { inOneTransaction } from './nested-transaction.ts'
import type { Tx } from './open.ts'

const testApp = useTestApp()
let profileId: string

beforeAll(async () => {
  profileId = (await buildProfile(testApp)).id
})

const setName = (tx: Tx, name: string) =>
  tx.updateTable('profile').set({ name }).where('id', '=', profileId).execute()

async function readName(): Promise<string> {
  return (await testApp.call('GET', `/v1/profiles/${profileId}`)).body.name
}

test('a nested transaction is committed with the outer one, without a savepoint', async () => {
  const statements = await statementsOf(() =>
    inOneTransaction(testApp.ctx, async (outer) => {
      await outer.db.transact((tx) => setName(tx, 'first'))
      await inOneTransaction(outer, ({ db }) => db.transact((tx) => setName(tx, 'second')))
    }),
  )
  expect(statements.map((text) => text.split(' ')[0])).toEqual([
    'begin',
    'update',
    'update',
    'commit',
  ])
  expect(await readName()).toBe('second')
})

test.each([
  ['one level', (ctx: Context, work: (ctx: Context) => Promise<void>) => work(ctx)],
  ['two levels', inOneTransaction<Context, void>],
])(
  'nothing is committed after a nested transaction failed and its error was caught, %s below',
  async (_depth, open) => {
    await testApp.ctx.db.transact((tx) => setName(tx, 'before'))
    const outer = inOneTransaction(testApp.ctx, async (txCtx) => {
      await txCtx.db.transact((tx) => setName(tx, 'outside'))
      await open(txCtx, async ({ db }) => {
        const failing = db.transact(async (tx) => {
          await setName(tx, 'inside')
          throw new Error('fails')
        })
        await expect(failing).rejects.toThrow('fails')
      }).catch(() => {})
    })
    await expect(outer).rejects.toThrow('a part of the transaction failed')
    expect(await readName()).toBe('before')
  },
)
