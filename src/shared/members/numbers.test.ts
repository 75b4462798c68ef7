import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import {
  foldSerial,
  meantBySerial,
  normaliseSerial,
  isIdNumber,
  nextIdNumber,
  foldPhone,
  isPhone,
  showPhone,
  whyDoubtPhone,
} from './numbers.ts'

// Shows login-05
test.each([
  [' o-123456 ', 'O-123456'],
  ['O 12 34 56', 'O123456'],
  ['af-98\t765\n', 'AF-98765'],
  ['ñ-1', 'Ñ-1'],
])('%j -> %j', (typed, stored) => {
  expect(normaliseSerial(typed)).toBe(stored)
})

test.each([
  ['O-200270', 'O200270'],
  ['O-200270', '0-200270'],
  ['O-200270', 'O–2002.7O'],
  ['AF-11', 'AF-IL'],
  ['S-58', '5-SB'],
  ['O-200270', 'О-200270'],
  ['PA-1', 'ＰＡ-１'],
])('%s looks like %s', (one, other) => {
  expect(foldSerial(one)).toBe(foldSerial(other))
})

test.each([
  ['O-200270', 'O-200271'],
  ['O-200270', 'O-2002700'],
  ['PA-1', 'PN-1'],
])('%s does not look like %s', (one, other) => {
  expect(foldSerial(one)).not.toBe(foldSerial(other))
})

test.each<[string, string, string[], string | null]>([
  ['the one who has it', 'O-1', ['O-1 member'], 'O-1 member'],
  ['nobody', 'O-1', [], null],
  ['hyphens left out', 'O1', ['O-1 member'], 'O-1 member'],
  ['an applicant who has it in front of a member', 'O1', ['O1 applicant', 'O-1 member'], 'O-1 member'],
  ['several applicants in front of a member', 'O1', ['O1 applicant', 'O-1- applicant', 'O-1 member'], 'O-1 member'],
  ['exactly one of two members', 'O1', ['O1 member', 'O-1 member'], 'O1 member'],
  ['two members, exactly neither', '-O1', ['O1 member', 'O-1 member'], null],
  ['two members and an applicant who has it', '-O1', ['-O1 applicant', 'O1 member', 'O-1 member'], null],
  ['an applicant among applicants', 'O1', ['O1 applicant', 'O-1 applicant'], 'O1 applicant'],
  ['two applicants, exactly neither', '-O1', ['O1 applicant', 'O-1 applicant'], null],
])('%s', (_case, typed, holders, meant) => {
  const people = holders.map((who) => {
    const [serial = '', role] = who.split(' ')
    return { who, serial, canLogIn: role === 'member' }
  })
  expect(meantBySerial(typed, people)?.who ?? null).toBe(meant)
  expect(meantBySerial(typed, people.toReversed())?.who ?? null).toBe(meant)
})

/** The sentence a person reads for a refusal. */
function refusal(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    return errorText[(error as AppError).code]
  }
}

describe('the number after', () => {
  // Shows numbering-06
  test.each([
    [null, 'ARRAPI-000-001'],
    ['ARRAPI-000-000', 'ARRAPI-000-001'],
    ['ARRAPI-000-001', 'ARRAPI-000-002'],
    ['ARRAPI-000-009', 'ARRAPI-000-010'],
    ['ARRAPI-000-998', 'ARRAPI-000-999'],
    ['ARRAPI-000-999', 'ARRAPI-001-001'],
    ['ARRAPI-009-999', 'ARRAPI-010-001'],
    ['ARRAPI-999-998', 'ARRAPI-999-999'],
  ])('%s is %s', (last, next) => {
    expect(nextIdNumber('ARRAPI', last)).toBe(next)
  })

  // Shows numbering-09
  test('ARRAPI-999-999 does not exist: Failed to generate ID number', () => {
    expect(refusal(() => nextIdNumber('ARRAPI', 'ARRAPI-999-999'))).toBe('Failed to generate ID number')
  })

  // Shows numbering-10
  test.each(['', 'ARRAPI', 'ARRAPI-1-1', 'ARRAPI-0000-001', 'arrapi-000-001', 'ARRAPI-000-001 ', 'ARRAPI-00A-001'])(
    'what is no number (%j): Invalid ID number format',
    (last) => {
      expect(refusal(() => nextIdNumber('ARRAPI', last))).toBe('Invalid ID number format')
    },
  )

  test('a new prefix goes on with the figures', () => {
    expect(nextIdNumber('ARMY', 'ARRAPI-000-041')).toBe('ARMY-000-042')
  })
})

test.each([
  ['ARRAPI-000-001', true],
  ['ARRAPI-999-999', true],
  ['ARRAPI-000-000', false],
  ['ARRAPI-001-000', false],
  ['ARRAPI-1-001', false],
])('%s is a number: %s', (typed, is) => {
  expect(isIdNumber(typed)).toBe(is)
})

const block = (from: number) => fc.integer({ min: from, max: 999 }).map((n) => String(n).padStart(3, '0'))
const numbers = fc.tuple(block(0), block(1)).map(([first, second]) => `ARRAPI-${first}-${second}`)

test('whatever the number, the next is a number, later in order, and has no 000 in its second block', () => {
  fc.assert(
    fc.property(numbers, (last) => {
      fc.pre(last !== 'ARRAPI-999-999')
      const next = nextIdNumber('ARRAPI', last)
      expect(isIdNumber(next)).toBe(true)
      expect(next > last).toBe(true)
      expect(next.endsWith('-000')).toBe(false)
    }),
  )
})

// Shows numbering-06
test('counting from the first, no number is left out or comes twice', () => {
  let number: string | null = null
  for (let block = 0; block < 3; block++)
    for (let place = 1; place <= 999; place++) {
      number = nextIdNumber('ARRAPI', number)
      expect(number).toBe(`ARRAPI-00${block}-${String(place).padStart(3, '0')}`)
    }
})

// Shows registration-34
test.each([
  ['09171234567', '09171234567'],
  ['+63 917 123 4567', '09171234567'],
  ['63917 1234567', '09171234567'],
  ['0063 917 123 4567', '09171234567'],
  ['+63 (0)917 123 4567', '09171234567'],
  ['6309171234567', '09171234567'],
  ['0917-123-4567', '09171234567'],
  ['0917.123.4567', '09171234567'],
  ['0917–123–4567', '09171234567'],
  ['(02) 8123-4567', '0281234567'],
  ['+63 2 8123 4567', '0281234567'],
  ['63 2 8123 4567', '0281234567'],
  ['\u202a+63\u00a0917 123 4567\u202c', '09171234567'],
  ['9171234567', '9171234567'],
])('%j is stored as %j', (typed, stored) => {
  expect(foldPhone(typed)).toBe(stored)
  expect(isPhone(stored)).toBe(true)
})

// Shows registration-67
test.each([
  ['', false],
  ['091712345', false],
  ['0917123456', true],
  ['09171234567', true],
  ['091712345678', false],
  ['+1 917 123 4567', false],
  ['0917 123 456x', false],
  ['+63', false],
  ['++639171234567', false],
  ['٠٩١٧١٢٣٤٥٦٧', false],
])('%j is a phone number of ten or eleven figures: %j', (typed, is) => {
  expect(isPhone(foldPhone(typed))).toBe(is)
})

// Shows registration-34
test('however a mobile number is written, it is stored one way, and a stored number stays as it is', () => {
  const digits = fc.stringMatching(/^9\d{9}$/)
  const front = fc.constantFrom('0', '+63', '63', '0063', '+63 (0)', '63-', '(+63) ')
  const between = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0', '/'), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(digits, front, between, (number, start, gaps) => {
      const typed = start + [...number].map((figure, n) => figure + (gaps[n] ?? '')).join('')
      expect(foldPhone(typed)).toBe(`0${number}`)
      expect(foldPhone(foldPhone(typed))).toBe(`0${number}`)
    }),
  )
})

test.each([
  ['09171234567', '0917 123 4567'],
  ['0917 123 4567', '0917 123 4567'],
  ['+63 917-123-4567', '0917 123 4567'],
  ['0281234567', '02 8123 4567'],
  ['(02) 8123-4567', '02 8123 4567'],
  ['0324123456', '032 412 3456'],
  ['9171234567', '9171234567'],
  ['1-800-10-ARRAPI', '1-800-10-ARRAPI'],
  ['0917 123 4567 local 12', '0917 123 4567 local 12'],
  ['', ''],
])('%j is shown as %j', (written, shown) => {
  expect(showPhone(written)).toBe(shown)
})

test.each([
  ['0917 555 123', 'A mobile number that begins with 09 has 11 digits; this one has 10. Please check it.'],
  ['+63 917 555 123', 'A mobile number that begins with 09 has 11 digits; this one has 10. Please check it.'],
  ['0917 555 1234', null],
  ['9175551234', null],
  ['(02) 8123-4567', null],
  ['', null],
])('%j is doubted: %j', (typed, doubt) => {
  expect(whyDoubtPhone(typed)).toBe(doubt)
})
