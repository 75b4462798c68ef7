/** A piece of a line; a link if it has `href`. */
export interface Piece {
  text: string
  href?: string
}

/** Matches `https://…`, `www.…` and `name@host.ph`. Nothing else becomes a link, so `javascript:` cannot. */
const address =
  /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<>"]*|(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}(?![\w-])/giu
/** Punctuation that ends the sentence or bracket around an address does not belong to it. */
const closing = /[.,;:!?)\]}’”'…*]+$/u

/** Splits a line into text and links; the text of a link is its address. */
export function linksIn(line: string): Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const { 0: found, index } of line.matchAll(address)) {
    const text = found.slice(0, found.length - endOf(found).length)
    const href = hrefOf(text)
    if (href === null) continue
    if (index > rest) pieces.push({ text: line.slice(rest, index) })
    pieces.push({ text, href })
    rest = index + text.length
  }
  if (rest < line.length || pieces.length === 0) pieces.push({ text: line.slice(rest) })
  return pieces
}

function hrefOf(text: string): string | null {
  if (/^https?:\/\//i.test(text)) return text
  if (!/^www\./i.test(text)) return `mailto:${text}`
  return text.indexOf('.', 4) > 4 ? `https://${text}` : null
}

/** Searches only the last characters: a pattern that ends with `$` would try every position of a long text. */
function endOf(found: string): string {
  const end = closing.exec(found.slice(-20))?.[0] ?? ''
  // The address itself may contain brackets.
  return end.startsWith(')') && found.includes('(') ? end.slice(1) : end
}

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
