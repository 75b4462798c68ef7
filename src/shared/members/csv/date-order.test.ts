import { describe, expect, test } from 'vitest'
import {
  dayOfNumber,
  findDayNumbers,
  readDateOrders,
  readWithOrder,
  settleOrders,
  spreadsheetDay,
} from './date-order.ts'
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
    [['2/1/1980', '12/25/1964', '25/12/1964'], '', { '/': ['12/25/1964', '25/12/1964'] }],
    [['2 1 1980', '25 12 1964'], '', { '': ['day first', '25 12 1964'] }],
    [['2, 1, 1980', '12, 25, 1964'], '', { ',': ['month first', '12, 25, 1964'] }],
    [['2/1/1980', ' 25/12/1964 '], '', { '/': ['day first', ' 25/12/1964 '] }],
    // The same day and month, a day that does not exist, and dates that begin with the year show no order.
    [['2/1/1980', '3/3/1980'], '', { '/': 'ask' }],
    [['2/1/1980', '31/2/1964', '13/13/1964'], '', { '/': 'ask' }],
    [['2-1-1980', '2012-05-12', '2010-10-20'], '', { '-': 'ask' }],
    [['02011980', '20101020', '19121219'], '', { '': 'ask' }],
    [['2/1/1980', '25/12/1964 or so', '1 25/12/1964'], '', { '/': 'ask' }],
    [['2/1/1980'], 'DOB (dd-mm-yyyy)', { '/': ['day first', 'DOB (dd-mm-yyyy)'] }],
    [['2/1/1980'], 'Birthdate mm/dd/yy', { '/': ['month first', 'Birthdate mm/dd/yy'] }],
    [['2/1/1980'], ' Birthdate mm/dd/yy ', { '/': ['month first', 'Birthdate mm/dd/yy'] }],
    [['2/1/1980'], 'DOB DDMMYYYY', { '/': ['day first', 'DOB DDMMYYYY'] }],
    [['2/1/1980'], 'DOB mmddyy', { '/': ['month first', 'DOB mmddyy'] }],
    [['2/1/1980'], 'DOB (d.mmm.yyyy)', { '/': ['day first', 'DOB (d.mmm.yyyy)'] }],
    [['2/1/1980'], 'Birthday (yyyy-mm-dd)', { '/': 'ask' }],
    [['2/1/1980', '25/12/1964'], 'Birthdate mm/dd/yy', { '/': ['Birthdate mm/dd/yy', '25/12/1964'] }],
  ])('%j under %j', (dates, heading, readings) => {
    const found = readDateOrders(dates, heading).map((reading) => [
      reading.separator,
      reading.status === 'known'
        ? [reading.order, reading.because]
        : reading.status === 'mixed'
          ? reading.because
          : 'ask',
    ])
    expect(Object.fromEntries(found)).toEqual(readings)
  })

  test('what a file shows comes before an answer, and where it contradicts itself there is none', () => {
    const readings = readDateOrders(['1/2/1980', '25/12/1964', '1.2.1980', '1-2-1980', '25-12-1964', '12-25-1964'])
    const orders = settleOrders(readings, { '/': 'month first', '.': 'month first', '-': 'month first' })
    expect(orders).toEqual({ '/': 'day first', '.': 'month first' })
    expect(settleOrders(readings, {})).toEqual({ '/': 'day first' })
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
    ['31/2/1964', 'day first', '31/2/1964'],
    ['02011980', 'day first', '1980-01-02'],
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
  [' 23423 ', '1964-02-16'],
  ['23423.00', '1964-02-16'],
  ['23423.5', null],
  ['023423', null],
  ['-23423', null],
])('the number %s among birthdays is %s', (typed, date) => {
  expect(dayOfNumber(typed)).toBe(date)
})

test('the number of another day may be later, but lies before the end', () => {
  expect(dayOfNumber('45000', '2099')).toBe('2023-03-15')
  expect(dayOfNumber('40543', '2010-12-31')).toBeNull()
  expect(dayOfNumber('40543', '2011-01-01')).toBe('2010-12-31')
})

test.each([
  [-1, null],
  [0, null],
  [0.75, null],
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [60, '1900-02-28'],
  [61, '1900-03-01'],
  [23423.75, '1964-02-16'],
  [2958465, '9999-12-31'],
  [2958465.9, '9999-12-31'],
  [2958466, null],
  [Number.NaN, null],
])('the day %d of a spreadsheet is %s', (days, date) => {
  expect(spreadsheetDay(days)).toBe(date)
})

test('numbers of days are taken for sure where no birthday is written in digits alone', () => {
  expect(findDayNumbers(['1964-10-05', '23423', '23424'])).toEqual({ example: '23423', count: 2, isSure: true })
  expect(findDayNumbers(['10564', '121064'])).toEqual({ example: '10564', count: 1, isSure: false })
  expect(findDayNumbers(['23423', ' 19641005 '])).toMatchObject({ isSure: false })
  expect(findDayNumbers(['23423', '09171234567', '1964100'])).toMatchObject({ isSure: false })
  expect(findDayNumbers(['23423', '09171234567', 'O-121064', '121064 (?)'])).toMatchObject({ isSure: true })
  expect(findDayNumbers(['1964-10-05'])).toBeNull()
})
