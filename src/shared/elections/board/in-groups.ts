/** `8f3a 01bc …`: a hash that can be read out and compared. */
export const inGroups = (hex: string): string => hex.match(/.{1,4}/g)?.join(' ') ?? ''
