import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate, CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import { showShare } from '#shared/elections/results/results.ts'
import { AppError } from '#shared/errors.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { projectRoot } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { createPdfCache } from '#server/elections/results/pdf-cache.ts'
import { newPaper, type Paper, type Row } from '#server/elections/results/pdf-page.ts'
import { findCertificate } from '#server/elections/results/queries.ts'

/** Certificates on paper, drawn from what was frozen and from nothing else. */
export function openCertificates(deps: Pick<Deps, 'db' | 'settings' | 'elections'>) {
  const drawn = createPdfCache()
  return async (electionId: string): Promise<{ bytes: Buffer; name: string }> => {
    const election = await deps.elections.byId(electionId)
    const certificate = election && (await findCertificate(deps.db, electionId))
    if (!certificate) throw new AppError('not-found')
    const { name } = await deps.settings()
    return {
      bytes: await drawn(election, name, () => certificatePdf(certificate, name)),
      name: `certificate-${dayInManila(certificate.votingOpens)}.pdf`,
    }
  }
}

async function certificatePdf(certificate: Certificate, association: string): Promise<Buffer> {
  const paper = await newPaper(`Certificate of election results: ${certificate.title}`)
  await drawHead(paper, certificate, association)
  drawElected(paper, certificate)
  drawTurnout(paper, certificate)
  drawTies(paper, certificate)
  drawTotals(paper, certificate)
  drawLog(paper, certificate)
  drawSignatures(paper, certificate)
  return paper.finish(certificate.title)
}

const serviceNames: Record<Service, string> = {
  PA: 'Philippine Army (PA)',
  PN: 'Philippine Navy (PN)',
  PAF: 'Philippine Air Force (PAF)',
  TAS: 'Technical and Administrative Service (TAS)',
}
const figure = (value: number) => value.toLocaleString('en')
const counted = (value: number, one: string, many = `${one}s`) => `${figure(value)} ${value === 1 ? one : many}`
const namedWithRank = ({ rank, name }: Pick<CertifiedStanding, 'rank' | 'name'>) => `${rank} ${name}`.trim()

async function drawHead(paper: Paper, certificate: Certificate, association: string): Promise<void> {
  paper.picture(await emblem(), 58)
  paper.text(association, { centred: true, size: 10.5 })
  paper.gap(0.6)
  paper.text('Certificate of Election Results', { centred: true, size: 22, face: 'display' })
  paper.text(certificate.title, { centred: true, size: 15, face: 'display' })
  paper.gap(0.8)
  const { votingOpens, votingCloses, ballots, proxies } = certificate
  paper.text(
    `Voting was open from ${showInstant(votingOpens)} to ${showInstant(votingCloses)}. ${counted(ballots, 'ballot was', 'ballots were')} cast and counted. Of these, ${figure(proxies)} ${proxies === 1 ? 'was' : 'were'} cast by proxy: by an administrator on a member’s behalf, on a stated authority.`,
  )
}

/** The seats of a service are equal; they are named in the order of the ballot and filled in the order of the votes. */
function drawElected(paper: Paper, { seats, elected }: Certificate): void {
  paper.heading('Elected')
  const rows = services.flatMap((ms): Row[] => {
    const people = elected.filter((one) => one.ms === ms)
    return seats
      .filter((seat) => seat.ms === ms)
      .map(({ slot }, place) => {
        const person = people[place]
        return { cells: [slot, person ? namedWithRank(person) : 'vacant', person ? figure(person.votes) : ''] }
      })
  })
  paper.table(
    [
      { title: 'Seat', share: 2 },
      { title: 'Elected', share: 7 },
      { title: 'Votes', share: 1.5, align: 'right' },
    ],
    rows,
  )
}

function drawTurnout(paper: Paper, { turnout }: Certificate): void {
  paper.heading('Turnout by region of the voter')
  const row = (name: string, cast: number, eligible: number, strong = false): Row => ({
    cells: [name, figure(cast), figure(eligible), showShare(cast, eligible)],
    strong,
  })
  const sum = (of: 'cast' | 'eligible') => turnout.reduce((all, one) => all + one[of], 0)
  paper.table(
    [
      { title: 'Region', share: 4 },
      { title: 'Voted', share: 2, align: 'right' },
      { title: 'Could vote', share: 2, align: 'right' },
      { title: 'Turnout', share: 2, align: 'right' },
    ],
    [
      ...turnout.map(({ region, cast, eligible }) => row(region, cast, eligible)),
      row('All', sum('cast'), sum('eligible'), true),
    ],
  )
}

function drawTies(paper: Paper, { ties, vacant }: Certificate): void {
  paper.heading('Ties and vacant seats')
  if (ties.length === 0) paper.text('No seat had to be decided between equal votes.')
  for (const { ms, votes, seats, tied, chosen, reason, decidedBy, decidedAt } of ties) {
    const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ')
    paper.keepTogether(60)
    paper.text(
      `${serviceNames[ms]}: ${names(tied)} had ${counted(votes, 'vote')} each for ${counted(seats, 'seat')}. Chosen: ${names(chosen)}.`,
    )
    paper.text(`How it was decided: ${reason}`)
    paper.text(`Recorded by ${decidedBy}, ${showInstant(decidedAt)}.`)
    paper.gap(0.5)
  }
  for (const { ms, seats } of vacant)
    paper.text(`${serviceNames[ms]}: ${counted(seats, 'seat')} vacant, because nobody else got a vote.`)
}

function drawTotals(paper: Paper, { standings, elected, seats }: Certificate): void {
  paper.heading('Votes of every candidate')
  const isElected = new Set(elected.map(({ nomineeId }) => nomineeId))
  for (const ms of services) {
    const people = standings.filter((one) => one.ms === ms)
    if (people.length === 0) continue
    paper.keepTogether(70)
    paper.gap(0.9)
    paper.text(`${serviceNames[ms]}, ${counted(seats.filter((seat) => seat.ms === ms).length, 'seat')}`, {
      strong: true,
    })
    paper.table(
      [
        { title: 'Candidate', share: 6 },
        { title: 'Region', share: 2 },
        { title: '', share: 1.6 },
        { title: 'Votes', share: 1.5, align: 'right' },
      ],
      people.map((one) => ({
        cells: [namedWithRank(one), one.region, isElected.has(one.nomineeId) ? 'elected' : '', figure(one.votes)],
        strong: isElected.has(one.nomineeId),
      })),
    )
  }
}

function drawLog(paper: Paper, { lastHash, logEntries }: Certificate): void {
  paper.heading('Audit log')
  paper.text(
    `When this was certified, the log had ${counted(logEntries, 'entry', 'entries')}, each linked to the one before, and was found intact. The last of them has the hash below; this certification is entry number ${figure(logEntries + 1)} and names that hash. A log that was cut or changed afterwards does not.`,
  )
  paper.gap(0.3)
  paper.text(lastHash, { face: 'Courier', size: 10 })
}

function drawSignatures(paper: Paper, { certifiedAt, certifiedBy }: Certificate): void {
  paper.keepTogether(150)
  paper.gap(1.2)
  paper.text(`Certified on ${showInstant(certifiedAt)} by ${certifiedBy}.`, { strong: true })
  paper.signatures([
    { name: certifiedBy, role: 'certified the result' },
    { name: '', role: 'for the election committee' },
    { name: '', role: 'witness' },
  ])
}

let drawnEmblem: Promise<Buffer> | undefined

/** Grey, so that it prints as it looks. */
function emblem(): Promise<Buffer> {
  drawnEmblem ??= (async () => {
    const { default: sharp } = await import('sharp')
    const svg = await readFile(join(projectRoot, 'src/web/public/favicon.svg'))
    return sharp(svg, { density: 300 }).resize({ height: 360 }).greyscale().png().toBuffer()
  })()
  drawnEmblem.catch(() => (drawnEmblem = undefined))
  return drawnEmblem
}
