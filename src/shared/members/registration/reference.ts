import { codeAlphabet as alphabet, foldTypedCode } from '#shared/typed-text.ts'

/**
 * The reference number of an application: eleven random characters and a check character, shown as `K7QX-2M9P-T4WM`. It can be
 * read out over the phone.
 */
const randomLength = 11
const length = randomLength + 1

/** The random bytes for one; 5 bits of each are used, so there are 2^55. */
export const referenceBytes = randomLength

export function makeReference(random: Uint8Array): string {
  if (random.length !== randomLength) throw new Error(`a reference number is made of ${randomLength} bytes`)
  const made = [...random].map((byte) => alphabet[byte % alphabet.length]).join('')
  return made + checkCharacter(made)
}

/** Luhn's algorithm in base 32: detects every single wrong character, and nearly every swap of two. */
function checkCharacter(made: string): string {
  const sum = [...made].toReversed().reduce((total, character, place) => {
    const value = alphabet.indexOf(character) * (place % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / alphabet.length) + (value % alphabet.length)
  }, 0)
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

/** The stored form, however it was typed; null if it cannot be a reference number, which saves a query. */
export function readReference(typed: string): string | null {
  if (typed.length > 60) return null
  const folded = foldTypedCode(typed)
  if (folded.length !== length) return null
  return checkCharacter(folded.slice(0, -1)) === folded.at(-1) ? folded : null
}

/** As long as a reference number, but none: something in it was mistyped. */
export const isMistypedReference = (typed: string): boolean =>
  typed.length <= 60 && foldTypedCode(typed).length === length && readReference(typed) === null

/** In groups of four, as it is read out. */
export const showReference = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1-')

/** The address that fills in the number. After `#`, which no server or log ever sees. */
export const applicationAddress = (site: string, reference: string): string =>
  `${site}/application#${showReference(reference)}`
