import { describe, expect, test } from 'vitest'
import { dayOfNumber, findDayNumbers, readDateOrders, readWithOrder, settleOrders } from './date-order.ts'
import { textsOf } from './guess-columns.ts'

describe('the order of dates', () => {
  test.each([
    [['1964-10-05', '5 October 1964', '25/12/1964'], '', {}],
    [['3/3/1980'], '', {}],
    [['2/1/1980'], '', { '/': 'ask' }],
    [['2/1/1980', '25/12/1964'], '', { '/': ['day first', '25/12/1964'] }],
    [['2/1/1980', '12/25/64'], '', { '/': ['month first', '12/25/64'] }],
    [['02011980', '25121964', '20011225'], '', { '': ['day first', '25121964'] }],
    // Each separator has an order of its own.
    [
      ['07/29/1985', '03/04/1970', '06.03.1969', '22.12.1995', '2-1-1980'],
      '',
      { '/': ['month first', '07/29/1985'], '.': ['day first', '22.12.1995'], '-': 'ask' },
    ],
    [['2/1/1980', '12/25/1964', '25/12/1964'], '', { '/': 'mixed' }],
    [['2/1/1980'], 'DOB (dd-mm-yyyy)', { '/': ['day first', 'DOB (dd-mm-yyyy)'] }],
    [['2/1/1980'], 'Birthdate mm/dd/yy', { '/': ['month first', 'Birthdate mm/dd/yy'] }],
    [['2/1/1980', '25/12/1964'], 'Birthdate mm/dd/yy', { '/': 'mixed' }],
  ])('%j under %j', (dates, heading, readings) => {
    const found = readDateOrders(dates, heading).map((reading) => [
      reading.separator,
      reading.status === 'known' ? [reading.order, reading.because] : reading.status,
    ])
    expect(Object.fromEntries(found)).toEqual(readings)
  })

  test('what a file shows comes before an answer, and where it contradicts itself there is none', () => {
    const readings = readDateOrders(['1/2/1980', '25/12/1964', '1.2.1980', '1-2-1980', '25-12-1964', '12-25-1964'])
    const orders = settleOrders(readings, { '/': 'month first', '.': 'month first', '-': 'month first' })
    expect(orders).toEqual({ '/': 'day first', '.': 'month first' })
    const typed = ['1/2/1980', '1.2.1980', '1-2-1980']
    expect(typed.map((birthday) => textsOf([birthday], ['birthday'], orders).birthday)).toEqual([
      '1980-02-01',
      '1980-01-02',
      '1-2-1980',
    ])
  })

  test.each([
    ['2/1/1980', 'day first', '1980-01-02'],
    ['2/1/1980', 'month first', '1980-02-01'],
    ['25/12/1964', 'month first', '25/12/1964'],
    ['2/1/1980', null, '2/1/1980'],
  ] as const)('%s with the %s is %s', (typed, order, date) => {
    expect(readWithOrder(typed, order)).toBe(date)
  })
})

test.each([
  ['23423', '1964-02-16'],
  ['23423.0', '1964-02-16'],
  ['7306', '1920-01-01'],
  ['7305', null],
  ['40543', '2010-12-31'],
  ['40544', null],
  ['1964', null],
  ['234234', null],
  ['2342a', null],
])('the number %s among birthdays is %s', (typed, date) => {
  expect(dayOfNumber(typed)).toBe(date)
})

test('numbers of days are taken for sure where no birthday is written in digits alone', () => {
  expect(findDayNumbers(['1964-10-05', '23423', '23424'])).toEqual({ example: '23423', count: 2, isSure: true })
  expect(findDayNumbers(['10564', '121064'])).toEqual({ example: '10564', count: 1, isSure: false })
  expect(findDayNumbers(['1964-10-05'])).toBeNull()
})
