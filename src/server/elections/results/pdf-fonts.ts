import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { printable } from '#server/elections/printable.ts'

/**
 * The typeface of certificate and results, inside the file itself: what a viewer puts in place of a typeface that it lacks may be
 * wider than what was measured, and then lines run over the edge of the sheet. The roll goes without: to lay out a hundred
 * thousand names in it takes eight times as long and a gigabyte, and its cells are single lines with room to spare.
 */
const weights = { regular: 500, strong: 700 } as const

const require = createRequire(import.meta.url)
const fileOf = (weight: number) =>
  require.resolve(`@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff`)

export async function registerFonts(document: PDFKit.PDFDocument): Promise<void> {
  for (const [face, weight] of Object.entries(weights)) document.registerFont(face, await readFile(fileOf(weight)))
}

/** Figures of one width, so that they stand below one another. */
export const figures: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: ['tnum'] }

/** As much of a text as there is room for in one line, in the font and size that the document has now. */
export function fitted(document: PDFKit.PDFDocument, text: string, width: number): string {
  const whole = printable(text)
  if (document.widthOfString(whole) <= width) return whole
  let end = whole.length
  while (end > 0 && document.widthOfString(`${whole.slice(0, end)}…`) > width) end--
  return `${whole.slice(0, end)}…`
}
