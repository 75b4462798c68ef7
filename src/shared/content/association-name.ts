/** The association's name within a sentence: `the Association of …`. */
export const withThe = (name: string): string => (/^the\s/i.test(name) ? name : `the ${name}`)

/** Ends with one full stop, also after a name that ends with `Inc.` */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.')

/** The association's name with its legal form never alone in the last line. */
export const unbrokenName = (name: string): string => name.replace(/\s(inc\.?)$/i, '\u00a0$1')
