/** What is typed and chosen, by the name of the control. Pictures are apart: they are sent before. */
export type Values = Record<string, string>

export function readValues(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') values[name] = value
  return values
}

/** `1964-10-05` of three fields; empty when none is filled in, and no date when some are. */
export function birthdayOf(values: Values): string {
  const { birthdayDay = '', birthdayMonth = '', birthdayYear = '' } = values
  const parts = [birthdayYear, birthdayMonth, birthdayDay].map((part) => part.trim())
  if (parts.every((part) => part === '')) return ''
  return parts.map((part) => part.padStart(2, '0')).join('-')
}

/** All three of its fields are filled in; whether such a day exists is for the rules. */
export const isWholeBirthday = (birthday: string): boolean => birthday !== '' && !birthday.split('-').includes('00')
