/** The association's name with its legal form never alone in the last line. */
export const unbrokenName = (name: string): string => name.replace(/\s(inc\.?)$/i, '\u00a0$1')
