import { describe, expect, test } from 'vitest'
import { exampleIds } from '../../schemas/examples.ts'
import { parseRows } from './parse.ts'

const csv = (...lines: string[]) => parseRows({ format: 'csv', content: lines.join('\r\n') })
const header = 'external_id,account_ids,text,tags'

describe('CSV', () => {
  test.each([',', ';', '\t'])('the separator %j → the same rows', (separator) => {
    const rows = csv(
      `\uFEFF${['external_id', 'account_ids', 'text', 'tags', 'media', 'options'].join(separator)}`,
      [
        'a',
        '"acc_1 acc_2"',
        '"One ""quoted""\r\nline"',
        '"winter, menu"',
        'https://x.example/a,b.jpg',
        '"{""x"": 1}"',
      ]
        .map((cell) => (cell.includes(separator) && !cell.startsWith('"') ? `"${cell}"` : cell))
        .join(separator),
      '',
    )
    expect(rows).toMatchObject([
      {
        number: 2,
        externalId: 'a',
        errors: [],
        input: {
          text: 'One "quoted"\r\nline',
          targets: [
            { account_id: 'acc_1', options: { x: 1 } },
            { account_id: 'acc_2', options: { x: 1 } },
          ],
          tags: ['winter', 'menu'],
          media: [{ url: 'https://x.example/a,b.jpg' }],
        },
      },
    ])
  })

  test('a wrong row has its errors by column; empty rows count, the others are read', () => {
    const rows = csv(
      `${header},mode,options`,
      'a,acc_1,One,,soon,',
      ',,,,,',
      ',acc_1,Two,,,',
      'c,acc_1,Three,,,{',
      'd,acc_1,Four, with a comma,,,',
      'a,acc_1,Five,,,',
      'f,acc_1,Six,,,',
    )
    expect(rows.map(({ number, errors }) => [number, errors.map(({ path }) => path)])).toEqual([
      [2, ['mode']],
      [4, ['external_id']],
      [5, ['options']],
      [6, ['']],
      [7, ['external_id']],
      [8, []],
    ])
  })

  test.each([
    ['an unknown column', 'external_id,caption\na,b', 'unknown_column'],
    ['a column that occurs twice', 'text,text\na,b', 'named_twice'],
    ['a quote that is not closed', 'external_id,text\na,"b', 'invalid_csv'],
    ['a header alone', 'external_id,text\n', 'invalid'],
    ['a million separators', `external_id,text\na${','.repeat(1_000_000)}`, 'too_many_values'],
    ['1,001 rows', `external_id\n${'a\n'.repeat(1_001)}`, 'too_many_rows'],
    ['rows after many empty lines', `external_id\n${'\n'.repeat(10_000)}a`, 'too_many_rows'],
  ])('%s → 400 for the file', (_, content, code) => {
    expect(() => parseRows({ format: 'csv', content })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'content', code })] }),
    )
  })
})

test.each([
  ['account_ids', 'acc_1 '],
  ['media', 'med_1 '],
  ['tags', 'a,'],
])('a cell %s with 100,000 words → its row is wrong', (column, word) => {
  const [row] = csv(`external_id,${column}`, `a,"${word.repeat(100_000)}"`)
  expect(row).toMatchObject({ input: null, externalId: 'a' })
  expect(row!.errors.every(({ path }) => path.startsWith(column))).toBe(true)
})

describe('JSON lines', () => {
  const lines = (...texts: string[]) => parseRows({ format: 'jsonl', content: texts.join('\n') })

  test('a line is the body of POST /v1/posts with a required external_id', () => {
    const target = { account_id: exampleIds.account, text: 'Other' }
    const rows = lines(
      JSON.stringify({ external_id: 'a', text: 'One', targets: [target] }),
      '',
      '{"external_id": "b"',
      '{"text": "Three"}',
      '{"external_id": "d", "colour": "red"}',
      '{"external_id": "e\\u0000"}',
      'null',
    )
    expect(rows[0]).toMatchObject({ number: 1, input: { text: 'One', targets: [target] } })
    expect(
      rows.slice(1).map(({ number, externalId, errors }) => [number, externalId, errors[0]?.path]),
    ).toEqual([
      [3, null, ''],
      [4, null, 'external_id'],
      [5, 'd', 'colour'],
      [6, null, 'external_id'],
      [7, null, ''],
    ])
  })

  test('deeply nested lines and more values than rows can have are refused', () => {
    const nested = '['.repeat(40)
    expect(lines(`{"external_id":"a","metadata":{"a":${nested}`)[0]?.errors).toHaveLength(1)
    expect(() => lines(`[${'1,'.repeat(210_000)}1]`)).toThrow(/more than/)
  })
})
