import { readHex, toText } from './bytes.ts'
import type { Leaf, Participant, RollLine } from './check.ts'
import { Unreadable } from './read-signed.ts'

/**
 * The lists of the package, row by row. Rows are read as bytes into one object each, for there are many of them; what a row
 * holds is decided elsewhere, here only whether it can be read.
 */

const comma = 44
const quote = 34

export const listHeaders = {
  'leaves.csv': 'service,nominee,nonce,commitment',
  'roll.csv': 'line,region,added,struck',
  'participation.csv': 'line,region,voted,proxy',
} as const

/** Where the four fields of a row begin and end. */
const starts = [0, 0, 0, 0]
const ends = [0, 0, 0, 0]

function split(row: Uint8Array, where: () => string): void {
  let field = 0
  starts[0] = 0
  for (let i = 0; i < row.length; i++) {
    const character = row[i] ?? 0
    if (character === quote || character < 32) throw new Unreadable(`${where()} holds a character that no list has`)
    if (character !== comma) continue
    ends[field] = i
    field++
    if (field > 3) throw new Unreadable(`${where()} has more than four fields`)
    starts[field] = i + 1
  }
  ends[field] = row.length
  if (field !== 3) throw new Unreadable(`${where()} has fewer than four fields`)
}

function textAt(row: Uint8Array, field: number, where: () => string): string {
  const [start = 0, end = 0] = [starts[field], ends[field]]
  let text = ''
  for (let i = start; i < end; i++) {
    const character = row[i] ?? 0
    if (character > 126) return decoded(row.subarray(start, end), where)
    text += String.fromCharCode(character)
  }
  return text
}

function decoded(bytes: Uint8Array, where: () => string): string {
  try {
    return toText(bytes)
  } catch {
    throw new Unreadable(`${where()} is not UTF-8 text`)
  }
}

function hexAt(row: Uint8Array, field: number, into: Uint8Array, where: () => string): void {
  const start = starts[field] ?? 0
  if ((ends[field] ?? 0) - start !== 2 * into.length || !readHex(row, start, into))
    throw new Unreadable(`field ${field + 1} of ${where()} is not ${2 * into.length} hexadecimal digits`)
}

export const newLeaf = (): Leaf => ({
  number: -1,
  service: '',
  nominee: null,
  nomineeBytes: new Uint8Array(16),
  nonce: new Uint8Array(16),
  commitment: new Uint8Array(32),
})

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readLeaf(row: Uint8Array, leaf: Leaf, where: () => string): void {
  split(row, where)
  leaf.number++
  leaf.service = textAt(row, 0, where)
  const nominee = textAt(row, 1, where)
  if (nominee === '') {
    leaf.nominee = null
    leaf.nomineeBytes.fill(0)
  } else {
    if (!uuidPattern.test(nominee)) throw new Unreadable(`field 2 of ${where()} is not an id`)
    leaf.nominee = nominee
    readUuid(row, starts[1] ?? 0, leaf.nomineeBytes)
  }
  hexAt(row, 2, leaf.nonce, where)
  hexAt(row, 3, leaf.commitment, where)
}

/** Where the groups of an id begin among its characters, and among its bytes. */
const uuidGroups = [
  { at: 0, from: 0, to: 4 },
  { at: 9, from: 4, to: 6 },
  { at: 14, from: 6, to: 8 },
  { at: 19, from: 8, to: 10 },
  { at: 24, from: 10, to: 16 },
] as const

function readUuid(row: Uint8Array, start: number, into: Uint8Array): void {
  for (const { at, from, to } of uuidGroups) readHex(row, start + at, into.subarray(from, to))
}

export const newRollLine = (): RollLine => ({
  number: 0,
  line: new Uint8Array(32),
  region: '',
  added: null,
  struck: null,
})

export function readRollLine(row: Uint8Array, into: RollLine, where: () => string): void {
  split(row, where)
  into.number++
  hexAt(row, 0, into.line, where)
  into.region = textAt(row, 1, where)
  into.added = correctionAt(row, 2, where)
  into.struck = correctionAt(row, 3, where)
}

function correctionAt(row: Uint8Array, field: number, where: () => string): number | null {
  const text = textAt(row, field, where)
  if (text === '') return null
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Unreadable(`field ${field + 1} of ${where()} is not the number of a correction`)
  return Number(text)
}

export const newParticipant = (): Participant => ({
  number: 0,
  line: new Uint8Array(32),
  region: '',
  voted: false,
  proxy: false,
})

export function readParticipant(row: Uint8Array, into: Participant, where: () => string): void {
  split(row, where)
  into.number++
  hexAt(row, 0, into.line, where)
  into.region = textAt(row, 1, where)
  into.voted = yesAt(row, 2, where)
  into.proxy = yesAt(row, 3, where)
}

function yesAt(row: Uint8Array, field: number, where: () => string): boolean {
  const text = textAt(row, field, where)
  if (text !== 'yes' && text !== 'no') throw new Unreadable(`field ${field + 1} of ${where()} is neither yes nor no`)
  return text === 'yes'
}
