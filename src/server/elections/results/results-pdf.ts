import { placeOf } from '#shared/elections/counting/standings.ts'
import { showShare, decidedTieText, howDecidedText, recordedText } from '#shared/elections/results/results.ts'
import { services, serviceWithLetters, type Service } from '#shared/members/enums.ts'
import { showInstant } from '#shared/time.ts'
import { newPdf, type Pdf } from './pdf-page.ts'
import type { Results } from './results.ts'
import { markOf, stateOf, type WholeResults } from './whole-results.ts'

/** The results on A4: who took part, and every candidate by service. */
export async function drawResults(results: WholeResults, association: string): Promise<Buffer> {
  const pdf = await newPdf(`${results.title} – results`)
  pdf.text(association)
  pdf.text(results.title, { strong: true, size: 26 })
  pdf.text(stateOf(results), { strong: true, size: 14 })
  pdf.text(`As of ${showInstant(results.asOf)}`)
  pdf.text(ballotsLine(results))
  drawTurnout(pdf, results)
  for (const ms of services) drawService(pdf, results, ms)
  drawDecided(pdf, results)
  return pdf.finish(`${results.title} · ${stateOf(results)}`)
}

function ballotsLine({ cast, counted, proxies }: Results): string {
  const byProxy = proxies === null ? '' : `, ${shown(proxies)} of them cast by proxy`
  return `Ballots cast: ${shown(cast)}. Ballots counted: ${shown(counted)}${byProxy}.`
}

function drawTurnout(pdf: Pdf, { turnout }: WholeResults): void {
  pdf.heading('Turnout by region of the voter')
  pdf.table(
    [
      { title: 'Region', share: 4 },
      { title: 'Ballots cast', share: 2, align: 'right' },
      { title: 'Members who may vote', share: 3, align: 'right' },
      { title: 'Turnout', share: 2, align: 'right' },
    ],
    turnout.map(({ region, cast, eligible }) => ({
      cells:
        eligible === null
          ? [region, shown(cast), '–', '–']
          : [region, shown(cast), shown(eligible), showShare(cast, eligible)],
    })),
  )
}

function drawService(pdf: Pdf, { votes }: WholeResults, ms: Service): void {
  const running = votes.standings.filter((one) => one.ms === ms)
  if (running.length === 0) return
  pdf.heading(serviceWithLetters(ms))
  pdf.table(
    [
      { title: 'Place', share: 2, align: 'right' },
      { title: 'Candidate', share: 8 },
      { title: 'Rank', share: 3 },
      { title: 'Region', share: 3 },
      { title: 'Votes', share: 2.5, align: 'right' },
      { title: 'Outcome', share: 3 },
    ],
    running.map((one) => {
      const mark = markOf(votes, one)
      const cells = [String(placeOf(one, running)), one.name, one.rank, one.region, shown(one.votes), mark]
      return { cells, strong: mark === 'Elected' }
    }),
  )
}

function drawDecided(pdf: Pdf, { votes: { decided } }: WholeResults): void {
  if (decided.length > 0) pdf.heading('Ties that were decided')
  for (const tie of decided) {
    pdf.keepTogether(60)
    pdf.text(
      decidedTieText(
        tie,
        tie.tied.map(({ name }) => name),
        tie.chosen.map(({ name }) => name),
      ),
    )
    pdf.text(howDecidedText(tie))
    pdf.text(recordedText(tie))
    pdf.gap(0.5)
  }
}

const shown = (number: number) => number.toLocaleString('en')
