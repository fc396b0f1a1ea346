import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { bytesLiteral, plainLiteral } from './literals.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('PostgreSQL reads what was written, with its gaps', async () => {
  const rows = [
    { at: new Date('2026-11-21T09:00:00.123Z'), bytes: Buffer.from('a"\\,{}\n\0é') },
    { at: null, bytes: null },
    { at: new Date(0), bytes: Buffer.alloc(0) },
  ]
  const { rows: read } = await house.ctx.db.pool.query(
    'select at, bytes from unnest($1::timestamptz[], $2::bytea[]) as r (at, bytes)',
    [
      plainLiteral(rows, (row) => row.at?.toISOString()),
      plainLiteral(rows, (row) => row.bytes && bytesLiteral(row.bytes)),
    ],
  )
  expect(read).toEqual(rows)
})

test('no rows are an empty array', () => {
  expect(plainLiteral([], () => 1)).toBe('{}')
})
