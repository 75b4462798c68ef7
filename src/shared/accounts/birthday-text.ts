import type { ErrorCode } from '../errors.ts'

/** The birthday in three boxes, and the question which date is meant. */
export const birthdayText = {
  legend: 'Your birthday',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  question: (dates: readonly string[]) => `Do you mean ${dates.join(' or ')}?`,
  notSpent: 'This did not count as a try.',
} as const

export const birthdayErrors = {
  'birthday-ambiguous':
    'Which number is the month? Please type the month in letters, for example 05Oct1964. This did not count as a try.',
  'birthday-impossible':
    'There is no such date. Please check the day, the month and the year. This did not count as a try.',
  'birthday-incomplete': 'Please fill in the day, the month and the year of your birthday.',
} as const satisfies Partial<Record<ErrorCode, string>>
