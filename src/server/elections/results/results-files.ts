import { drawElected } from '#server/elections/draw-elected.ts'
import { drawLetterhead, newPdf, type Letterhead, type Pdf } from '#server/pdf-page.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { placeOf } from '#shared/elections/counting/standings.ts'
import type { Stage } from '#shared/elections/lifecycle.ts'
import {
  isRegionShown,
  showShare,
  decidedTieText,
  howDecidedText,
  recordedText,
  seatsFilled,
  tieNote,
} from '#shared/elections/results/results.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import { AppError } from '#shared/errors.ts'
import { showNumber } from '#shared/figures.ts'
import { services, serviceWithLetters, type Service } from '#shared/members/enums.ts'
import { showInstant } from '#shared/time.ts'
import type { CountedNominee, Counted, Results } from './results.ts'

type WholeResults = Results & { votes: Counted }

/** A file must not reveal what the screen withholds. */
export function refuseHiddenVotes(results: Results): WholeResults {
  if (!hasVotes(results))
    throw new AppError('results-not-shown', { values: { when: showInstant(results.votingCloses) } })
  return results
}

const hasVotes = (results: Results): results is WholeResults => results.votes !== null

const notOpen = 'Voting has not opened yet'
const stageText: Record<Stage, string> = {
  draft: notOpen,
  cancelled: 'Cancelled: there is no result',
  announced: notOpen,
  nomination: notOpen,
  campaign: notOpen,
  voting: 'Provisional: voting is still open',
  counting: 'Provisional: ballots are still being counted',
  counted: 'Provisional: all ballots are counted, the result is not certified yet',
  certified: 'Certified',
}

const stateOf = ({ stage, kind }: Results): string =>
  kind === 'rehearsal' ? 'Rehearsal: these are trial ballots, not a result' : stageText[stage]

/** The remark beside a candidate's votes. */
function markOf({ elected, ties }: Counted, { nomineeId }: CountedNominee): 'Elected' | 'Tie' | '' {
  if (elected.includes(nomineeId)) return 'Elected'
  return ties.some((tie) => tie.nomineeIds.includes(nomineeId)) ? 'Tie' : ''
}

/** Every candidate by service, and the turnout, for a spreadsheet. */
export function resultsCsv(results: WholeResults, association: string): string {
  return (
    byteOrderMark +
    [...heading(results, association), [''], ...turnout(results), [''], ...candidates(results), ...decided(results)]
      .map(csvLine)
      .join('')
  )
}

type Line = (string | number | null)[]

function heading(results: WholeResults, association: string): Line[] {
  return [
    ['Association', association],
    ['Election', results.title],
    ['State', stateOf(results)],
    ['As of', showInstant(results.asOf)],
    ['Ballots cast', results.cast],
    ['Ballots counted', results.counted],
    ...(results.proxies === null ? [] : [['Cast by proxy', results.proxies]]),
  ]
}

const turnout = (results: WholeResults): Line[] => [
  ['Region of the voter', 'Ballots cast', 'Members who may vote', 'Turnout'],
  ...results.turnout.map(({ region, cast, eligible }) => [
    region,
    cast,
    eligible,
    eligible === null ? null : showShare(cast, eligible),
  ]),
]

function candidates({ votes }: WholeResults): Line[] {
  const lines = services.flatMap((service) => {
    const running = votes.standings.filter((one) => one.ms === service)
    return running.map((one) => [
      service,
      placeOf(one, running),
      one.name,
      one.rank,
      one.region,
      one.votes,
      markOf(votes, one),
    ])
  })
  return [['Service', 'Place', 'Candidate', 'Rank', 'Region', 'Votes', 'Outcome'], ...lines]
}

function decided({ votes }: WholeResults): Line[] {
  if (votes.decided.length === 0) return []
  const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name)
  const lines = votes.decided.map((tie) => [
    decidedTieText(tie, namesOf(tie.tied), namesOf(tie.chosen)),
    tie.reason,
    tie.decidedBy,
    showInstant(tie.decidedAt),
  ])
  return [[''], ['Tie', 'How it was decided', 'Recorded by', 'On'], ...lines]
}

/** The results on A4: the elected, the turnout, and every candidate by service. */
export async function drawResults(results: WholeResults, letterhead: Letterhead): Promise<Buffer> {
  const pdf = await newPdf(`${results.title} – results`)
  drawLetterhead(pdf, letterhead)
  pdf.text(results.title, { strong: true, size: 26, centred: true })
  pdf.text(stateOf(results), { strong: true, size: 14, centred: true })
  pdf.text(`As of ${showInstant(results.asOf)}. ${ballotsLine(results)}`, { centred: true })
  if (results.stage === 'certified') drawSeats(pdf, results)
  drawTurnout(pdf, results)
  for (const service of services) drawService(pdf, results, service)
  drawDecided(pdf, results)
  return pdf.finish(`${results.title} · ${stateOf(results)}`)
}

function ballotsLine({ cast, counted, proxies }: Results): string {
  const byProxy = proxies === null ? '' : `, ${showNumber(proxies)} of them cast by proxy`
  return `Ballots cast: ${showNumber(cast)}. Ballots counted: ${showNumber(counted)}${byProxy}.`
}

/** In ballot order, as on the certificate. */
function drawSeats(pdf: Pdf, { seats, votes }: WholeResults): void {
  const filled = seatsFilled(seats, votes.standings, votes, true)
  drawElected(
    pdf,
    seats.map((place) => {
      const candidate = filled.find(({ seat }) => seat.slot === place.slot)?.candidate
      return {
        seat: seatName(place, seats),
        name: candidate ? `${candidate.rank} ${candidate.name}`.trim() : '',
        votes: candidate?.votes ?? 0,
        note: tieNote(votes.decided, candidate?.nomineeId ?? ''),
      }
    }),
  )
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
    turnout.filter(isRegionShown).map(({ region, cast, eligible }) => ({
      cells:
        eligible === null
          ? [region, showNumber(cast), '–', '–']
          : [region, showNumber(cast), showNumber(eligible), showShare(cast, eligible)],
    })),
  )
}

function drawService(pdf: Pdf, { votes }: WholeResults, service: Service): void {
  const running = votes.standings.filter((one) => one.ms === service)
  if (running.length === 0) return
  pdf.heading(serviceWithLetters(service))
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
      const cells = [String(placeOf(one, running)), one.name, one.rank, one.region, showNumber(one.votes), mark]
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
