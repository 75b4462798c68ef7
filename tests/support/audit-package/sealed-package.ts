import { sign, type KeyObject } from 'node:crypto'
import { countsOf, rootOf, rootsAt, sha256 } from './bytes.ts'
import {
  laterClose,
  votingCloses,
  votingOpens,
  type ElectionModel,
  type LeafModel,
  type Voter,
} from './election-model.ts'
import { writeZip, type ZipOptions } from './write-zip.ts'

export type Statement = Record<string, unknown> & { type: string }

/**
 * Where a dishonest site can lie: each takes what is about to be signed or written and returns what is instead. Whatever comes
 * after it is made from the lie, so that it is consistent.
 */
export interface Lies {
  freeze?: (statement: Statement) => Statement
  /** Corrections and rollbacks. */
  links?: (statements: Statement[]) => Statement[]
  heads?: (statements: Statement[]) => Statement[]
  decisions?: (statements: Statement[]) => Statement[]
  certificate?: (statement: Statement) => Statement
  witnesses?: (statements: Statement[]) => Statement[]
  cosignatures?: (statements: Statement[]) => Statement[]
  countersignature?: (statement: Statement) => Statement
  /** Leaves as the board has them, sorted in their batches: heads and totals are made from these. */
  leaves?: (leaves: LeafModel[]) => LeafModel[]
  /** In which order they stand there. */
  order?: (leaves: LeafModel[]) => LeafModel[]
  /** What leaves.csv has, beside heads that were made from the others. */
  leavesFile?: (leaves: LeafModel[]) => LeafModel[]
  /** The roll that is frozen. */
  roll?: (roll: Voter[]) => Voter[]
  rollFile?: (roll: Voter[]) => Voter[]
  participation?: (roll: Voter[]) => Voter[]
  /** The text that is signed. */
  text?: (statement: Statement) => string | undefined
  /** The signature, for statements that are not to be signed with the key. */
  signWith?: (statement: Statement) => KeyObject | undefined
}

export type PackageFiles = Map<string, Buffer>

/** Writes an election down as its site would: signs it and makes the files of the package. */
export function sealPackage(model: ElectionModel, lies: Lies = {}): PackageFiles {
  const seal = sealer(model, lies)
  const roll = lies.roll?.(model.roll) ?? model.roll
  const sorted = lies.leaves ? sortedInBatches(model, lies.leaves(model.leaves)) : model.leaves
  const leaves = lies.order?.(sorted) ?? sorted
  const freeze = seal(lies.freeze?.(freezeOf(model, roll)) ?? freezeOf(model, roll))
  const links = chained(linksOf(model, roll), lies.links, (statement, before) =>
    seal({ ...statement, previous: statement['previous'] ?? before?.hash ?? freeze.hash }),
  )
  const records = [freeze, ...links].map(({ hash }) => hash)
  const present = roll.filter(({ struck }) => struck === null)
  const participants = lies.participation?.(present) ?? present
  const heads = chained(headsOf(model, leaves, records), lies.heads, (statement, before) =>
    seal({
      ...statement,
      previous: statement['previous'] === undefined ? (before?.hash ?? null) : statement['previous'],
    }),
  )
  const yes = (mark: boolean) => (mark ? 'yes' : 'no')
  const participation = listOf('line,region,voted,proxy,helped', participants, (voter) => [
    voter.line,
    voter.region,
    ...[voter.voted, voter.proxy, voter.helped].map(yes),
  ])
  const count = { leaves: lies.leavesFile?.(leaves) ?? leaves, present, participants }
  const honest = certificateOf(model, count, {
    head: heads.at(-1)!.hash,
    record: records.at(-1)!,
    participation: sha256('participation/2\0', participation).toString('hex'),
  })
  const certified = lies.certificate?.(honest) ?? honest
  const decisions = chained(decisionsOf(honest), lies.decisions, seal)
  const certificate = seal(certified)
  const witnesses = chained(witnessesOf(model), lies.witnesses, seal)
  const cosignatures = chained(cosignaturesOf(model, heads), lies.cosignatures, seal)
  const confirmed: Statement = {
    type: 'countersignature/1',
    election: model.id,
    certificate: certificate.hash,
    witness: model.witnesses[0]!.key,
    by: model.witnesses[0]!.name,
    role: 'observer',
    at: '2025-03-30T08:00:00.000Z',
  }
  const countersignature = seal(lies.countersignature?.(confirmed) ?? confirmed)
  const lines = (sealed: { line: string }[]) => Buffer.from(sealed.map(({ line }) => `${line}\n`).join(''))
  return new Map([
    ['README.txt', Buffer.from('The audit package of an election.\n')],
    ['freeze.json', lines([freeze])],
    ['corrections.ndjson', lines(links)],
    ['heads.ndjson', lines(heads)],
    [
      'leaves.csv',
      listOf('service,nominee,nonce,commitment', count.leaves, (leaf) => [
        leaf.service,
        leaf.nominee ?? '',
        leaf.nonce,
        leaf.commitment.toString('hex'),
      ]),
    ],
    [
      'roll.csv',
      listOf('line,region,added,struck', lies.rollFile?.(roll) ?? roll, ({ line, region, added, struck }) => [
        line,
        region,
        String(added ?? ''),
        String(struck ?? ''),
      ]),
    ],
    ['participation.csv', participation],
    ['decisions.ndjson', lines(decisions)],
    ['certificate.json', lines([certificate])],
    ['witnesses.ndjson', lines(witnesses)],
    ['cosignatures.ndjson', lines(cosignatures)],
    ['countersignatures.ndjson', lines([countersignature])],
  ])
}

function sortedInBatches({ batches, seats }: ElectionModel, leaves: readonly LeafModel[]): LeafModel[] {
  const ends = [...new Set(batches.slice(0, -1).map((ballots) => ballots * seats.length)), leaves.length]
  return ends.flatMap((end, i) =>
    leaves.slice(ends[i - 1] ?? 0, end).toSorted((a, b) => a.commitment.compare(b.commitment)),
  )
}

export const zipPackage = (files: PackageFiles, options: ZipOptions = {}): Buffer => writeZip(files, options)

interface Sealed {
  line: string
  hash: string
}

function sealer(model: ElectionModel, lies: Lies): (statement: Statement) => Sealed {
  return (statement) => {
    const text = lies.text?.(statement) ?? canonical(statement)
    const bytes = Buffer.concat([Buffer.from(statement.type), Buffer.of(0), Buffer.from(text)])
    const witness = model.witnesses.find(({ key }) => key === statement['witness'])
    const key = lies.signWith?.(statement) ?? witness?.privateKey ?? model.privateKey
    const signature = sign(null, bytes, key).toString('hex')
    return { line: JSON.stringify({ statement: text, signature }), hash: sha256(bytes).toString('hex') }
  }
}

/** Good for what these statements hold: text, whole numbers, lists, objects. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** Seals statements in order; each may name the one before. */
function chained(
  statements: Statement[],
  lie: ((statements: Statement[]) => Statement[]) | undefined,
  seal: (statement: Statement, before: Sealed | undefined) => Sealed,
): Sealed[] {
  const sealed: Sealed[] = []
  for (const statement of lie?.(statements) ?? statements) sealed.push(seal(statement, sealed.at(-1)))
  return sealed
}

function listOf<Row>(header: string, rows: readonly Row[], fields: (row: Row) => string[]): Buffer {
  return Buffer.from([header, ...rows.map((row) => fields(row).join(','))].map((line) => `${line}\n`).join(''))
}

function freezeOf({ id, title, key, seats, nominees, witnesses }: ElectionModel, roll: readonly Voter[]): Statement {
  const frozen = roll.filter(({ added }) => added === null)
  const data = frozen.map(({ line, region }) => Buffer.concat([Buffer.from(line, 'hex'), Buffer.from(region)]))
  return {
    type: 'freeze/2',
    election: id,
    title,
    seats,
    times: { nominationOpens: '2025-02-01T00:00:00.000Z', votingOpens, votingCloses },
    rules: { resultsVisible: 'while voting', proxyNeedsSecondAdmin: false, goodStandingOnly: false },
    nominees,
    roll: { size: frozen.length, byRegion: countsOf(frozen.map(({ region }) => region)), root: rootOf(data) },
    rollFrozenAt: votingOpens,
    frozenAt: votingOpens,
    program: '0.1.0',
    key,
    witnesses: witnesses.slice(0, 1).map(({ name, key: own }) => ({ name, key: own })),
    rollback: null,
  }
}

const linksOf = ({ id, links }: ElectionModel, roll: readonly Voter[]): Statement[] =>
  links.map(({ at, reason, changes = [], after, lost = [] }, i) => {
    const common = { election: id, number: i + 1, at, by: 'Administrator One', reason }
    if (after !== undefined) return { type: 'rollback/1', ...common, after, lost }
    return {
      type: 'correction/1',
      ...common,
      added: roll.filter(({ added }) => added === i + 1).map(({ line, region }) => ({ line, region })),
      struck: roll.filter(({ struck }) => struck === i + 1).map(({ line }) => line),
      changes,
    }
  })

/** One head after each batch, spread over the day; the corrections fall after the first ones. */
function headsOf(model: ElectionModel, leaves: readonly LeafModel[], records: readonly string[]): Statement[] {
  const { id, batches, links, seats, minutes, roll } = model
  const sizes = batches.map((ballots, i) => (i === batches.length - 1 ? leaves.length : ballots * seats.length))
  const roots = rootsAt(
    leaves.map(({ commitment }) => commitment),
    sizes,
  )
  const cast = batches.at(-1)!
  const marked = {
    proxies: roll.filter(({ proxy }) => proxy).length,
    helped: roll.filter(({ helped }) => helped).length,
  }
  return batches.map((counted, i) => {
    const share = batches.length > 1 ? i / (batches.length - 1) : 1
    const moment = Date.parse(votingOpens) + share * (Date.parse(laterClose) - Date.parse(votingOpens))
    const minute = minutes?.[i] ?? new Date(Math.floor(moment / 60_000) * 60_000).toISOString()
    const made = links.filter(({ at }) => at < minute).length
    const ballots = i === 0 ? 0 : Math.min(cast, counted + Math.floor((cast - counted) / 2))
    const soFar = (all: number) => (cast === 0 ? 0 : Math.floor((all * ballots) / cast))
    return {
      type: 'head/2',
      election: id,
      number: i,
      record: records[Math.min(made, records.length - 1)],
      minute,
      size: sizes[i],
      root: roots[i],
      ballots,
      counted,
      proxies: soFar(marked.proxies),
      helped: soFar(marked.helped),
      log: { entries: 100 + 10 * i, lastHash: sha256(`log ${i}`).toString('hex') },
      closed: i === batches.length - 1,
    }
  })
}

/** Each tie was decided twice: the first draw was void. */
const decisionsOf = ({ election, ties }: Statement): Statement[] =>
  (ties as Tie[]).flatMap(({ service, chosen, reason, decidedBy: by, decidedAt: at }, i) => {
    const decision = { type: 'decision/1', election, service, chosen: chosen.map(({ nomineeId }) => nomineeId), by, at }
    return [
      { ...decision, number: 2 * i, reason: 'A first draw, which was void' },
      { ...decision, number: 2 * i + 1, reason },
    ]
  })

const witnessesOf = ({ id, witnesses }: ElectionModel): Statement[] =>
  witnesses.map(({ name, key }, number) => ({
    type: 'witness/1',
    election: id,
    number,
    name,
    role: 'observer',
    key,
    at: number === 0 ? '2025-03-28T12:00:00.000Z' : '2025-03-29T00:10:00.000Z',
  }))

/** The first has followed from the first head on, the second came a head later. */
const cosignaturesOf = ({ id, witnesses }: ElectionModel, heads: readonly Sealed[]): Statement[] =>
  witnesses.flatMap(({ key: witness }, from) =>
    heads.slice(from).map(({ hash: head }) => ({ type: 'cosignature/1', election: id, head, witness })),
  )

/** What an honest certificate says, counted without the verifier's code. */

interface Count {
  leaves: readonly LeafModel[]
  present: readonly Voter[]
  participants: readonly Voter[]
}

export function certificateOf(
  model: ElectionModel,
  { leaves, present, participants }: Count,
  bound: Record<string, string>,
): Statement {
  const votes = countsOf(leaves.flatMap(({ nominee }) => nominee ?? []))
  const times = new Map(
    model.links.flatMap(({ changes = [] }) => changes.map(({ field, after }) => [field, after] as const)),
  )
  const standings = model.nominees
    .map(({ id, name, rank, service, region }) => ({
      nomineeId: id,
      name,
      rank,
      service,
      region,
      votes: votes[id] ?? 0,
    }))
    .toSorted((a, b) => b.votes - a.votes || (a.name < b.name ? -1 : 1))
  const { elected, ties, vacant } = outcome(model, standings)
  const voted = participants.filter((voter) => voter.voted)
  const [cast, eligible] = [countsOf(voted.map(({ region }) => region)), countsOf(present.map(({ region }) => region))]
  return {
    type: 'certificate/2',
    election: model.id,
    title: model.title,
    certifiedAt: '2025-03-30T06:00:00.000Z',
    certifiedBy: 'Administrator One',
    votingOpens: times.get('times.votingOpens') ?? votingOpens,
    votingCloses: times.get('times.votingCloses') ?? votingCloses,
    seats: model.seats,
    standings,
    elected,
    vacant,
    ballots: model.batches.at(-1)!,
    proxies: participants.filter(({ proxy }) => proxy).length,
    helped: participants.filter(({ helped }) => helped).length,
    turnout: Object.entries(eligible).map(([region, count]) => ({ region, cast: cast[region] ?? 0, eligible: count })),
    ties,
    ...bound,
    lastHash: '00'.repeat(32),
    logEntries: 1_000_000,
    witnesses: model.witnesses.map(({ name, key }, from) => ({ name, key, from, to: model.batches.length - 1 })),
    verifier: sha256('verifier.html').toString('hex'),
  }
}

interface Standing {
  nomineeId: string
  name: string
  service: string
  votes: number
}

interface Tie {
  service: string
  chosen: { nomineeId: string }[]
  reason: string
  decidedBy: string
  decidedAt: string
}

function outcome({ seats }: ElectionModel, standings: readonly Standing[]) {
  const elected: Standing[] = []
  const ties: unknown[] = []
  const vacant: { service: string; seats: number }[] = []
  for (const [service, places] of Object.entries(countsOf(seats.map((seat) => seat.service)))) {
    const ranked = standings.filter((one) => one.service === service && one.votes > 0)
    const limit = ranked[places - 1]?.votes ?? 0
    const above = ranked.filter(({ votes }) => votes > limit)
    const level = ranked.filter(({ votes }) => votes === limit)
    const left = places - above.length
    const chosen = level.slice(0, left)
    elected.push(...above, ...chosen)
    if (ranked.length < places) vacant.push({ service, seats: places - ranked.length })
    const named = (people: Standing[]) => people.map(({ nomineeId, name }) => ({ nomineeId, name }))
    if (level.length > left)
      ties.push({
        service,
        votes: limit,
        seats: left,
        tied: named(level),
        chosen: named(chosen),
        reason: 'Drawn by lot before the observers',
        decidedBy: 'Administrator Two',
        decidedAt: '2025-03-30T05:00:00.000Z',
      })
  }
  return { elected, ties, vacant }
}
