import { describe, expect, test } from 'vitest'
import type { DateOrder } from '#shared/members/csv/date-order.ts'
import { findStatementHeading, guessDayOrder, guessStatementColumns, readDay, readStatementLines } from './statement.ts'

describe('the columns of a statement', () => {
  test.each([
    [
      ['Date and Time', 'Description', 'Reference No.', 'Debit', 'Credit', 'Balance'],
      { day: 0, centavos: 4, reference: 2, text: 1 },
    ],
    [['Posted', 'Particulars', 'Amount', 'Trace'], { day: 0, centavos: 2, reference: 3, text: 1 }],
    // Each fits two columns, and is taken once.
    [['Deposit reference', 'Date received', 'Amount'], { day: 1, centavos: 2, reference: 0, text: -1 }],
    [['A', 'B'], { day: -1, centavos: -1, reference: -1, text: -1 }],
  ])('%j', (headings, mapping) => expect(guessStatementColumns(headings)).toEqual(mapping))

  test('stand below the account and its holder', () => {
    const rows = [['Payments from 2026'], ['Juan Dela Cruz', ''], ['Date', 'Credit'], ['2026-01-02', '500']]
    expect(findStatementHeading(rows)).toBe(2)
    expect(findStatementHeading(rows.slice(3))).toBe(0)
  })
})

test.each<[string, DateOrder, string | null]>([
  ['2026-11-30 14:05', 'day first', '2026-11-30'],
  ['11/30/2026', 'month first', '2026-11-30'],
  ['11/30/2026 2:05 PM', 'day first', '2026-11-30'],
  ['11/12/31 2:05 PM', 'day first', '2031-12-11'],
  ['2026-11-30T14:05:00+08:00', 'day first', '2026-11-30'],
  [' 2026-11-30  14:05 ', 'day first', '2026-11-30'],
  ['11/19/26', 'month first', '2026-11-19'],
  ['30.11.26', 'day first', '2026-11-30'],
  ['30-Nov-2026', 'month first', '2026-11-30'],
  ['Nov 30, 2026', 'day first', '2026-11-30'],
  ['November 30, 2031 09:00', 'day first', '2031-11-30'],
  ['11/30/99', 'month first', '2099-11-30'],
  ['11/30/1999', 'month first', '1999-11-30'],
  ['2/29/2026', 'month first', null],
  ['30 Xyz 2026', 'day first', null],
  ['Total', 'day first', null],
  ['', 'day first', null],
])('the day of %j with the %s is %j', (typed, order, day) => expect(readDay(typed, order)).toBe(day))

test.each<[string[], DateOrder]>([
  [['01/02/2026'], 'month first'],
  [['01/02/2026', '13/02/2026'], 'day first'],
  [['01/02/2026', '02/13/2026'], 'month first'],
  [['01/02/2026', '01.02.2026', '13.02.2026'], 'day first'],
  [['Total'], 'month first'],
])('%j are written with the %s', (days, order) => expect(guessDayOrder(days)).toBe(order))

test('only what came in is read, and the same line twice is told apart', () => {
  const mapping = { day: 0, centavos: 1, reference: 2, text: 3 }
  const rows = [
    ['01/05/2026', '+1,200.50', 'ref-9 041', 'From JUAN'],
    ['01/05/2026', '500', '', 'Cash in'],
    ['01/05/2026', '500', '', 'Cash in'],
    ['01/06/2026', '-500', '', 'Fee'],
    ['01/06/2026', '(500.00)', '', 'Fee'],
    ['01/06/2026', '', '', 'Out'],
    ['01/06/2026', '0.00', '', 'Nothing'],
    ['Total', '2,200', '', ''],
    ['01/06/2026', '5+00', '', 'A sum'],
    ['01/07/2026', '500', 'x'.repeat(200), ''],
    ['01/08/2026', '5', '', `  From ${'A'.repeat(400)}`],
    ['01/09/2026', '5'],
  ]
  expect(readStatementLines(rows, mapping, 'month first')).toEqual({
    lines: [
      { day: '2026-01-05', centavos: 120_050, reference: 'REF9041', text: 'From JUAN', copy: 0 },
      { day: '2026-01-05', centavos: 500_00, reference: '', text: 'Cash in', copy: 0 },
      { day: '2026-01-05', centavos: 500_00, reference: '', text: 'Cash in', copy: 1 },
      { day: '2026-01-07', centavos: 500_00, reference: '', text: 'x'.repeat(200), copy: 0 },
      { day: '2026-01-08', centavos: 5_00, reference: '', text: `From ${'A'.repeat(295)}`, copy: 0 },
      { day: '2026-01-09', centavos: 5_00, reference: '', text: '', copy: 0 },
    ],
    leftOut: 6,
  })
})
