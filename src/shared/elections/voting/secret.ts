/**
 * The secret of a receipt, as 32 hexadecimal digits: 128 random bits from the voter's own browser. The leaves of the ballot are
 * derived from it, and a request that is sent twice is recognised by it.
 */
export type Secret = string

export const isSecret = (value: string): value is Secret => /^[0-9a-f]{32}$/.test(value)
