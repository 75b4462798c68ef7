/** `2LT · NCR`, without what is missing. A dot ends a line rather than starting one. */
export const joinWithDots = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join('\u00A0· ')
