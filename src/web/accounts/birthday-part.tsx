/** All that only a birthday as password needs, in one piece: a phone fetches it at once. */
export { readBirthday } from '#shared/accounts/typed-birthday.ts'
export { BirthdayFields, birthdayIn } from '#web/accounts/birthday-fields.tsx'
export { DateQuestion } from '#web/accounts/date-question.tsx'
