import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import {
  registrationSchema,
  sendAgain,
  whyCannotRegister,
  whyNotBornOn,
  type RegistrationForm,
} from './registration.ts'

let files = 0
const aFile = () => `00000000-0000-4000-8000-00000000000${++files}`

const form: RegistrationForm = {
  profilePicture: aFile(),
  firstName: 'Niña',
  middleName: 'de la',
  lastName: 'Peña-Reyes',
  suffix: 'jr.',
  unitAssignment: '1302nd RRIBN',
  unitAddress: '',
  region: 'NCR',
  birthday: '1964-10-05',
  height: '170 cm',
  bloodType: 'O+',
  weight: '70 kg',
  philhealthNumber: '',
  personnelAddress: '12 Mabini Street',
  email: 'Nina@Example.org',
  cellphoneNumber: '+63 917 123 4567',
  contactPersonFirstName: 'José',
  contactPersonMiddleName: '',
  contactPersonLastName: 'Reyes',
  contactPersonNumber: '0918-765-4321',
  contactPersonEmail: '',
  contactPersonRelationship: 'Husband',
  militarySerial: 'o-1',
  rank: 'cpt',
  ms: 'PA',
  militaryStatus: 'Reservist',
  reservistType: 'Ready Reserve',
  rruChecked: true,
  aruChecked: true,
  photoUpload: aFile(),
  commissionDocument: aFile(),
  paymentProof: aFile(),
  paymentReference: '',
  signature: aFile(),
  healthConsent: false,
  privacyNotice: privacyNoticeVersion,
}
const order = Object.keys(form)

function errors(sent: unknown): [string, string][] {
  const parsed = registrationSchema.safeParse(sent)
  return parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}
const without = (field: string) => Object.fromEntries(Object.entries(form).filter(([name]) => name !== field))

/** The association's sentences, in the order of the form. */
const required = [
  ['profilePicture', '2x2 profile picture is required'],
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
  ['unitAssignment', 'Unit assignment is required'],
  ['region', 'Region is required'],
  ['birthday', 'Birthday is required'],
  ['height', 'Height is required'],
  ['bloodType', 'Blood type is required'],
  ['weight', 'Weight is required'],
  ['personnelAddress', 'Personnel address is required'],
  ['email', 'Email is required'],
  ['cellphoneNumber', 'Cellphone number is required'],
  ['contactPersonFirstName', 'Contact person first name is required'],
  ['contactPersonLastName', 'Contact person last name is required'],
  ['contactPersonNumber', 'Contact person number is required'],
  ['contactPersonRelationship', 'Contact person relationship is required'],
  ['militarySerial', 'Military serial is required'],
  ['rank', 'Rank is required'],
  ['ms', 'Military service is required'],
  ['militaryStatus', 'Military status is required'],
  ['photoUpload', 'Photo upload is required'],
  ['commissionDocument', 'Copy of commission document is required'],
  ['paymentProof', 'Proof of payment is required'],
  ['signature', 'Signature is required'],
] as const

// Shows registration-31
test('a whole form is stored in the association’s way of writing', () => {
  expect(registrationSchema.parse(form)).toEqual({
    ...form,
    firstName: 'NIÑA',
    middleName: 'DE LA',
    lastName: 'PEÑA-REYES',
    suffix: 'JR.',
    email: 'nina@example.org',
    cellphoneNumber: '09171234567',
    contactPersonFirstName: 'JOSÉ',
    contactPersonLastName: 'REYES',
    contactPersonNumber: '09187654321',
    militarySerial: 'O-1',
    rank: 'CPT',
  })
})

describe('what is missing', () => {
  // Shows registration-13, registration-14, registration-15, registration-16, registration-17, registration-18
  test.each(required)('%s: %s', (field, message) => {
    for (const sent of [
      without(field),
      { ...form, [field]: '' },
      { ...form, [field]: '   ' },
      { ...form, [field]: null },
    ])
      expect(errors(sent)).toEqual([[field, message]])
  })

  // Shows registration-03
  test('everything: every sentence once, in the order of the form', () => {
    expect(errors({})).toEqual([...required, ['privacyNotice', 'Please accept the privacy policy']])
  })

  test.each([
    'middleName',
    'suffix',
    'unitAddress',
    'philhealthNumber',
    'contactPersonMiddleName',
    'contactPersonEmail',
    'rruChecked',
    'aruChecked',
    'paymentReference',
    'healthConsent',
  ])('%s may be left out', (field) => {
    expect(errors(without(field))).toEqual([])
  })

  test.each([null, undefined, [], 'text', 7])('a form that is %j is refused, not stumbled over', (sent) => {
    expect(errors(sent).length).toBeGreaterThan(0)
  })
})

describe('what is wrong', () => {
  // Shows registration-03, registration-21, registration-22
  test.each([
    ['region', 'Atlantis', 'Invalid region selected'],
    ['region', 'ncr', 'Invalid region selected'],
    ['ms', 'PNP', 'Invalid Military Service selected'],
    ['militaryStatus', 'Ready Reserve', 'Invalid military status selected'],
    ['reservistType', 'Reservist', 'Invalid reservist type selected'],
    ['birthday', '1964-02-30', 'Please enter a valid birthday: February 1964 has 29 days'],
    ['email', 'nina', 'Please enter a valid email address'],
    ['contactPersonEmail', 'jose', 'Please enter a valid email address'],
    ['cellphoneNumber', '0917', 'Please enter a valid 10-11 digit phone number'],
    ['contactPersonNumber', '+1 555 0100', 'Please enter a valid 10-11 digit phone number'],
    ['signature', 'signature.png', 'Signature is required'],
    ['privacyNotice', '2001-01', 'Please accept the privacy policy'],
  ])('%s of %j: %s', (field, value, message) => {
    expect(errors({ ...form, [field]: value })).toEqual([[field, message]])
  })

  // Shows registration-24
  test('the reservist type is asked of reservists only, and together with all other errors', () => {
    expect(errors({ ...form, reservistType: '' })).toEqual([['reservistType', 'Reservist type is required']])
    expect(errors(without('reservistType'))).toEqual([['reservistType', 'Reservist type is required']])
    for (const militaryStatus of ['Regular', 'Civilian Human Resource (CHR)'])
      expect(errors({ ...form, militaryStatus, reservistType: '' })).toEqual([])
    expect(errors({ ...form, lastName: '', reservistType: '', signature: '' })).toEqual([
      ['lastName', 'Last name is required'],
      ['reservistType', 'Reservist type is required'],
      ['signature', 'Signature is required'],
    ])
  })

  test('whatever is wrong: one sentence a field, exactly those fields, in the order of the form', () => {
    const names = required.map(([field]) => field)
    const broken = fc.dictionary(fc.constantFrom(...names, 'reservistType'), fc.constantFrom('', '  ', null, undefined))
    fc.assert(
      fc.property(broken, (changes) => {
        const fields = errors({ ...form, ...changes }).map(([field]) => field)
        // Nobody is asked for the type of a status that is not known.
        const expected = order.filter(
          (field) =>
            field in changes && !(field === 'reservistType' && 'militaryStatus' in changes && changes[field] !== null),
        )
        expect(fields).toEqual(expected)
      }),
    )
  })
})

test('no form, whatever is in it, makes the rules stumble', () => {
  const anything = fc.record(
    Object.fromEntries(order.map((field) => [field, fc.oneof(fc.anything(), fc.string({ unit: 'binary' }))])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (sent) => {
      const fields = errors(sent).map(([field]) => field)
      expect(new Set(fields).size).toBe(fields.length)
      expect(fields.map((field) => order.indexOf(field.split('.')[0] ?? ''))).toEqual(
        fields.map((field) => order.indexOf(field)).toSorted((a, b) => a - b),
      )
    }),
    { numRuns: 40, examples: [[{ contactPersonRelationship: { length: ':' } }]] },
  )
})

test('a file that is gone is asked for by the name the form gives it', () => {
  expect(sendAgain('paymentProof')).toBe('Proof of payment: please upload this file again')
})

test('nobody is born tomorrow', () => {
  expect(whyNotBornOn('2025-03-29', '2025-03-29')).toEqual({})
  expect(whyNotBornOn('2025-03-30', '2025-03-29')).toEqual({ birthday: 'Birthday cannot be in the future' })
})

test.each([
  [-1, null],
  [0, 'registration-closed'],
  [1, 'registration-closed'],
])('%i ms from the closing instant registration answers %s', (ms, why) => {
  const registrationCloses = Date.UTC(2030, 2, 29, 1)
  expect(whyCannotRegister({ registrationCloses }, registrationCloses + ms)).toBe(why)
})
