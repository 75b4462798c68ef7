/** A piece of a line; with `href` it is a link. */
export interface Piece {
  text: string
  href?: string
}

/** Written `https://…`, `www.…` or `name@host.ph`. Nothing else becomes a link, so no `javascript:` can. */
const address =
  /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<>"]*|(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}(?![\w-])/giu
/** What ends a sentence or a bracket around an address is no part of it. */
const closing = /[.,;:!?)\]}’”'…*]+$/u

/** A line with the addresses in it as links that show themselves. */
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

/** Looked for in the last characters only: a pattern that ends with `$` tries every place of a long text. */
function endOf(found: string): string {
  const end = closing.exec(found.slice(-20))?.[0] ?? ''
  // An address may have brackets of its own.
  return end.startsWith(')') && found.includes('(') ? end.slice(1) : end
}
