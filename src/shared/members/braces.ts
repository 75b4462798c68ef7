/** What people write in braces, such as `{name}`, with a space after it. */
export const inBraces = /\{([^{}\n]*)\}( ?)/g
export const wordIn = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ').toLowerCase()
