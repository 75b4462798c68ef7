import { canonicalJson, type Json } from './canonical-json.ts'
import { joinBytes, label, utf8, type Sha256 } from './bytes.ts'
import type { Region, Service } from '../../members/enums.ts'
import type { RollRegion } from '../roll-regions.ts'

/** What the site signs. `docs/audit-package.md` says what each means; a field that is changed here is changed there. */

interface About {
  election: string
}

export interface FreezeRecord extends About {
  type: 'freeze/1'
  title: string
  seats: { slot: string; service: Service }[]
  times: Record<string, string>
  rules: { resultsVisible: 'while voting' | 'after close'; proxyNeedsSecondAdmin: boolean }
  nominees: FrozenNominee[]
  roll: { size: number; byRegion: Record<RollRegion, number>; root: string }
  rollFrozenAt: string
  frozenAt: string
  program: string
  key: string
}

export interface FrozenNominee {
  id: string
  name: string
  rank: string
  service: Service
  region: Region
}

export interface Correction extends About {
  type: 'correction/1'
  number: number
  previous: string
  at: string
  by: string
  reason: string
  added: { line: string; region: RollRegion }[]
  struck: string[]
  changes: { field: string; before: string; after: string }[]
}

export interface Head extends About {
  type: 'head/1'
  number: number
  previous: string | null
  /** Null in a rehearsal, which freezes nothing. */
  record: string | null
  minute: string
  size: number
  root: string
  cast: number
  counted: number
  closed: boolean
}

export interface Promised extends About {
  type: 'promise/1'
  ballot: string
}

/** Everything the printed certificate says, and by their hashes what it rests on. */
export interface CertificateStatement extends About {
  type: 'certificate/1'
  head: string
  record: string
  participation: string
  title: string
  certifiedAt: string
  certifiedBy: string
  votingOpens: string
  votingCloses: string
  seats: { slot: string; service: Service }[]
  standings: SignedStanding[]
  elected: SignedStanding[]
  vacant: { service: Service; seats: number }[]
  ballots: number
  proxies: number
  turnout: { region: RollRegion; cast: number; eligible: number }[]
  ties: SignedTie[]
  lastHash: string
  logEntries: number
}

export interface SignedStanding {
  nomineeId: string
  name: string
  rank: string
  service: Service
  region: Region
  votes: number
}

export interface SignedTie {
  service: Service
  votes: number
  seats: number
  tied: { nomineeId: string; name: string }[]
  chosen: { nomineeId: string; name: string }[]
  reason: string
  decidedBy: string
  decidedAt: string
}

export interface Countersignature extends About {
  type: 'countersignature/1'
  certificate: string
  by: string
  role: 'administrator' | 'observer'
  at: string
}

/** The election ends here: what was cast is not counted. It names the last head, so that nothing can be added to the board unseen. */
export interface Cancellation extends About {
  type: 'cancellation/1'
  at: string
  by: string
  reason: string
  /** Null when voting had not opened. */
  head: string | null
}

export type Statement =
  | FreezeRecord
  | Correction
  | Head
  | Promised
  | CertificateStatement
  | Countersignature
  | Cancellation
export type StatementType = Statement['type']

/** As it is stored, shown and handed out: the text that was signed, and the signature as hexadecimal digits. */
export interface Signed {
  statement: string
  signature: string
}

/** The bytes that are signed, and hashed: the type goes first, so that no statement can stand for one of another type. */
export const statementBytes = (type: StatementType, text: string): Uint8Array => joinBytes(label(type), utf8(text))

export const statementText = (statement: Statement): string => canonicalJson(statement as unknown as Json)

export const statementHash = (sha256: Sha256, type: StatementType, text: string): Uint8Array =>
  sha256(statementBytes(type, text))
