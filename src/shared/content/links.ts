const webAddress = /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** An http(s) address with a host, or a hash if there is no page to go to. */
export function isLink(typed: string): boolean {
  const link = typed.trim()
  return link.startsWith('#') ? !/\s/.test(link) : webAddress.test(link)
}

/** Nobody is corrected while still typing an address. */
export function isBeginningOfLink(typed: string): boolean {
  const start = typed.trim().toLowerCase()
  return ['https://', 'http://'].some((address) => address.startsWith(start))
}
