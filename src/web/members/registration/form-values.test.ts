import { describe, expect, test } from 'vitest'
import { memberFileKinds } from '#shared/members/files.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy-notice.ts'
import { registrationSchema, unpaidRegistrationSchema } from '#shared/members/registration/registration.ts'
import { recordOf } from '#shared/objects.ts'
import { bySchema } from '#web/components/use-form.ts'
import {
  answersOf,
  birthdayOf,
  isComplete,
  unansweredFields,
  fieldNamesOf,
  partNames,
  readDraftValues,
  type Answers,
  type Values,
} from './form-values.ts'
import { registrationText } from './text.ts'

function problemsIn(answers: Answers, asksPayment: boolean): Record<string, string> {
  const check = bySchema(asksPayment ? registrationSchema : unpaidRegistrationSchema)
  const checked = check({ ...answers, privacyNotice: privacyNoticeVersion })
  return 'problems' in checked ? checked.problems : {}
}

const now = Date.UTC(2026, 10, 15)
const hour = 60 * 60 * 1000
const picture = { id: '3d6f0a52-6c2e-4f0e-9c53-0d2f6f6b8a11', name: 'me.jpg', size: 1234, sentAt: now }

describe('the birthday of three fields', () => {
  test.each([
    ['5', '10', '1964', '1964-10-05', undefined],
    [' 05 ', '2', '1960', '1960-02-05', undefined],
    ['', '', '', '', 'Birthday is required'],
    ['31', '2', '1960', '1960-02-31', 'Please enter a valid birthday: February 1960 has 29 days'],
    ['5', '', '1964', '1964-00-05', 'Please enter a valid birthday'],
    ['5', '10', '64', '64-10-05', 'Enter all four digits of the year of birth, for example 1964'],
    ['x', '10', '1964', '1964-10-0x', 'Please enter a valid birthday'],
  ])('%s / %s / %s is %j', (birthdayDay, birthdayMonth, birthdayYear, birthday, problem) => {
    const values = { birthdayDay, birthdayMonth, birthdayYear }
    expect(birthdayOf(values)).toBe(birthday)
    expect(problemsIn(answersOf(values), true)['birthday']).toBe(problem)
  })
})

test('an empty form is told everything at once, in one sentence per field', () => {
  const problems = problemsIn(answersOf({ militaryStatus: 'Reservist' }), true)
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
  const done = (values: Values) => partNames.filter((part) => isComplete(part, answersOf(values), true, {}))
  expect(done({})).toEqual([])
  expect(done({ ...service, militaryStatus: 'Regular', rank: '   ' })).toEqual([])
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
  const answers = answersOf({ photoUpload: picture })
  expect(isComplete('photo', answers, true, { email: 'Please enter a valid email address' })).toBe(true)
  expect(isComplete('photo', answers, true, { photoUpload: 'Failed to upload photo' })).toBe(false)
  const contact = answersOf({
    contactPersonFirstName: 'x',
    contactPersonLastName: 'x',
    contactPersonNumber: '1',
    contactPersonRelationship: 'x',
  })
  expect(isComplete('contact', contact, true, {})).toBe(true)
  expect(isComplete('contact', contact, true, { contactPersonEmail: 'Please enter a valid email address' })).toBe(false)
})

test('what is missing is named in the order of the screen, and counted from the fourth', () => {
  const missing = (values: Values) => registrationText.missing(fieldNamesOf(unansweredFields(answersOf(values), true)))
  expect(missing({ firstName: 'x' })).toBe('Missing: 2x2 profile picture, Last name, Unit assignment and 20 more')
  const service = unansweredFields(
    answersOf({ militarySerial: '1', ms: 'PA', rank: 'x', militaryStatus: 'Reservist' }),
    true,
  )
  expect(service).toContain('reservistType')
  expect(service).not.toContain('militaryStatus')
})

test('without a payment to prove, its proof is neither missing nor wrong', () => {
  const answers = answersOf({})
  const documents = answersOf({ commissionDocument: picture, signature: picture })
  for (const asks of [true, false]) {
    expect(unansweredFields(answers, asks).includes('paymentProof')).toBe(asks)
    expect('paymentProof' in problemsIn(answers, asks)).toBe(asks)
    expect(isComplete('documents', documents, asks, {})).toBe(!asks)
  }
})

describe('a half-filled registration', () => {
  const draft: Values = { firstName: 'JOSÉ', rruChecked: true, profilePicture: picture }

  // Shows registration-58
  test('is found again as it was left', () => expect(readDraftValues({ ...draft }, now + hour)).toEqual(draft))

  test.each([
    [20 * hour - 1, picture],
    [20 * hour, undefined],
  ])('knows its pictures after %i ms: %j', (later, found) =>
    expect(readDraftValues({ ...draft }, now + later).profilePicture).toEqual(found),
  )

  test.each([
    [{ firstName: 7, password: 'x', lastName: 'x'.repeat(1001), middleName: '', rruChecked: 'on' }],
    [recordOf(memberFileKinds, () => ({ ...picture, id: '../../etc' }))],
    [{ passport: picture, signature: picture.id }],
  ])('rubbish is nothing: %j', (stored) => expect(readDraftValues(stored, now)).toEqual({}))
})
