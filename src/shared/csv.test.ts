import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, plainCell } from './csv.ts'

describe('a line', () => {
  test.each<[readonly (string | number | null)[], string]>([
    [['JUAN', 'DELA CRUZ'], 'JUAN,DELA CRUZ'],
    [['MUÑOZ', null, 7], 'MUÑOZ,,7'],
    [['Purok 3, Brgy. Uno', 'the "Bolo" unit'], '"Purok 3, Brgy. Uno","the ""Bolo"" unit"'],
    [['one\ntwo', 'a;b', 'a\tb', ' led by a space'], '"one\ntwo","a;b","a\tb"," led by a space"'],
    [['=1+1', '+639171234567', '-5', '@SUM(A1)'], "'=1+1,'+639171234567,'-5,'@SUM(A1)"],
    [['\tx', '\rx', '\nx', ' =1', '\uFF1D1'], `"'\tx","'\rx","'\nx",' =1,'\uFF1D1`],
    [["'=1", "O'Hara", "'quoted'"], "''=1,O'Hara,'quoted'"],
    [[-5, 0, 1.5], '-5,0,1.5'],
    [[''], '""'],
    [[null], '""'],
    [['', ''], ','],
    [[], ''],
  ])('%j', (values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`)
  })
})

/** Texts that begin like a formula, contain delimiters and quotes, or are anything at all. */
const awkward = fc.stringMatching(/^[ '=+\-@\t\r\n",;a-zñ\uFF1D]{0,6}$/)
const value = fc.oneof(awkward, fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null))
const line = fc.array(value, { minLength: 1, maxLength: 6 })

test('what is written is read back: the same values, however awkward', () => {
  fc.assert(
    fc.property(line, (values) => {
      const [read] = parse(csvLine(values), { record_delimiter: ['\r\n'], skip_empty_lines: false })
      expect(read!.map(plainCell)).toEqual(values.map((one) => (one === null ? '' : String(one))))
    }),
    { numRuns: 500 },
  )
})

// Shows csv-01
test('no text begins in a way that a spreadsheet would run', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(awkward, fc.string()), { minLength: 1 }), (texts) => {
      const [read] = parse(csvLine(texts), { record_delimiter: ['\r\n'] })
      for (const cell of read!) expect(cell).not.toMatch(/^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ["'=1", '=1'],
  ["''=1", "'=1"],
  ["'+63", '+63'],
  ["O'Hara", "O'Hara"],
  ["'tis", "'tis"],
  ['=1', '=1'],
  ['', ''],
])('%s is %s', (cell, plain) => {
  expect(plainCell(cell)).toBe(plain)
})
