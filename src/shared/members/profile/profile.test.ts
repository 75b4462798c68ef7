import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldNames, isCheck, type StoredRecord } from '#shared/members/member-fields.ts'
import { recordOf } from '#shared/objects.ts'
import { changeName } from './changes.ts'
import {
  changeFormSchema,
  profileSchema,
  whyNotProfile,
  type ProfileForm,
  profileFormSchema,
  parseProfile,
  type SentProfile,
} from './profile.ts'

const form: ProfileForm = {
  idNumber: 'ARRAPI-000-001',
  firstName: 'Juan',
  lastName: 'dela Cruz',
  email: 'Juan@Example.org',
  rank: 'cpt',
  militarySerial: ' o-12 34 ',
  unitAssignment: '1302nd RRIBN',
  region: 'NCR',
  ms: 'PA',
  militaryStatus: 'Reservist',
  reservistType: 'Ready Reserve',
  rruChecked: true,
  birthday: '1964-10-05',
  cellphoneNumber: '+63 917 123 4567',
  contactPersonFirstName: 'Ana',
  contactPersonLastName: 'dela Cruz',
  contactPersonNumber: '(02) 8123-4567',
  contactPersonRelationship: 'Wife',
  version: 1,
}

function errorsOf(changed: Record<string, unknown>): Record<string, string> {
  const parsed = profileSchema.safeParse({ ...form, ...changed })
  const first: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) first[path.join('.')] ??= message
  return first
}

test('a complete profile is kept in its one form', () => {
  expect(profileSchema.parse(form)).toMatchObject({
    firstName: 'JUAN',
    lastName: 'DELA CRUZ',
    email: 'juan@example.org',
    rank: 'CPT',
    militarySerial: 'O-1234',
    cellphoneNumber: '09171234567',
    contactPersonNumber: '0281234567',
    files: {},
  })
})

describe('the rules and their sentences', () => {
  // Shows profile-35, profile-39, profile-40, profile-41, profile-42
  test.each([
    ['idNumber', '', 'ID Number is required and cannot be empty'],
    ['idNumber', 'ARRAPI-1-1', 'Invalid ID number format'],
    ['firstName', 'J', 'First Name must be at least 2 characters long'],
    ['lastName', ' X ', 'Last Name must be at least 2 characters long'],
    ['email', '', 'Email is required'],
    ['email', 'juan at home', 'Please enter a valid email address'],
    ['rank', '', 'Rank is required'],
    ['militarySerial', '  ', 'Military serial is required'],
    ['unitAssignment', '', 'Unit Assignment is required'],
    ['birthday', '', 'Birthday is required'],
    ['birthday', '1964-02-30', 'Please enter a valid birthday: February 1964 has 29 days'],
    ['cellphoneNumber', '0917 123', 'Please enter a valid 10-11 digit phone number'],
    ['cellphoneNumber', '091712345678', 'Please enter a valid 10-11 digit phone number'],
    ['contactPersonNumber', '', 'Please enter a valid 10-11 digit phone number'],
    ['contactPersonFirstName', '', 'Contact Person First Name is required'],
    ['contactPersonLastName', '', 'Contact Person Last Name is required'],
    ['contactPersonRelationship', '', 'Contact Person Relationship is required'],
    ['region', 'Palawan', 'Invalid region selected'],
    ['ms', 'PCG', 'Invalid Military Service selected'],
    ['reservistType', '', 'Reservist type is required'],
  ])('%s %j: %s', (field, value, message) => {
    expect(errorsOf({ [field]: value })).toEqual({ [field]: message })
  })

  test.each([
    ['idNumber', null],
    ['idNumber', 'arrapi-001-999'],
    ['firstName', 'Jo'],
    ['cellphoneNumber', '0281234567'],
    ['contactPersonEmail', ''],
    ['middleName', ''],
  ])('%s %j is fine', (field, value) => {
    expect(errorsOf({ [field]: value })).toEqual({})
  })

  test('all of them are told at once', () => {
    expect(Object.keys(errorsOf({ firstName: '', email: '', reservistType: '', birthday: '' })).toSorted()).toEqual([
      'birthday',
      'email',
      'firstName',
      'reservistType',
    ])
  })

  test('what does not belong to the chosen status is dropped', () => {
    expect(profileSchema.parse({ ...form, militaryStatus: 'Regular' })).toMatchObject({
      reservistType: '',
      rruChecked: false,
    })
  })
})

describe('what the form alone cannot know', () => {
  const today = '2026-11-15'
  test.each([
    ['five foot seven', 'five foot seven', {}],
    ['', 'five foot seven', {}],
    ['170 cm', 'five foot seven', {}],
    ['five foot seven', null, { height: expect.stringContaining('Please enter your height') }],
    ['tall', 'five foot seven', { height: expect.stringContaining('Please enter your height') }],
  ])('a height of %s over %s: %j', (height, before, wrong) => {
    const profile = { idNumber: null, memberSince: '', birthday: today, height, weight: '' }
    expect(whyNotProfile(profile, { approved: false, height: before, weight: null }, today)).toEqual(wrong)
  })

  test.each([
    [{ idNumber: 'ARRAPI-000-001', birthday: today }, true, {}],
    [{ idNumber: null, birthday: today }, false, {}],
    [{ idNumber: null, birthday: today }, true, { idNumber: 'ID Number is required and cannot be empty' }],
    [{ idNumber: 'ARRAPI-000-001', birthday: today }, false, { idNumber: 'ID numbers are given at approval' }],
    [{ idNumber: null, birthday: '2026-11-16' }, false, { birthday: 'Birthday cannot be in the future' }],
    [{ idNumber: null, birthday: '1964-10-05', memberSince: '1964-10-06' }, false, {}],
    [{ idNumber: null, birthday: '1964-10-05', memberSince: today }, false, {}],
    [
      { idNumber: null, birthday: '1964-10-05', memberSince: '2026-11-16' },
      false,
      { memberSince: 'This day cannot be in the future' },
    ],
    [
      { idNumber: null, birthday: '1964-10-05', memberSince: '1964-10-05' },
      false,
      { memberSince: 'This day must be after the birthday' },
    ],
  ])('%j of an approved member (%s): %j', (profile, approved, wrong) => {
    expect(
      whyNotProfile(
        { memberSince: '', ...profile, height: '', weight: '' },
        { approved, height: null, weight: null },
        today,
      ),
    ).toEqual(wrong)
  })
})

/** An imported record: what a row of a file must have, and nothing else. */
const bare: StoredRecord = {
  ...recordOf(fieldNames, () => null),
  approved: true,
  idNumber: 'ARRAPI-000-001',
  firstName: 'ANA',
  lastName: 'REYES',
  militarySerial: 'O-1',
  birthday: '1964-10-05',
}
const today = '2026-11-16'
const save = (changed: Partial<SentProfile>, before = bare) =>
  parseProfile(profileFormSchema.parse({ ...changed, version: 1 }), before, today)

describe('a save over a record that lacks much', () => {
  // Shows profile-60
  test('adds the one field that is known, and keeps the rest as it is', () => {
    expect(save({ region: 'Visayas' })).toMatchObject({
      profile: { region: 'Visayas', email: '', firstName: 'ANA', idNumber: 'ARRAPI-000-001', rruChecked: false },
    })
    // As a browser sends it, with every field of the form.
    const whole = recordOf(fieldNames, (name) => bare[name] ?? (isCheck(name) ? false : ''))
    expect(save({ ...whole, region: 'Visayas' } as Partial<SentProfile>)).toHaveProperty('profile')
  })

  // Shows profile-61
  test.each([
    [{ region: 'Palawan' }, { region: 'Invalid region selected' }],
    [{ email: 'nowhere' }, { email: 'Please enter a valid email address' }],
    [{ firstName: 'A' }, { firstName: 'First Name must be at least 2 characters long' }],
    [{ firstName: '' }, { firstName: 'First Name must be at least 2 characters long' }],
    [{ idNumber: '' }, { idNumber: 'ID Number is required and cannot be empty' }],
    [{ birthday: '2030-01-01' }, { birthday: 'Birthday cannot be in the future' }],
    [{ militaryStatus: 'Reservist' }, { reservistType: 'Reservist type is required' }],
    [{ cellphoneNumber: '12' }, { cellphoneNumber: 'Please enter a valid 10-11 digit phone number' }],
  ] as [Partial<SentProfile>, Record<string, string>][])(
    'refuses what is changed to something wrong: %j',
    (sent, wrong) => {
      expect(save(sent)).toEqual({ wrong })
    },
  )

  test('refuses to empty what is there', () => {
    const full = { ...bare, email: 'ana@example.org', rank: 'CPT' }
    expect(save({ email: '', rank: '' }, full)).toEqual({
      wrong: { email: 'Email is required', rank: 'Rank is required' },
    })
  })

  test('keeps an old value that the rules of today would refuse, as long as nobody touches it', () => {
    const old = { ...bare, cellphoneNumber: '123', height: 'five foot seven', birthday: '2064-10-05' }
    const kept = { cellphoneNumber: '123', height: 'five foot seven', birthday: '2064-10-05' }
    expect(save({ region: 'NCR', weight: '150 lbs' }, old)).toMatchObject({ profile: { ...kept, weight: '68 kg' } })
  })

  test('changes a record that lacks nothing', () => {
    const whole = { ...bare, ...(profileSchema.parse(form) as Partial<StoredRecord>) }
    expect(save({ rank: 'maj' }, whole)).toMatchObject({ profile: { rank: 'MAJ', email: 'juan@example.org' } })
  })

  test('gives no number to an applicant', () => {
    const applicant = { ...bare, approved: false, idNumber: null }
    for (const idNumber of [null, '', undefined])
      expect(save({ region: 'NCR', idNumber }, applicant)).toMatchObject({ profile: { idNumber: null } })
    expect(save({ idNumber: 'arrapi-000-009' })).toMatchObject({ profile: { idNumber: 'ARRAPI-000-009' } })
    expect(save({ idNumber: 'ARRAPI-000-009' }, applicant)).toEqual({
      wrong: { idNumber: 'ID numbers are given at approval' },
    })
  })
})

test.each([
  ['cellphoneNumber', 'cellphone number'],
  ['philhealthNumber', 'PhilHealth number'],
  ['profilePicture', '2x2 profile picture'],
  ['contactPersonEmail', 'contact person’s email'],
] as const)('%s is called %j within a sentence', (field, name) => {
  expect(changeName(field)).toBe(name)
})

const file = '0f8fad5b-d9cb-469f-a165-70867728950e'
test.each([
  [
    { field: 'cellphoneNumber', value: '+63 917 123 4567' },
    { field: 'cellphoneNumber', value: '09171234567' },
  ],
  [{ field: 'suffix' }, { field: 'suffix', value: '' }],
  [{ field: 'firstName', value: 'J' }, { value: ['First Name must be at least 2 characters long'] }],
  [
    { field: 'signature', file },
    { field: 'signature', file },
  ],
  [{ field: 'signature', value: 'Juan' }, { file: ['Please choose a picture first'] }],
  [{ field: 'birthday', value: '1964-10-05' }, { field: [expect.any(String)] }],
])('a change %j is asked for, or refused by field: %j', (sent, read) => {
  const { data, error } = changeFormSchema.safeParse(sent)
  expect(data ?? (error && z.flattenError(error).fieldErrors)).toEqual(read)
})
