import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import type { Tx } from './open.ts'
import { inOneTransaction } from './within.ts'

let house: House
let profileId: string

beforeAll(async () => {
  house = await openHouse()
  profileId = (await buildProfile(house)).id
})
afterAll(() => house.close())

const setName = (tx: Tx, name: string) =>
  tx.updateTable('profile').set({ name }).where('id', '=', profileId).execute()

async function readName(): Promise<string> {
  return (await house.call('GET', `/v1/profiles/${profileId}`)).body.name
}

test('a part that fails undoes its own writes alone', async () => {
  await inOneTransaction(house.ctx, async ({ db }) => {
    await db.transact((tx) => setName(tx, 'first'))
    const failing = db.transact(async (tx) => {
      await setName(tx, 'second')
      throw new Error('fails')
    })
    await expect(failing).rejects.toThrow('fails')
  })
  expect(await readName()).toBe('first')
})

test('a part fails with all that was written in it, also when a part within it failed before', async () => {
  await inOneTransaction(house.ctx, async (outer) => {
    await outer.db.transact((tx) => setName(tx, 'outside'))
    const failing = inOneTransaction(outer, async ({ db }) => {
      await setName(db.read as Tx, 'inside')
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
