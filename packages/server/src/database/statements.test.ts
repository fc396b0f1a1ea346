import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { limits } from '../core/limits.ts'
import { createStatementNames, rowLimit } from './statements.ts'

describe('prepared statement names', () => {
  test('a select gets a stable name on its third use', () => {
    const nameOf = createStatementNames()
    const names = [1, 2, 3, 4].map(() => nameOf('select 1'))
    expect(names.slice(0, 2)).toEqual([undefined, undefined])
    expect(names[2]).toMatch(/^read_[0-9a-f]{16}$/)
    expect(names[3]).toBe(names[2])
  })

  test('the name depends only on the text', () => {
    const [one, other] = [createStatementNames(), createStatementNames()]
    expect(nameAfterThree(one, 'select 1')).toBe(nameAfterThree(other, 'select 1'))
    expect(nameAfterThree(one, 'select 2')).not.toBe(nameAfterThree(one, 'select 1'))
  })

  test.each([
    'insert into t values (1)',
    'update t set a = 1',
    'delete from t',
    'with t as (select 1)',
  ])('a statement that is no select has none: %s', (text) => {
    expect(nameAfterThree(createStatementNames(), text)).toBeUndefined()
  })

  test('a select that begins with a line break has a name', () => {
    expect(nameAfterThree(createStatementNames(), '\n    select 1')).toMatch(/^read_/)
  })

  test('a list that is planned for the values of its filters has none', () => {
    const text = 'select /* planned for its values */ id from post where status = $1'
    expect(nameAfterThree(createStatementNames(), text)).toBeUndefined()
  })

  test('at most 500 statements get a name, and these keep it', () => {
    const nameOf = createStatementNames()
    const texts = Array.from({ length: 501 }, (_, index) => `select ${index}`)
    const names = texts.map((text) => nameAfterThree(nameOf, text))
    expect(new Set(names.slice(0, 500)).size).toBe(500)
    expect(names[500]).toBeUndefined()
    expect(nameOf('select 0')).toBe(names[0])
  })

  test('counts of rare texts are cleared after 2,000 texts', () => {
    const nameOf = createStatementNames()
    nameOf('select a')
    nameOf('select a')
    for (let index = 0; index < 2_000; index += 1) nameOf(`select ${index}`)
    expect([1, 2].map(() => nameOf('select a'))).toEqual([undefined, undefined])
    expect(nameOf('select a')).toMatch(/^read_/)
  })
})

describe('against PostgreSQL', () => {
  let testApp: TestApp

  beforeAll(async () => {
    testApp = await openTestApp({ poolMax: 1 })
  })
  afterAll(() => testApp.close())

  test('a connection prepares only frequent selects', async () => {
    const { query } = testApp.ctx.db
    for (let index = 0; index < 3; index += 1) await sql`select 'frequent'`.execute(query)
    for (let index = 0; index < 2; index += 1) await sql`select 'rare'`.execute(query)
    const texts = await testApp.ctx.db.pool.query('select statement from pg_prepared_statements')
    const prepared = texts.rows.map((row) => row.statement)
    expect(prepared).toContain("select 'frequent'")
    expect(prepared).not.toContain("select 'rare'")
  })

  test('a prepared select on an altered table fails once, then succeeds', async () => {
    const { query, pool } = testApp.ctx.db
    await pool.query('create table altered (a int)')
    const select = () => sql`select * from altered`.execute(query)
    for (let index = 0; index < 3; index += 1) await select()
    await pool.query('alter table altered add column b int')
    await expect(select()).rejects.toMatchObject({ code: '0A000' })
    expect((await select()).rows).toEqual([])
    await pool.query('drop table altered')
  })

  test.each([20, 50, limits.page.default, limits.page.max])(
    'the common page size %i is a literal in the statement',
    (size) => {
      expect(compiled(size + 1)).toEqual({ text: `select ${size + 1}`, values: [] })
    },
  )

  test('any other page size is a parameter', () => {
    expect(compiled(8)).toEqual({ text: 'select $1', values: [8] })
  })

  function compiled(rows: number) {
    const query = sql`select ${rowLimit(rows)}`.compile(testApp.ctx.db.query)
    return { text: query.sql, values: query.parameters }
  }
})

function nameAfterThree(nameOf: (text: string) => string | undefined, text: string) {
  nameOf(text)
  nameOf(text)
  return nameOf(text)
}
