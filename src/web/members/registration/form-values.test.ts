import { describe, expect, test } from 'vitest'
import { problemsIn } from './check.ts'
import { answersOf, completeParts, missingFields, namesOf, withoutWrong } from './form-values.ts'
import { birthdayOf } from './typed-values.ts'
import { registrationText } from './text.ts'

describe('the birthday of three fields', () => {
  test.each([
    ['5', '10', '1964', '1964-10-05', undefined],
    [' 05 ', '2', '1960', '1960-02-05', undefined],
    ['', '', '', '', 'Birthday is required'],
    ['31', '2', '1960', '1960-02-31', 'Please enter a valid birthday'],
    ['5', '', '1964', '1964-00-05', 'Please enter a valid birthday'],
    ['5', '10', '64', '64-10-05', 'Please write all four digits of the year, like 1964'],
    ['x', '10', '1964', '1964-10-0x', 'Please enter a valid birthday'],
  ])('%s / %s / %s is %j', (birthdayDay, birthdayMonth, birthdayYear, birthday, problem) => {
    const values = { birthdayDay, birthdayMonth, birthdayYear }
    expect(birthdayOf(values)).toBe(birthday)
    expect(problemsIn(answersOf(values, {}), true).birthday).toBe(problem)
  })
})

test('an empty form is told everything at once, in one sentence per field', () => {
  const problems = problemsIn(answersOf({ militaryStatus: 'Reservist' }, {}), true)
  expect(problems).toMatchObject({
    profilePicture: '2x2 profile picture is required',
    firstName: 'First name is required',
    reservistType: 'Reservist type is required',
    signature: 'Signature is required',
  })
  expect(Object.keys(problems)).toHaveLength(24)
})

test('a part is complete when all that is asked for is there', () => {
  const service = { militarySerial: 'O-1', ms: 'PA', rank: 'CPT', militaryStatus: 'Reservist' }
  const done = (values: Record<string, string>) => [...completeParts(answersOf(values, {}), true)]
  expect(done({})).toEqual([])
  expect(done(service)).toEqual([])
  expect(done({ ...service, reservistType: 'Standby Reserve' })).toEqual(['service'])
  expect(done({ ...service, militaryStatus: 'Regular' })).toEqual(['service'])
  const personal = {
    height: '1',
    weight: '1',
    bloodType: 'O+',
    personnelAddress: 'x',
    email: 'x',
    cellphoneNumber: '1',
  }
  expect(done({ ...personal, birthdayDay: '5', birthdayYear: '1964' })).toEqual([])
  expect(done({ ...personal, birthdayDay: '5', birthdayMonth: '10', birthdayYear: '1964' })).toEqual(['personal'])
})

test('a part in which something is wrong is not done, however full it is', () => {
  expect([...withoutWrong(new Set(['personal', 'photo']), { email: 'Please enter a valid email address' })]).toEqual([
    'photo',
  ])
})

test('what is missing is named in the order of the screen, and counted from the fourth', () => {
  const missing = (values: Record<string, string>, files = {}) =>
    registrationText.missing(namesOf(missingFields(answersOf(values, files), true)))
  expect(missing({ firstName: 'x' })).toBe('Missing: 2x2 profile picture, Last name, Unit assignment and 20 more')
  const service = missingFields(
    answersOf({ militarySerial: '1', ms: 'PA', rank: 'x', militaryStatus: 'Reservist' }, {}),
    true,
  )
  expect(service).toContain('reservistType')
  expect(service).not.toContain('militaryStatus')
})

test('without a payment to prove, its proof is neither missing nor wrong', () => {
  const answers = answersOf({}, {})
  const documents = { commissionDocument: 'x', signature: 'x' }
  for (const asks of [true, false]) {
    expect(missingFields(answers, asks).includes('paymentProof')).toBe(asks)
    expect('paymentProof' in problemsIn(answers, asks)).toBe(asks)
    expect(completeParts(answersOf({}, documents), asks).has('documents')).toBe(!asks)
  }
})
