import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../../test/database.ts'
import { createLog } from '../telemetry/log.ts'
import { openDatabase } from './open.ts'
import { createWake, type Due, type Wake } from './wake.ts'

const open: Wake[] = []
afterEach(() => Promise.all(open.splice(0).map((wake) => wake.close())))

type Sent = { channel: string; due: Due }

/** A wake whose notices are collected instead of sent; `next` waits for the next batch. */
function collecting() {
  const batches: Sent[][] = []
  let arrived = () => {}
  const wake = createWake({
    send: async (payloads) => {
      batches.push(payloads.map((payload) => JSON.parse(payload)))
      arrived()
    },
    connection: null,
    otherChannel: { channel: 'other', tell: () => {} },
    onError: (err) => {
      throw err
    },
  })
  open.push(wake)
  const next = () =>
    new Promise<void>((resolve) => {
      arrived = resolve
    })
  return { wake, lots: batches, next }
}

const endpoint = (endpointId: string) => ({ endpointId, ownerId: 'own_a' })
const duesOf = (lots: Sent[][]) => lots.map((lot) => lot.map(({ due }) => due))

test('the first notice is sent immediately, the following ones together', async () => {
  const { wake, lots, next } = collecting()
  wake.notify('deliveries', [endpoint('a')])
  await Promise.resolve()
  expect(duesOf(lots)).toEqual([[[endpoint('a')]]])
  wake.notify('deliveries', [endpoint('b')])
  wake.notify('deliveries', [endpoint('c')])
  wake.notify('deliveries', [endpoint('b')])
  await Promise.resolve()
  expect(lots).toHaveLength(1)
  await next()
  expect(duesOf(lots)[1]).toEqual([[endpoint('b'), endpoint('c')]])
})

test('a notice without endpoints, or with very many, has due: null', async () => {
  const { wake, lots, next } = collecting()
  wake.notify('deliveries', [endpoint('a')])
  wake.notify('deliveries')
  wake.notify('deliveries', [endpoint('b')])
  await Promise.resolve()
  expect(duesOf(lots)).toEqual([[null]])
  for (let number = 0; number < 81; number += 1) {
    wake.notify('deliveries', [endpoint(`whk_${number}`)])
  }
  await next()
  expect(duesOf(lots)[1]).toEqual([null])
})

test('listeners in the same process get each notice of their channel once', async () => {
  const { wake, lots } = collecting()
  const received: Due[] = []
  wake.listen('deliveries', (due) => void received.push(due))
  wake.notify('deliveries', [endpoint('a')])
  wake.notify('work')
  await Promise.resolve()
  expect(received).toEqual([[endpoint('a')]])
  expect(lots.flat().map(({ channel }) => channel)).toEqual(['deliveries', 'work'])
})

test('the largest notice fits into a PostgreSQL payload', async () => {
  const { wake, lots } = collecting()
  const due = Array.from({ length: 80 }, (_, number) => ({
    endpointId: `whk_${String(number).padStart(26, '0')}`,
    ownerId: `own_${'0'.repeat(26)}`,
  }))
  wake.notify('deliveries', due)
  await Promise.resolve()
  expect(duesOf(lots)).toEqual([[due]])
  expect(JSON.stringify(lots[0]![0]).length).toBeLessThan(8_000)
})

test('a notice reaches another process with its endpoints', async () => {
  const { name, connection } = await createTestDatabase()
  const log = createLog({ level: 'silent' })
  const openOne = () => openDatabase({ connection, poolMax: 1, log, listen: true })
  const [one, other] = [openOne(), openOne()]
  const received: Due[] = []
  one.wake.listen('deliveries', (due) => void received.push(due))
  const afterNotice = () => {
    other.wake.notify('deliveries', [endpoint('a')])
    return received
  }
  await expect.poll(afterNotice).toContainEqual([endpoint('a')])
  await Promise.all([one.close(), other.close()])
  await dropTestDatabase(name)
})
