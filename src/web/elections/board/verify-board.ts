import type { Board } from '#shared/elections/board/board.ts'
import { fromHex, toHex, type Sha256 } from '#shared/elections/board/bytes.ts'
import { ballotHash, createLeafMaker } from '#shared/elections/board/leaves.ts'
import {
  statementBytes,
  statementHash,
  type RollCorrection,
  type FreezeRecord,
  type NamedNominee,
  type Head,
  type Rollback,
  type Signed,
  type Statement,
  type StatementType,
  statementText,
  type PromiseStatement,
} from '#shared/elections/board/statements.ts'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import type { BallotReceipt } from './receipt.ts'

/** Whether this public key signed these bytes (Ed25519, RFC 8032). Never throws. */
type IsSigned = (publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean

export interface Crypto {
  sha256: Sha256
  isSigned: IsSigned
}

/** What is wrong with a board. An honest site never shows any of these. */
export type BoardFault =
  /** The fingerprint shown does not belong to the key. */
  | 'wrong-fingerprint'
  | 'record-signature'
  /** The freeze record is of another election or key, or there is none. */
  | 'wrong-record'
  | 'correction-signature'
  | 'broken-corrections'
  | 'head-signature'
  /** The head is of another election, or of a record that is not shown. */
  | 'wrong-head'

/** A board with every signature checked: seats and nominees come from what was signed. */
export interface VerifiedBoard {
  seats: { slot: string; ms: NamedNominee['service'] }[]
  nominees: readonly NamedNominee[]
  record: FreezeRecord | null
  corrections: RollCorrection[]
  rollbacks: Rollback[]
  /** Of the record, and of each correction and rollback by number: heads refer to these. */
  hashes: readonly string[]
  head: Head | null
}

type Verification = { ok: true; board: VerifiedBoard } | { ok: false; fault: BoardFault }

/** Checks everything the site has signed about an election and shows now. */
export function verifyBoard(crypto: Crypto, board: Board): Verification {
  const key = hexOrNull(board.publicKey)
  if (!key || publicKeyFingerprint(crypto, board.publicKey) !== board.fingerprint) return wrong('wrong-fingerprint')
  const read = <Type extends StatementType>(type: Type, signed: Signed) =>
    readSignedStatement(crypto, key, type, signed, board.electionId)

  const record = board.record && read('freeze/2', board.record)
  if (record === undefined) return wrong('record-signature')
  if (record && record.content.key !== board.publicKey) return wrong('wrong-record')

  const hashes = record ? [record.hash] : []
  const chain: (RollCorrection | Rollback)[] = []
  for (const signed of board.corrections) {
    const link = read('correction/1', signed) ?? read('rollback/1', signed)
    if (!link) return wrong('correction-signature')
    if (link.content.previous !== hashes.at(-1) || link.content.number !== hashes.length)
      return wrong('broken-corrections')
    hashes.push(link.hash)
    chain.push(link.content)
  }

  const head = board.head && read('head/2', board.head)
  if (head === undefined) return wrong('head-signature')
  // Only a rehearsal has heads without a record, and a board that says so shows none.
  const named = head?.content.record
  const fits = board.kind === 'rehearsal' ? named === null && !record : named && hashes.includes(named)
  if (head && !fits) return wrong('wrong-head')
  return {
    ok: true,
    board: {
      seats: record?.content.seats.map(({ slot, service }) => ({ slot, ms: service })) ?? board.seats,
      nominees: record?.content.nominees ?? board.nominees,
      record: record?.content ?? null,
      corrections: chain.filter((link) => link.type === 'correction/1'),
      rollbacks: chain.filter((link) => link.type === 'rollback/1'),
      hashes,
      head: head?.content ?? null,
    },
  }
}

const wrong = (fault: BoardFault): Verification => ({ ok: false, fault })

/** The content of a signed statement with its hash; undefined if the signature, type or election is wrong. */
export function readSignedStatement<Type extends StatementType>(
  { sha256, isSigned }: Crypto,
  key: Uint8Array,
  type: Type,
  { statement, signature }: Signed,
  electionId: string,
): { content: Extract<Statement, { type: Type }>; hash: string } | undefined {
  const signed = hexOrNull(signature)
  if (!signed || !isSigned(key, statementBytes(type, statement), signed)) return undefined
  // What the site has signed is JSON, and of the shape of its type.
  const content = JSON.parse(statement) as Extract<Statement, { type: Type }>
  if (content.type !== type || content.election !== electionId) return undefined
  return { content, hash: toHex(statementHash(sha256, type, statement)) }
}

/** For people to recognise a key by; empty if it is not a key. */
export function publicKeyFingerprint({ sha256 }: Pick<Crypto, 'sha256'>, publicKey: string): string {
  const key = hexOrNull(publicKey)
  return key ? toHex(sha256(key)) : ''
}

export function hexOrNull(hex: string): Uint8Array | null {
  try {
    return fromHex(hex)
  } catch {
    return null
  }
}

/** The promise of a receipt as the site signed it: proof against the site that reveals nobody's choice. */
function promiseOf({ electionId, ballot, signature }: Omit<BallotReceipt, 'rehearsal' | 'secret'>): Signed {
  const promised: PromiseStatement = { type: 'promise/1', election: electionId, ballot }
  return { statement: statementText(promised), signature }
}

/** The commitments of a promised ballot, and those found on the board. */
interface Searched {
  promised: readonly Uint8Array[]
  onBoard: readonly string[]
}

/**
 * What a voter hands over if the promise was broken: the site's own statement, and the commitments missing from the board, if
 * known. Commitments on the board are published with their votes, so none of them may be listed. Then the missing ones are left
 * out too: with all but one or two known, the hash in the promise reveals the others.
 */
export function proofOf(receipt: BallotReceipt, fingerprint: string, searched: Searched | null): string {
  const commitments = searched?.promised.map(toHex)
  const listed = commitments?.some((one) => searched?.onBoard.includes(one)) ? undefined : commitments
  return `${JSON.stringify({ promise: promiseOf(receipt), fingerprint, commitments: listed }, null, 2)}\n`
}

/** Whether the site has signed this promise with this key. */
export function isPromiseSigned({ isSigned }: Crypto, receipt: BallotReceipt, publicKey: string): boolean {
  const key = hexOrNull(publicKey)
  const signature = hexOrNull(receipt.signature)
  return (
    key !== null &&
    signature !== null &&
    isSigned(key, statementBytes('promise/1', promiseOf(receipt).statement), signature)
  )
}

/** The commitments of a ballot, one per seat, as they will appear on the board. */
export const commitmentsOf = (
  { sha256 }: Pick<Crypto, 'sha256'>,
  { electionId, secret }: Pick<BallotReceipt, 'electionId' | 'secret'>,
  seats: readonly Seat[],
  choices: Choices,
): Uint8Array[] =>
  createLeafMaker(sha256, electionId)
    .leavesOf(seats, fromHex(secret), choices)
    .map(({ commitment }) => commitment)

/** Whether the promise is about exactly these choices. */
export const isPromiseOf = (
  crypto: Pick<Crypto, 'sha256'>,
  receipt: BallotReceipt,
  seats: readonly Seat[],
  choices: Choices,
): boolean =>
  choices.length === seats.length &&
  toHex(ballotHash(crypto.sha256, commitmentsOf(crypto, receipt, seats, choices))) === receipt.ballot
