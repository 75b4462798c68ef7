import { describe, expect, test } from 'vitest'
import { recordOf } from '../../objects.ts'
import { fieldNames, isCheck, missingFields, type KeptRecord } from '../member-fields.ts'
import { profileFormSchema, readProfile, type SentProfile } from './read-profile.ts'

/** An imported record: what a row of a file must have, and nothing else. */
const bare: KeptRecord = {
  ...(recordOf(fieldNames, (name) => (isCheck(name) ? false : null)) as KeptRecord),
  approved: true,
  idNumber: 'ARRAPI-000-001',
  firstName: 'ANA',
  lastName: 'REYES',
  militarySerial: 'O-1',
  birthday: '1964-10-05',
}
const today = '2026-11-16'
const save = (changed: Partial<SentProfile>, before = bare) =>
  readProfile(profileFormSchema.parse({ ...changed, version: 1 }), before, today)

describe('a save over a record that lacks much', () => {
  // Shows profile-60
  test('adds the one field that is known, and keeps the rest as it is', () => {
    expect(save({ region: 'Visayas' })).toMatchObject({
      profile: { region: 'Visayas', email: '', firstName: 'ANA', idNumber: 'ARRAPI-000-001' },
    })
    // As a browser sends it, with every field of the form.
    const whole = recordOf(fieldNames, (name) => bare[name] ?? (isCheck(name) ? false : ''))
    expect(save({ ...whole, region: 'Visayas' } as Partial<SentProfile>)).toHaveProperty('profile')
  })

  test('says what it lacks', () => {
    expect(missingFields(bare)).toEqual(
      expect.arrayContaining(['email', 'region', 'rank', 'ms', 'cellphoneNumber', 'contactPersonRelationship']),
    )
    expect(missingFields(bare)).not.toContain('idNumber')
    expect(missingFields({ ...bare, approved: false, idNumber: null })).not.toContain('idNumber')
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
    const old = { ...bare, cellphoneNumber: '123', height: 'five foot seven' }
    expect(save({ region: 'NCR' }, old)).toMatchObject({
      profile: { cellphoneNumber: '123', height: 'five foot seven' },
    })
  })

  test('gives no number to an applicant', () => {
    const applicant = { ...bare, approved: false, idNumber: null }
    expect(save({ region: 'NCR', idNumber: null }, applicant)).toHaveProperty('profile')
    expect(save({ idNumber: 'ARRAPI-000-009' }, applicant)).toEqual({
      wrong: { idNumber: 'ID numbers are given at approval' },
    })
  })
})
