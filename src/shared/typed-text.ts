/**
 * What may be typed into a text: no control characters, no half characters, and nothing that turns the direction of the
 * words around it. One line has no line breaks either.
 */
export const oneLine = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u
export const severalLines = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u

/** Crockford's base 32 has no look-alikes: no letter looks or sounds like a figure, so a code can be read out or copied by hand. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** A code as it is kept, from however it was typed: small letters, look-alikes, spaces and hyphens anywhere. */
export const foldTypedCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[OILU]/g, (letter) => lookAlikes[letter] ?? letter)
