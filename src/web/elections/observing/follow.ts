import type { Board } from '#shared/elections/board/board.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { whyNotNext, type HeadFault } from '#shared/elections/board/heads.ts'
import { isConsistent } from '#shared/elections/board/merkle.ts'
import {
  statementHash,
  type FreezeRecord,
  type Head,
  type Rollback,
  type Signed,
} from '#shared/elections/board/statements.ts'
import type { Instant } from '#shared/time.ts'
import {
  hexOrNull,
  readSignedStatement,
  verifyBoard,
  type Crypto,
  type VerifiedBoard,
} from '#web/elections/board/verify-board.ts'

/**
 * Follows the board of an election as a witness: every head must continue all those this browser has seen since its first visit,
 * with the key it saw then. What was seen is never removed, whatever the site says later: that is the point.
 */
export interface Followed {
  /** The site's key since the first visit; null before it. */
  publicKey: string | null
  /** In the order in which they were seen. */
  heads: readonly SeenHead[]
  faults: readonly Fault[]
  rollbacks: readonly Rollback[]
  /** Why the record was signed again; null while it is the first. */
  anew: FreezeRecord['rollback']
  /** The hash of the head last found missing: a cache may lag behind once, not twice. */
  missing: string | null
  /** Whether what the site showed last continues what is known. */
  continues: boolean
}

export const nothingSeen: Followed = {
  publicKey: null,
  heads: [],
  faults: [],
  rollbacks: [],
  anew: null,
  missing: null,
  continues: true,
}

export interface SeenHead {
  signed: Signed
  hash: string
  content: Head
  seenAt: Instant
  /** The number of the rollback that took it back; 0 if a record was signed again. */
  takenBackBy: number | null
}

export type FaultKind =
  | HeadFault
  | 'other-key'
  /** The record, a correction or the last head is not signed, or they do not fit together. */
  | 'board'
  | 'signature'
  /** Another head has the number of one already seen. */
  | 'changed'
  /** A head already seen is gone. */
  | 'missing'
  | 'inconsistent'
  /** A head in somebody's file is not one of these. */
  | 'file'

/** A contradiction, with the two statements that prove it. */
export interface Fault {
  kind: FaultKind
  known: Signed | null
  /** What the site shows instead. */
  found: Signed | null
  /** The site's key, as known and as shown. */
  keys: { known: string; found: string }
  foundAt: Instant
  dismissedAt: Instant | null
}

export interface FollowSource {
  board(): Promise<Board>
  /** Some of the signed heads from a number on. */
  heads(from: number): Promise<Signed[]>
  /** Null if the site has no tree of these sizes. */
  consistency(from: number, to: number): Promise<string[] | null>
}

/** The last head that was not taken back. */
export const lastHead = ({ heads }: Pick<Followed, 'heads'>): SeenHead | null =>
  heads.findLast(({ takenBackBy }) => takenBackBy === null) ?? null

/** How many are processed before the state is stored. */
const perLook = 50

/** One look at what the site shows now; `more` if another should follow at once. */
export async function followOnce(
  crypto: Crypto,
  known: Followed,
  source: FollowSource,
  now: () => Instant,
): Promise<{ followed: Followed; board: Board; more: boolean }> {
  const last = lastHead(known)
  // Before the board, which then has every record these heads name.
  const lines = await source.heads(last?.content.number ?? 0)
  const board = await source.board()
  const done = (followed: Followed, more = false) => ({ followed, board, more })
  const differs = (kind: FaultKind, found: Signed | null, from: Followed = known, before = last) =>
    done(withFault(from, { kind, known: before?.signed ?? null, found, key: board.publicKey, now: now() }))

  if (known.publicKey !== null && known.publicKey !== board.publicKey) return differs('other-key', board.head)
  const verification = verifyBoard(crypto, board)
  if (!verification.ok) return differs('board', board.head ?? board.record)
  const signed = verification.board
  const heads = takeBack(known.heads, signed)
  const base = {
    ...known,
    publicKey: board.publicKey,
    rollbacks: signed.rollbacks,
    anew: signed.record?.rollback ?? null,
    heads,
  }
  // Now another head is the last known: ask the site what follows it.
  if (lastHead(base) !== last) return done(base, true)

  const first = lines[0]
  if (last && !first) {
    if (known.missing === last.hash) return differs('missing', board.head, base)
    return done({ ...base, missing: last.hash })
  }
  if (last && first && hashOf(crypto, first) !== last.hash)
    return differs(readHead(crypto, board, first) ? 'changed' : 'signature', first, base)

  const followed = { ...base, missing: null, continues: true }
  const fresh = (last ? lines.slice(1) : lines).slice(0, perLook)
  for (const line of fresh) {
    const before = lastHead(followed)
    const read = readHead(crypto, board, line)
    const wrong = read ? whyNotNext(before, read.content, signed) : 'signature'
    if (!read || wrong) return differs(wrong ?? 'signature', line, followed, before)
    if (!(await isGrown(crypto, source, before?.content ?? null, read.content)))
      return differs('inconsistent', line, followed, before)
    const seen = { signed: line, hash: read.hash, content: read.content, seenAt: now(), takenBackBy: null }
    followed.heads = [...followed.heads, seen]
  }
  return done(followed, fresh.length > 0)
}

const readHead = (crypto: Crypto, { publicKey, electionId }: Board, signed: Signed) =>
  readSignedStatement(crypto, fromHex(publicKey), 'head/2', signed, electionId)

const hashOf = ({ sha256 }: Crypto, { statement }: Signed) => toHex(statementHash(sha256, 'head/2', statement))

interface Found extends Pick<Fault, 'kind' | 'known' | 'found'> {
  key: string
  now: Instant
}

/** The same fault is reported once, even after it was dismissed. */
function withFault(followed: Followed, { kind, known, found, key, now }: Found): Followed {
  const isTold = followed.faults.some((one) => one.kind === kind && one.known?.statement === known?.statement)
  const keys = { known: followed.publicKey ?? key, found: key }
  const fault: Fault = { kind, known, found, keys, foundAt: now, dismissedAt: null }
  return { ...followed, faults: isTold ? followed.faults : [...followed.faults, fault], continues: false }
}

/**
 * A rollback takes back the heads after the last one that remains, if they name an earlier record; a record signed again, because
 * the previous one was lost, takes back all of them. Both are public, with the reason: nobody can do it unnoticed.
 */
function takeBack(heads: readonly SeenHead[], { hashes, rollbacks, record }: VerifiedBoard): readonly SeenHead[] {
  const isAnew = record?.rollback != null
  const by = ({ content }: SeenHead): number | null => {
    const named = hashes.indexOf(content.record ?? '')
    if (named === -1 && isAnew) return 0
    return rollbacks.find(({ number, after }) => content.number > after && named < number)?.number ?? null
  }
  const changed = heads.map((head) => {
    const takenBackBy = head.takenBackBy ?? by(head)
    return takenBackBy === head.takenBackBy ? head : { ...head, takenBackBy }
  })
  return changed.some((head, place) => head !== heads[place]) ? changed : heads
}

/** Whether the votes of the previous head are an unchanged prefix of this one's. */
async function isGrown(
  { sha256 }: Crypto,
  source: Pick<FollowSource, 'consistency'>,
  before: Head | null,
  head: Head,
): Promise<boolean> {
  const from = before ?? { size: 0, root: toHex(sha256(new Uint8Array())) }
  const proof = from.size === head.size || from.size === 0 ? [] : await source.consistency(from.size, head.size)
  const steps = proof?.map(hexOrNull)
  const [root, grown] = [hexOrNull(from.root), hexOrNull(head.root)]
  if (!root || !grown || !steps?.every((step) => step !== null)) return false
  return isConsistent(sha256, { size: from.size, root }, { size: head.size, root: grown }, steps)
}

/** Compares a file of heads, from an earlier day or from somebody else, with what this browser knows. Null if it is not such a file. */
export function compareFile(
  crypto: Crypto,
  followed: Followed,
  { file, electionId, now }: { file: string; electionId: string; now: Instant },
): { followed: Followed; same: number } | null {
  const key = followed.publicKey ?? ''
  const lines = file.split('\n').filter((line) => line.trim() !== '')
  const known = new Set(followed.heads.map(({ hash }) => hash))
  let after = followed
  for (const line of lines) {
    const kept = signedIn(line)
    const read = kept && readSignedStatement(crypto, hexOrNull(key) ?? new Uint8Array(), 'head/2', kept, electionId)
    if (!kept || !read) return null
    if (known.has(read.hash) || followed.rollbacks.some((one) => isTakenBack(one, read.content))) continue
    const found = followed.heads.find(({ content }) => content.number === read.content.number) ?? lastHead(followed)
    after = withFault(after, { kind: 'file', known: kept, found: found?.signed ?? null, key, now })
    break
  }
  return lines.length === 0 ? null : { followed: after, same: lines.length }
}

const isTakenBack = ({ after, at }: Rollback, { number, minute }: Head) => number > after && minute <= at

function signedIn(line: string): Signed | null {
  try {
    const { statement, signature }: Record<string, unknown> = JSON.parse(line)
    return typeof statement === 'string' && typeof signature === 'string' ? { statement, signature } : null
  } catch {
    return null
  }
}
