import type { Deps } from '#server/deps.ts'
import { drawElected } from '#server/elections/draw-elected.ts'
import { findCertificate } from '#server/elections/results/queries.ts'
import {
  createPdfCache,
  drawLetterhead,
  letterheadOf,
  newPdf,
  type Letterhead,
  type Pdf,
  type Row,
} from '#server/pdf-page.ts'
import { electedBySeat, type Certificate, type CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import { showShare, tieNote, vacantText } from '#shared/elections/results/results.ts'
import { namedSeats } from '#shared/elections/voting/seats.ts'
import { mustExist } from '#shared/errors.ts'
import { showNumber, showCount } from '#shared/figures.ts'
import { services, serviceWithLetters } from '#shared/members/enums.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { readSignedCertificate, type SignedCertificate } from './read-closing.ts'

/** Certificates as PDF, drawn from the signed result alone. */
export function openCertificates(
  deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'settings' | 'elections' | 'storage' | 'log'>,
) {
  const drawn = createPdfCache()
  return async (electionId: string): Promise<{ bytes: Buffer; name: string }> => {
    const election = mustExist(await deps.elections.byId(electionId))
    const certificate = mustExist(await findCertificate(deps, electionId))
    const { name, logo } = await deps.settings()
    return {
      bytes: await drawn(election, `${name} ${logo}`, async () =>
        certificatePdf(certificate, await readSignedCertificate(deps, electionId), await letterheadOf(deps)),
      ),
      name: `certificate-${dayInManila(certificate.votingOpens)}.pdf`,
    }
  }
}

/** The first sheet is the certificate itself, for framing; the others are an annex with everything it is based on. */
async function certificatePdf(
  certificate: Certificate,
  signed: SignedCertificate | null,
  letterhead: Letterhead,
): Promise<Buffer> {
  const pdf = await newPdf(`Certificate of election results: ${certificate.title}`)
  pdf.frame()
  drawLetterhead(pdf, letterhead)
  drawHead(pdf, certificate)
  drawElected(
    pdf,
    electedBySeat({ ...certificate, seats: namedSeats(certificate.seats) }).map(({ slot, person }) => ({
      seat: slot,
      name: person ? namedWithRank(person) : '',
      votes: person?.votes ?? 0,
      note: tieNote(certificate.ties, person?.nomineeId ?? ''),
    })),
  )
  drawSignatures(pdf, certificate, signed)
  pdf.page()
  pdf.text('Annex to the certificate', { centred: true, size: 17, strong: true })
  drawTurnout(pdf, certificate)
  drawTies(pdf, certificate)
  drawTotals(pdf, certificate)
  drawLog(pdf, certificate)
  if (signed) drawBoard(pdf, certificate, signed)
  drawWitnesses(pdf, certificate)
  return pdf.finish(certificate.title)
}

const namedWithRank = ({ rank, name }: Pick<CertifiedStanding, 'rank' | 'name'>) => `${rank} ${name}`.trim()

function drawHead(pdf: Pdf, certificate: Certificate): void {
  pdf.text('Certificate of Election Results', { centred: true, size: 30, strong: true })
  pdf.text(certificate.title, { centred: true, size: 17, strong: true })
  pdf.gap(0.8)
  const { votingOpens, votingCloses, ballots, proxies, helped } = certificate
  pdf.text(
    `Voting was open from ${showInstant(votingOpens)} to ${showInstant(votingCloses)}. ${showCount(ballots, 'ballot was', 'ballots were')} cast and counted. ${proxySentence(proxies)}${helped === 0 ? '' : ` ${showNumber(helped)} ${helped === 1 ? 'was' : 'were'} cast from a login that an administrator had helped with.`}`,
  )
}

const proxySentence = (proxies: number): string =>
  proxies === 0
    ? 'None of them was cast by proxy, that is, by an administrator on a member’s behalf.'
    : `Of these, ${showNumber(proxies)} ${proxies === 1 ? 'was' : 'were'} cast by proxy: by an administrator on a member’s behalf, on a stated authority.`

function drawTurnout(pdf: Pdf, { turnout }: Certificate): void {
  pdf.heading('Turnout by region of the voter')
  const row = (name: string, cast: number, eligible: number, strong = false): Row => ({
    cells: [name, showNumber(cast), showNumber(eligible), showShare(cast, eligible)],
    strong,
  })
  const sum = (of: 'cast' | 'eligible') => turnout.reduce((all, one) => all + one[of], 0)
  pdf.table(
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

function drawTies(pdf: Pdf, { ties, vacant, standings }: Certificate): void {
  pdf.heading('Ties and vacant seats')
  if (ties.length === 0) pdf.text('No seat had to be decided between equal votes.')
  for (const { ms, votes, seats, tied, chosen, reason, decidedBy, decidedAt } of ties) {
    const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ')
    pdf.keepTogether(60)
    pdf.text(
      `${serviceWithLetters(ms)}: ${names(tied)} had ${showCount(votes, 'vote')} each for ${showCount(seats, 'seat')}. Chosen: ${names(chosen)}.`,
    )
    pdf.text(`How it was decided: ${reason}`)
    pdf.text(`Recorded by ${decidedBy}, ${showInstant(decidedAt)}.`)
    pdf.gap(0.5)
  }
  for (const one of vacant) pdf.text(`${serviceWithLetters(one.ms)}: ${vacantText(one, standings)}`)
}

function drawTotals(pdf: Pdf, { standings, elected, seats }: Certificate): void {
  pdf.heading('Votes of every candidate')
  const isElected = new Set(elected.map(({ nomineeId }) => nomineeId))
  for (const service of services) {
    const people = standings.filter((one) => one.ms === service)
    if (people.length === 0) continue
    pdf.keepTogether(110)
    pdf.gap(0.9)
    pdf.text(
      `${serviceWithLetters(service)}, ${showCount(seats.filter((seat) => seat.ms === service).length, 'seat')}`,
      {
        strong: true,
      },
    )
    pdf.table(
      [
        { title: 'Candidate', share: 6 },
        { title: 'Region', share: 2 },
        { title: '', share: 1.6 },
        { title: 'Votes', share: 1.5, align: 'right' },
      ],
      people.map((one) => ({
        cells: [namedWithRank(one), one.region, isElected.has(one.nomineeId) ? 'elected' : '', showNumber(one.votes)],
        strong: isElected.has(one.nomineeId),
      })),
    )
  }
}

function drawLog(pdf: Pdf, { lastHash, logEntries }: Certificate): void {
  pdf.heading('Audit log')
  pdf.text(
    `When this was certified, the log had ${showCount(logEntries, 'entry', 'entries')}, each linked to the one before, and was found intact. The last of them has the hash below; this certification is entry number ${showNumber(logEntries + 1)} and names that hash. If the log was cut or changed later, it no longer contains this entry.`,
  )
  pdf.gap(0.3)
  pdf.hash(lastHash)
}

/** Enough digits to compare by eye; the audit package has them all. */
const inGroups = (hash: string, digits = 16) => hash.slice(0, digits).match(/.{4}/g)?.join(' ') ?? ''

/** The digits for comparing this sheet with the public board and the audit package. */
function drawBoard(pdf: Pdf, { turnout, seats, ballots }: Certificate, signed: SignedCertificate): void {
  const onRoll = turnout.reduce((all, { eligible }) => all + eligible, 0)
  pdf.heading('Public board')
  pdf.text(
    `Before this was certified, every ballot was opened and counted once more. The roll has ${showCount(onRoll, 'person', 'people')}; the public board has ${showCount(ballots * seats.length, 'entry', 'entries')}, one for each seat of each ballot. Anybody can recount them with the audit package of this election, and check with these figures that it belongs to this certificate.`,
  )
  pdf.gap(0.4)
  pdf.table(
    [
      { title: 'To compare, the first digits of', share: 5 },
      { title: '', share: 5 },
    ],
    [
      { cells: ['the key that signs (fingerprint)', inGroups(signed.fingerprint, 32)] },
      { cells: ['the signed certificate', inGroups(signed.hash)] },
      { cells: ['the last state of the board', inGroups(signed.content.head)] },
      { cells: ['the record made before voting', inGroups(signed.content.record)] },
      { cells: ['the participation list', inGroups(signed.content.participation)] },
    ],
  )
}

/** Who followed the board, by the keys of their own browsers, and the program that checks it all. */
function drawWitnesses(pdf: Pdf, { witnesses, verifier }: Certificate): void {
  pdf.heading('Witnesses')
  if (witnesses.length === 0) pdf.text('Nobody followed the public board with a key of their own.')
  for (const { name, key, from, to } of witnesses)
    pdf.text(
      `${name} followed the public board from state ${showNumber(from)} to state ${showNumber(to)} (key ${inGroups(key)}).`,
    )
  pdf.keepTogether(60)
  pdf.gap(0.6)
  pdf.text('Anybody can check all this with verifier.html. The right one has this SHA-256:')
  pdf.gap(0.3)
  pdf.hash(verifier)
}

function drawSignatures(
  pdf: Pdf,
  { certifiedAt, certifiedBy, witnesses }: Certificate,
  signed: SignedCertificate | null,
): void {
  pdf.gap(1.2)
  pdf.text(`Certified on ${showInstant(certifiedAt)} by ${certifiedBy}.`, { strong: true })
  for (const { by, role, at } of signed?.countersignatures ?? [])
    pdf.text(`Countersigned by ${by} (${role}) on ${showInstant(Date.parse(at))}.`)
  if (witnesses.length > 0)
    pdf.text(`${showCount(witnesses.length, 'witness', 'witnesses')} followed the public board (see the annex).`)
  if (signed)
    pdf.text(
      `Signed with the key ${inGroups(signed.fingerprint, 32)}. With it anybody can check on the public board that this result is genuine.`,
    )
  pdf.keepTogether(110)
  pdf.signatures([
    { name: certifiedBy, role: 'certified the result' },
    { name: '', role: 'for the election committee' },
    { name: '', role: 'witness' },
  ])
}
