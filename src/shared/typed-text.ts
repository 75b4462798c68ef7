/**
 * Characters that may be typed into a text: no control characters, no lone surrogates, and nothing that changes the
 * text direction. One line has no line breaks either.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u
export const severalLines = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u

/** Crockford's base 32 has no letter that looks or sounds like a digit, so people can read it out or copy it. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What people write between the groups of a code: spaces and hyphens of any kind, also those that cannot be seen. */
export const betweenGroups = /[\s\p{Pd}\p{Cf}\u2043\u2212]+/gu

/** `abcdefgh` as `abcd-efgh`, as a code is printed. What cannot be a code stays as it was typed. */
export function inCodeGroups(typed: string): string {
  const plain = typed.replaceAll(betweenGroups, '')
  return /^[\da-z]*$/i.test(plain) ? plain.replaceAll(/.{4}(?=.)/g, '$&-') : typed
}

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** Normalises a typed code: lower case, look-alikes, spaces and hyphens are allowed anywhere. */
export const foldTypedCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[OILU]/g, (letter) => lookAlikes[letter] ?? letter)
