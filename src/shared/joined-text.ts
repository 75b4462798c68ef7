/** `2LT · NCR`, without what is missing. A dot ends a line rather than starting one. */
export const joinWithDots = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join('\u00A0· ')

/** A number to be read on a screen or paper: its hyphens and blanks end no line. */
export const unbroken = (number: string): string => number.replaceAll('-', '\u2011').replaceAll(' ', '\u00A0')
