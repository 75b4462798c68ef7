const part = String.raw`[^\s\p{Cc},;:<>()[\]"\\@]+`

/** One address and nothing else: no list, no display name, nothing that could become a second header. */
const address = new RegExp(`^${part}@${part}$`, 'u')

export const isOneAddress = (text: string): boolean => text.length <= 254 && address.test(text)

/** A name without header syntax, or in quotes; then the address. */
const named = /^(?:[^\p{Cc},;:<>()[\]"\\@]+|"[^\p{Cc}"\\]+") ?<([^<>]+)>$/u

/** `office@example.org`, or `The Office <office@example.org>`. */
export const isSender = (text: string): boolean => isOneAddress(text) || isOneAddress(named.exec(text)?.[1] ?? '')
