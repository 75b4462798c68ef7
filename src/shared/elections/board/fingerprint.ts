/** So many digits are compared by eye; nobody makes another key that begins with them. */
const shownDigits = 16

/** The beginning of a key's fingerprint, as it is read out and compared: `0f3a 9c21 77de b410`. */
export const showFingerprint = (fingerprint: string): string =>
  (fingerprint.slice(0, shownDigits).match(/.{1,4}/g) ?? []).join(' ')
