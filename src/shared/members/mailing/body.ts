/** A piece of a line; with `href` it is a link that shows its own address. */
export interface Piece {
  text: string
  href?: string
}

const address = /https?:\/\/[\p{L}\p{N}][^\s<>"]*/giu
/** What ends a sentence or a bracket around an address is no part of it. */
const closing = /[.,;:!?)\]}’”'…]+$/u

/** What an administrator typed: paragraphs of lines, with the web addresses in them. The email and its preview are both made from this. */
export function paragraphsOf(body: string): Piece[][][] {
  return body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.replaceAll(/^\n+|\n+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.split('\n').map(piecesOf))
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const { 0: found, index } of line.matchAll(address)) {
    const href = found.slice(0, found.length - endOf(found).length)
    if (index > rest) pieces.push({ text: line.slice(rest, index) })
    pieces.push({ text: href, href })
    rest = index + href.length
  }
  if (rest < line.length || pieces.length === 0) pieces.push({ text: line.slice(rest) })
  return pieces
}

/** Looked for in the last characters only: a pattern that ends with `$` tries every place of a long text. */
function endOf(found: string): string {
  const end = closing.exec(found.slice(-20))?.[0] ?? ''
  // An address may have brackets of its own.
  return end.startsWith(')') && found.includes('(') ? end.slice(1) : end
}
