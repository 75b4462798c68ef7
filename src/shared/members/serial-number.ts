/** A military serial number as stored and compared. Formats differ between services, so its shape is never checked. */
export function normaliseSerial(typed: string): string {
  return typed
    .replaceAll(/\s+/g, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase()
}

/** Of `0-200001`, `O-200001`: before a hyphen stands a letter. */
export function meantSerial(typed: string): string | null {
  const serial = normaliseSerial(typed)
  return serial.startsWith('0-') ? `O${serial.slice(1)}` : null
}

/** A hint, never a refusal. */
export const whyDoubtSerial = (typed: string): string | null =>
  meantSerial(typed) && 'Should the first character be the letter O? You typed a zero.'

/** At the login, a serial is the same with or without hyphens. */
export const withoutHyphens = (serial: string): string => serial.replaceAll('-', '')

/** What a serial typed at the login may mean, without hyphens: a zero at its beginning may be the letter O. The last is the same for all. */
export function spellingsOf(serial: string): [string, ...string[]] {
  const typed = withoutHyphens(serial)
  return typed.startsWith('0') ? [typed, `O${typed.slice(1)}`] : [typed]
}

/**
 * Letters of other alphabets that look like ours, and letters that look like digits. Keep in step with `fold_serial` in the
 * database.
 */
const lookAlikes = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXABEZHIKMNOPTYX'],
    ['OQILSBZ|', '00115821'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, place) => [letter, to[place] ?? ''])),
)
const seenAs = (letter: string) => lookAlikes.get(letter) ?? letter

/** Equal for serials that are easily confused, such as `O-200270` and `0200270`. Never stored, and never used to log in. */
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
 * Which of those who share a typed serial, ignoring hyphens, is meant. A member who can log in comes before an applicant or a
 * former member who cannot, so that nobody can get in a member's way by registering. Null if it could be several.
 */
export function meantBySerial<Person extends Holder>(typed: string, holders: readonly Person[]): Person | null {
  const exact = holders.filter(({ serial }) => serial === typed)
  const members = holders.filter(({ canLogIn }) => canLogIn)
  const onlyOne = [exact.filter(({ canLogIn }) => canLogIn), members, exact, holders].find(({ length }) => length > 0)
  return onlyOne?.length === 1 ? (onlyOne[0] ?? null) : null
}
