import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { PgClient } from '#server/db/database.ts'
import { printable } from '#server/pdf-page.ts'
import { rollText } from '#shared/elections/roll/text.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { listedName, votersByRegion, type PrintedVoter } from './voters.ts'

/**
 * The roll on paper: A4, black on white, a box before each name, each region starting on a new page. Pages are sent before more
 * is read: ten thousand names take as much memory as ten.
 */

const millimetre = 72 / 25.4
const margin = 15 * millimetre
const width = 210 * millimetre - 2 * margin
const bottom = 297 * millimetre - margin - 6 * millimetre
const rowHeight = 5.6 * millimetre
const box = 3.2 * millimetre

const columns = [
  { at: 7 * millimetre, wide: 31 * millimetre },
  { at: 39 * millimetre, wide: 88 * millimetre },
  { at: 129 * millimetre, wide: 28 * millimetre },
  { at: 158 * millimetre, wide: 22 * millimetre },
] as const

const fontSize = 9.5
/** Of Helvetica, relative to its size: text that is short enough by this need not be measured. */
const widestLetter = 0.95

const displayFace = createRequire(import.meta.url).resolve(
  '@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff',
)

interface About {
  association: string
  election: string
  electionId: string
  now: Instant
}

export async function* votersAsPdf(
  db: PgClient,
  { association, election, electionId, now }: About,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin,
    autoFirstPage: false,
    info: { Title: printable(rollText.printTitle(election)) },
    lang: 'en',
  })
  document.registerFont('display', await readFile(displayFace))
  const drawn = () => document.read() as Uint8Array | null
  let pages = 0
  let y = 0

  function line(text: string, x: number, top: number, wide: number): void {
    document.text(fitted(printable(text), wide), x, top, { lineBreak: false })
  }

  /** Names rarely exceed a line: then the end is cut off, instead of moving the next row. */
  function fitted(text: string, wide: number): string {
    if (text.length * widestLetter * fontSize <= wide || document.widthOfString(text) <= wide) return text
    let end = text.length
    while (end > 0 && document.widthOfString(`${text.slice(0, end)}…`) > wide) end--
    return `${text.slice(0, end)}…`
  }

  function beginPage(region: RollRegion, people: number): void {
    document.addPage()
    pages++
    document.font('display').fontSize(17)
    line(`${region}: ${rollText.voters(people)}`, margin, margin, width)
    document.font('Helvetica').fontSize(8.5)
    line(`${election} · ${association}`, margin, margin + 23, width)
    const foot = `${rollText.asOf(showInstant(now))} · ${rollText.page(pages)}`
    // Below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.text(printable(foot), margin, bottom + 3 * millimetre, { width, align: 'center', lineBreak: false })
    y = margin + 39
    document.font('Helvetica-Bold').fontSize(9)
    for (const [place, { at, wide }] of columns.entries())
      line(rollText.printColumns[place] ?? '', margin + at, y, wide)
    rule(0.8)
  }

  function rule(thickness: number): void {
    y += rowHeight
    document
      .lineWidth(thickness)
      .moveTo(margin, y - 1.4 * millimetre)
      .lineTo(margin + width, y - 1.4 * millimetre)
      .stroke('#000')
  }

  function row(voter: PrintedVoter): void {
    document.lineWidth(0.7).rect(margin + 0.5, y - 0.4, box, box)
    if (voter.voted)
      document
        .moveTo(margin + 0.5, y - 0.4)
        .lineTo(margin + 0.5 + box, y - 0.4 + box)
        .moveTo(margin + 0.5 + box, y - 0.4)
        .lineTo(margin + 0.5, y - 0.4 + box)
    document.stroke('#000').font('Helvetica').fontSize(fontSize)
    const cells = [
      voter.idNumber ?? '',
      listedName(voter),
      [voter.rank, voter.ms].filter(Boolean).join(', '),
      voter.byProxy ? rollText.byProxy : voter.voted ? rollText.voted : '',
    ]
    for (const [place, { at, wide }] of columns.entries()) line(cells[place] ?? '', margin + at, y, wide)
    rule(0.25)
  }

  for await (const { region, people, batches } of votersByRegion(db, electionId)) {
    beginPage(region, people)
    for await (const voters of batches) {
      for (const voter of voters) {
        if (y + rowHeight > bottom) {
          for (let bytes = drawn(); bytes !== null; bytes = drawn()) yield bytes
          // Drawing blocks everybody else's requests, so it is done a page at a time.
          await setImmediate()
          beginPage(region, people)
        }
        row(voter)
      }
    }
  }
  if (pages === 0) document.addPage()
  document.end()
  for await (const bytes of document) yield bytes as Uint8Array
}
