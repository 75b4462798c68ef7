import { birthdayPassword } from '#shared/members/birthday.ts'
import { at, birthdays } from './demo-people.ts'

/** Who can be in the demonstration, and what each shows. */

export const demoAdmin = { name: 'Rosario Villanueva', email: 'admin@demo.local', password: 'demo admin 2025' }

const ownPassword = 'demo member 2025'
const byBirthday = (number: number) => ({
  number,
  serial: `O-${200_000 + number}`,
  password: birthdayPassword(at(birthdays, number - 1)),
})

export const demoPeople = {
  newcomer: { ...byBirthday(1), shows: 'a member on the birthday password, who has not voted' },
  voter: { ...byBirthday(2), password: ownPassword, shows: 'a member with a password of their own, who has voted' },
  asked: { ...byBirthday(3), shows: 'a member who was nominated and has not accepted' },
  withoutDocuments: { ...byBirthday(4), shows: 'a member whose picture and signature are missing' },
  withdrawn: { ...byBirthday(5), shows: 'somebody who left the association: refused' },
  applicant: { ...byBirthday(301), shows: 'an applicant who waits for approval: refused' },
  returned: { ...byBirthday(304), shows: 'an applicant who was asked for a better picture: refused; see /application' },
} as const satisfies Record<string, { number: number; serial: string; password: string; shows: string }>

export const demoMember = demoPeople.newcomer

/** Members who are described above; the candidates are others. */
export const firstOfTheOthers = 6
