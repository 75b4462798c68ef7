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
  corrections?: (statements: Statement[]) => Statement[]
  heads?: (statements: Statement[]) => Statement[]
  certificate?: (statement: Statement) => Statement
  countersignature?: (statement: Statement) => Statement
  /** Leaves as the board has them: heads and totals are made from these. */
  leaves?: (leaves: LeafModel[]) => LeafModel[]
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
  const leaves = lies.leaves?.(model.leaves) ?? model.leaves
  const freeze = seal(lies.freeze?.(freezeOf(model, roll)) ?? freezeOf(model, roll))
  const corrections = chained(correctionsOf(model, roll), lies.corrections, (statement, before) =>
    seal({ ...statement, previous: statement['previous'] ?? before?.hash ?? freeze.hash }),
  )
  const records = [freeze, ...corrections].map(({ hash }) => hash)
  const heads = chained(headsOf(model, leaves, records), lies.heads, (statement, before) =>
    seal({
      ...statement,
      previous: statement['previous'] === undefined ? (before?.hash ?? null) : statement['previous'],
    }),
  )
  const present = roll.filter(({ struck }) => struck === null)
  const participation = listOf('line,region,voted,proxy', lies.participation?.(present) ?? present, (voter) => [
    voter.line,
    voter.region,
    voter.voted ? 'yes' : 'no',
    voter.proxy ? 'yes' : 'no',
  ])
  const count = {
    leaves: lies.leavesFile?.(leaves) ?? leaves,
    present,
    participants: lies.participation?.(present) ?? present,
  }
  const certified = certificateOf(model, count, {
    head: heads.at(-1)!.hash,
    record: records.at(-1)!,
    participation: sha256('participation/1\0', participation).toString('hex'),
  })
  const certificate = seal(lies.certificate?.(certified) ?? certified)
  const confirmed: Statement = {
    type: 'countersignature/1',
    election: model.id,
    certificate: certificate.hash,
    by: 'Observer One',
    role: 'observer',
    at: '2025-03-30T08:00:00.000Z',
  }
  const countersignature = seal(lies.countersignature?.(confirmed) ?? confirmed)
  const lines = (sealed: { line: string }[]) => Buffer.from(sealed.map(({ line }) => `${line}\n`).join(''))
  return new Map([
    ['README.txt', Buffer.from('The audit package of an election.\n')],
    ['freeze.json', lines([freeze])],
    ['corrections.ndjson', lines(corrections)],
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
    ['certificate.json', lines([certificate])],
    ['countersignatures.ndjson', lines([countersignature])],
  ])
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
    const signature = sign(null, bytes, lies.signWith?.(statement) ?? model.privateKey).toString('hex')
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

function freezeOf({ id, title, key, seats, nominees }: ElectionModel, roll: readonly Voter[]): Statement {
  const frozen = roll.filter(({ added }) => added === null)
  const data = frozen.map(({ line, region }) => Buffer.concat([Buffer.from(line, 'hex'), Buffer.from(region)]))
  return {
    type: 'freeze/1',
    election: id,
    title,
    seats,
    times: { nominationOpens: '2025-02-01T00:00:00.000Z', votingOpens, votingCloses },
    rules: { resultsVisible: 'while voting', proxyNeedsSecondAdmin: false },
    nominees,
    roll: { size: frozen.length, byRegion: countsOf(frozen.map(({ region }) => region)), root: rootOf(data) },
    rollFrozenAt: votingOpens,
    frozenAt: votingOpens,
    program: '0.1.0',
    key,
  }
}

const correctionsOf = ({ id, corrections }: ElectionModel, roll: readonly Voter[]): Statement[] =>
  corrections.map(({ at, reason, changes }, i) => ({
    type: 'correction/1',
    election: id,
    number: i + 1,
    at,
    by: 'Administrator One',
    reason,
    added: roll.filter(({ added }) => added === i + 1).map(({ line, region }) => ({ line, region })),
    struck: roll.filter(({ struck }) => struck === i + 1).map(({ line }) => line),
    changes,
  }))

/** One head after each batch, spread over the day; the corrections fall after the first ones. */
function headsOf(model: ElectionModel, leaves: readonly LeafModel[], records: readonly string[]): Statement[] {
  const { id, batches, corrections, seats } = model
  const sizes = batches.map((ballots, i) => (i === batches.length - 1 ? leaves.length : ballots * seats.length))
  const roots = rootsAt(
    leaves.map(({ commitment }) => commitment),
    sizes,
  )
  const cast = batches.at(-1)!
  return batches.map((counted, i) => {
    const share = batches.length > 1 ? i / (batches.length - 1) : 1
    const moment = Date.parse(votingOpens) + share * (Date.parse(laterClose) - Date.parse(votingOpens))
    const minute = new Date(Math.floor(moment / 60_000) * 60_000).toISOString()
    const made = corrections.filter(({ at }) => at < minute).length
    return {
      type: 'head/1',
      election: id,
      number: i,
      record: records[Math.min(made, records.length - 1)],
      minute,
      size: sizes[i],
      root: roots[i],
      cast: Math.min(cast, counted + Math.floor((cast - counted) / 2)),
      counted,
      closed: i === batches.length - 1,
    }
  })
}

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
  const names = new Map(
    model.corrections.flatMap(({ changes }) => changes.map(({ field, after }) => [field, String(after)] as const)),
  )
  const standings = model.nominees
    .map(({ id, name, ...rest }) => ({
      nomineeId: id,
      name: names.get(`nominees.${id}.name`) ?? name,
      ...rest,
      votes: votes[id] ?? 0,
    }))
    .toSorted((a, b) => b.votes - a.votes || (a.name < b.name ? -1 : 1))
  const { elected, ties, vacant } = outcome(model, standings)
  const voted = participants.filter((voter) => voter.voted)
  const [cast, eligible] = [countsOf(voted.map(({ region }) => region)), countsOf(present.map(({ region }) => region))]
  return {
    type: 'certificate/1',
    election: model.id,
    title: names.get('title') ?? model.title,
    certifiedAt: '2025-03-30T06:00:00.000Z',
    certifiedBy: 'Administrator One',
    votingOpens,
    votingCloses: names.get('times.votingCloses') ?? votingCloses,
    seats: model.seats,
    standings,
    elected,
    vacant,
    ballots: model.batches.at(-1)!,
    proxies: participants.filter(({ proxy }) => proxy).length,
    turnout: Object.entries(eligible).map(([region, count]) => ({ region, cast: cast[region] ?? 0, eligible: count })),
    ties,
    ...bound,
    lastHash: '00'.repeat(32),
    logEntries: 7,
  }
}

interface Standing {
  nomineeId: string
  name: string
  service: string
  votes: number
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
