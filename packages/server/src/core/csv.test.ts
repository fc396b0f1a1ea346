import { describe, expect, test } from 'vitest'
import { csvCell, csvTable } from './csv.ts'

describe('CSV', () => {
  test.each([
    ['=1+2', "'=1+2"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['＝1', "'＝1"],
    ['=cmd|\' /C calc\'!A0,"x"', '"\'=cmd|\' /C calc\'!A0,""x"""'],
    ['anna;=1+2', "anna;'=1+2"],
    ['anna; =1;+2', "anna; '=1;'+2"],
    ['anna;"=1', '"anna;""\'=1"'],
    ['anna\t@SUM(A1)', "anna\t'@SUM(A1)"],
    ['two\n=lines', '"two\n\'=lines"'],
    ['a-b;c=d', 'a-b;c=d'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['Ünïcode 🎈', 'Ünïcode 🎈'],
  ])('the text %j → one cell that is not a formula', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test('numbers are unchanged, null is empty', () => {
    expect([csvCell(-5), csvCell(null), csvCell(0)]).toEqual(['-5', '', '0'])
  })

  test('a table has a line end after every line', () => {
    expect(
      csvTable([
        ['a', 'b'],
        [1, null],
      ]),
    ).toBe('a,b\r\n1,\r\n')
  })
})
