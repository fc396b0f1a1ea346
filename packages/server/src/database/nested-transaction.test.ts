import { beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { useTestApp } from '../../test/test-app.ts'
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

test('a failed nested transaction rolls back only its own writes', async () => {
  await inOneTransaction(testApp.ctx, async ({ db }) => {
    await db.transact((tx) => setName(tx, 'first'))
    const failing = db.transact(async (tx) => {
      await setName(tx, 'second')
      throw new Error('fails')
    })
    await expect(failing).rejects.toThrow('fails')
  })
  expect(await readName()).toBe('first')
})

test('a nested transaction rolls back all its writes, even after an inner one failed', async () => {
  await inOneTransaction(testApp.ctx, async (outer) => {
    await outer.db.transact((tx) => setName(tx, 'outside'))
    const failing = inOneTransaction(outer, async ({ db }) => {
      await setName(db.query as Tx, 'inside')
      await db.transact((tx) => setName(tx, 'kept a while'))
      const inner = db.transact(async (tx) => {
        await setName(tx, 'innermost')
        throw new Error('fails within')
      })
      await expect(inner).rejects.toThrow('fails within')
      throw new Error('fails')
    })
    await expect(failing).rejects.toThrow('fails')
  })
  expect(await readName()).toBe('outside')
})
