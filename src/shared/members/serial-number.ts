/** A military serial number as it is stored and compared. Formats differ between services, so its shape is never judged. */
export function normaliseSerial(typed: string): string {
  return typed.replaceAll(/\s+/g, '').toUpperCase()
}

/** Typed with hyphens or without, a serial means the same at the login. */
export const withoutHyphens = (serial: string): string => serial.replaceAll('-', '')

/** Letters of other alphabets that look like ours, and letters that look like a figure. `fold_serial` in the database is the same. */
const lookAlikes = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXABEZHIKMNOPTYX'],
    ['OQILSBZ|', '00115821'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, place) => [letter, to[place] ?? ''])),
)
const seenAs = (letter: string) => lookAlikes.get(letter) ?? letter

/** What a hurried reader takes a serial for: equal for `O-200270` and `0200270`. Never stored and never logged in with. */
export function foldSerial(serial: string): string {
  const letters = [...serial.slice(0, 200).normalize('NFKD').toUpperCase()]
  return letters
    .map((letter) => seenAs(seenAs(letter)))
    .join('')
    .replaceAll(/[^A-Z0-9]/g, '')
}

interface Holder {
  serial: string | null
  /** Approved, and not withdrawn. */
  canLogIn: boolean
}

/**
 * Whom a typed serial means, among those who have it apart from hyphens. A member who can log in comes before an applicant
 * or a former member who cannot, whatever those wrote, so that nobody stands in a member's way by registering. Null when
 * it could be several.
 */
export function meantBySerial<Person extends Holder>(typed: string, holders: readonly Person[]): Person | null {
  const exact = holders.filter(({ serial }) => serial === typed)
  const members = holders.filter(({ canLogIn }) => canLogIn)
  const onlyOne = [exact.filter(({ canLogIn }) => canLogIn), members, exact, holders].find(({ length }) => length > 0)
  return onlyOne?.length === 1 ? (onlyOne[0] ?? null) : null
}
