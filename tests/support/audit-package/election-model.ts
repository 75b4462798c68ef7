import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { commitmentOf, idBytes, sha256, Random } from './bytes.ts'

/** An election as it would have happened, before anything of it is written down or signed. */
export interface ElectionModel {
  id: string
  title: string
  privateKey: KeyObject
  key: string
  seats: { slot: string; service: string }[]
  nominees: NomineeModel[]
  roll: Voter[]
  /** Corrections and rollbacks in their order. */
  links: LinkModel[]
  /** The first is named in the freeze record, the others came later. */
  witnesses: { name: string; privateKey: KeyObject; key: string }[]
  leaves: LeafModel[]
  /** Ballots counted by the end of each batch; a head stands after each. */
  batches: number[]
  /** When each head was signed; spread over the day if it is not said. */
  minutes?: string[]
  secrets: Buffer[]
  choices: (string | null)[][]
}

export interface NomineeModel {
  id: string
  name: string
  rank: string
  service: string
  region: string
  statement: string | null
  document: string | null
  picture: string | null
}

export interface Voter {
  line: string
  region: string
  serial: string
  salt: string
  added: number | null
  struck: number | null
  voted: boolean
  proxy: boolean
  helped: boolean
}

export interface LeafModel {
  service: string
  nominee: string | null
  nonce: string
  commitment: Buffer
}

export interface LinkModel {
  at: string
  reason: string
  changes?: { field: string; before: string; after: string }[]
  /** Of a rollback: the last head that stays, and the hashes of those that are lost. */
  after?: number
  lost?: string[]
}

const regions = ['NCR', 'Luzon', 'Visayas', 'Mindanao', 'Not stated']
const seats = ['PA 1', 'PA 2', 'PA 3', 'PA 4', 'PN', 'PAF', 'TAS'].map((slot) => ({
  slot,
  service: slot.split(' ')[0]!,
}))
const standing = { PA: 6, PN: 3, PAF: 2, TAS: 1 }

export const votingOpens = '2025-03-29T00:00:00.000Z'
export const votingCloses = '2025-03-29T09:00:00.000Z'
export const laterClose = '2025-03-29T10:00:00.000Z'

/** The header of an Ed25519 private key in PKCS 8, before its 32 bytes. */
const pkcs8 = '302e020100300506032b657004220420'

export function keyFrom(random: Random): { privateKey: KeyObject; key: string } {
  const der = Buffer.concat([Buffer.from(pkcs8, 'hex'), random.bytes(32)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, key: spki.subarray(-32).toString('hex') }
}

const nameless = new Random(321)
const witnesses = ['Observer One', 'Observer Two'].map((name) => ({ name, ...keyFrom(nameless) }))

export const closeMoved: LinkModel = {
  at: '2025-03-29T02:00:00.000Z',
  reason: 'A typhoon',
  changes: [{ field: 'times.votingCloses', before: votingCloses, after: laterClose }],
}

/**
 * An honest election: with a tie (PAF, if the number of ballots is even), a vacant seat (TAS, for which everybody leaves a blank),
 * proxies, helped logins, two witnesses, and three corrections: one adds a voter, one strikes another, one moves the close.
 */
export function modelElection({ seed = 1, voters = 40, ballots = 24, heads = 5 } = {}): ElectionModel {
  const random = new Random(seed)
  const id = random.uuid()
  const nominees = Object.entries(standing)
    .flatMap(([service, count]) =>
      Array.from({ length: count }, (_, i) => ({
        id: random.uuid(),
        name: `${random.pick(['Ana', 'Benigno', 'José', 'Luz', 'Ñico'])} ${service} ${i + 1}`,
        rank: random.pick(['SGT', 'LTC', 'COL']),
        service,
        region: random.pick(regions.slice(0, 4)),
        statement: i === 0 ? null : sha256(`statement ${i}`).toString('hex'),
        document: null,
        picture: sha256(`picture ${i}`).toString('hex'),
      })),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    id,
    title: 'Board of Trustees 2025',
    ...keyFrom(random),
    seats,
    nominees,
    links: [
      { at: '2025-03-29T01:30:12.345Z', reason: 'Approved in time, but missing' },
      { at: '2025-03-29T01:40:00.000Z', reason: 'Left the association' },
      closeMoved,
    ],
    witnesses,
    ...castBallots(random, id, nominees, { voters, ballots, heads }),
  }
}

/**
 * The same election, set back in its middle: head 3 of half past seven was lost, a backup with the heads up to 2 was put back at
 * eight, and voting went on.
 */
export function setBack(model: ElectionModel, lost: string[] = []): ElectionModel {
  const rollback = { at: '2025-03-29T08:00:00.000Z', reason: 'A disk broke', after: 2, lost }
  const hours = ['00:00', '02:30', '05:00', '08:10', '10:00']
  const minutes = hours.map((hour) => `2025-03-29T${hour}:00.000Z`)
  return { ...model, links: [...model.links, rollback], minutes }
}

function castBallots(
  random: Random,
  id: string,
  nominees: ElectionModel['nominees'],
  { voters, ballots, heads }: { voters: number; ballots: number; heads: number },
) {
  const roll = Array.from({ length: voters }, (_, i): Voter => {
    const [serial, salt] = [`O-${100000 + i}`, random.bytes(16)]
    const line = sha256('roll/1\0', idBytes(id), salt, serial).toString('hex')
    return {
      line,
      region: random.pick(regions),
      serial,
      salt: salt.toString('hex'),
      added: i === 0 ? 1 : null,
      struck: i === voters - 1 ? 2 : null,
      voted: i < ballots,
      proxy: i % 9 === 1 && i < ballots,
      helped: i % 7 === 3 && i % 9 !== 1 && i < ballots,
    }
  }).toSorted((a, b) => (a.line < b.line ? -1 : 1))
  const leaves: LeafModel[] = []
  const secrets: Buffer[] = []
  const choices: (string | null)[][] = []
  const batches = batchesOf(ballots, heads)
  let batch: LeafModel[] = []
  for (let ballot = 0; ballot < ballots; ballot++) {
    const secret = random.bytes(16)
    secrets.push(secret)
    const chosen = choicesOf(random, nominees, ballot)
    choices.push(chosen)
    batch.push(...leavesOf(id, secret, chosen))
    if (!batches.includes(ballot + 1)) continue
    leaves.push(...batch.toSorted((a, b) => a.commitment.compare(b.commitment)))
    batch = []
  }
  return { roll, leaves, batches, secrets, choices }
}

/** Evenly over the heads, as far as at least ten are counted together and as many stay behind. */
function batchesOf(ballots: number, heads: number): number[] {
  let counted = 0
  return Array.from({ length: heads }, (_, i) => {
    const due = Math.floor((ballots * i) / (heads - 1))
    if (due === ballots || (due - counted >= 10 && ballots - due >= 10)) counted = due
    return counted
  })
}

/** No two of the same; now and then a blank. */
function choicesOf(random: Random, nominees: ElectionModel['nominees'], ballot: number): (string | null)[] {
  const of = (service: string) => nominees.filter((nominee) => nominee.service === service).map((nominee) => nominee.id)
  const army = of('PA')
  const first = random.below(army.length)
  const forArmy = [0, 1, 2, 3].map((i) => (random.below(10) === 0 ? null : army[(first + i) % army.length]!))
  return [...forArmy, random.pick(of('PN')), of('PAF')[ballot % 2]!, null]
}

export function leavesOf(election: string, secret: Buffer, choices: readonly (string | null)[]): LeafModel[] {
  return seats.map(({ service }, i) => {
    const label = Buffer.concat([Buffer.from('slot-nonce/1\0'), idBytes(election), Buffer.of(i >> 8, i & 255)])
    const nonce = createHmac('sha256', secret).update(label).digest().subarray(0, 16)
    const nominee = choices[i] ?? null
    return {
      service,
      nominee,
      nonce: nonce.toString('hex'),
      commitment: commitmentOf(election, service, nominee, nonce),
    }
  })
}
