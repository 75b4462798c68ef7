import { AppError } from '#shared/errors.ts'

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

/** `ARRAPI-000-001`: prefix, then two blocks of three figures. The second block runs from 001 to 999. */
const shape = /^([A-Z0-9]{1,12})-(\d{3})-(\d{3})$/

export const isIdNumber = (value: string): boolean => shape.test(value) && !value.endsWith('-000')

/** The number after `last`; the first one when there is none. */
export function nextIdNumber(prefix: string, last: string | null): string {
  if (last === null) return `${prefix}-000-001`
  const [, , first, second] = shape.exec(last) ?? []
  if (first === undefined || second === undefined) throw new AppError('id-number-invalid')
  if (second !== '999') return `${prefix}-${first}-${pad(Number(second) + 1)}`
  if (first === '999') throw new AppError('id-numbers-exhausted')
  return `${prefix}-${pad(Number(first) + 1)}-001`
}

const pad = (block: number) => String(block).padStart(3, '0')

/**
 * A Philippine phone number as it is stored: figures only, `+63` and `63` in front written as `0`. What people put between
 * the figures is dropped, and so are the invisible characters that come along when a number is copied from elsewhere.
 */
export function foldPhone(typed: string): string {
  const compact = typed.replaceAll(/[\s\p{Pd}\p{Cf}()./]+/gu, '')
  return compact.replace(/^(?:\+63|0063|63(?=0?\d{9,10}$))0?/, '0')
}

/** `0917 123 4567`, `02 8123 4567`, `032 412 3456`: as it is read aloud. Any other number is shown as it was written. */
export function showPhone(written: string): string {
  const parts = /^(?:(09\d\d)(\d{3})(\d{4})|(02)(\d{4})(\d{4})|(0[3-8]\d)(\d{3})(\d{4}))$/.exec(foldPhone(written))
  return parts ? parts.slice(1).filter(Boolean).join(' ') : written
}

/** Ten or eleven figures, after folding. */
export const isPhone = (folded: string): boolean => /^\d{10,11}$/.test(folded)

/** Ten figures are a phone number, but not one that begins as a mobile number does: a hint, never a refusal. */
export function whyDoubtPhone(typed: string): string | null {
  const folded = foldPhone(typed)
  return /^09\d+$/.test(folded) && folded.length !== 11
    ? `A mobile number that begins with 09 has 11 digits; this one has ${folded.length}. Please check it.`
    : null
}
