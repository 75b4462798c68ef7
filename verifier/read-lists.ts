import { readHex, sameBytes, toText } from './bytes.ts'
import type { Leaf, Participant, RollLine } from './check.ts'
import { UnreadablePackage } from './problems.ts'

/**
 * Reads the lists of the package row by row. There are many rows, so they are read as bytes into one reused object.
 * This only checks that a row can be read; others judge its content.
 */

const comma = 44
const quote = 34

export const listHeaders = {
  'leaves.csv': 'service,nominee,nonce,commitment',
  'roll.csv': 'line,region,added,struck',
  'participation.csv': 'line,region,voted,proxy,helped',
} as const

/** The positions at which the fields of a row begin and end. */
const starts = [0, 0, 0, 0, 0]
const ends = [0, 0, 0, 0, 0]

function split(row: Uint8Array, fields: 4 | 5, where: () => string): void {
  let field = 0
  starts[0] = 0
  for (let i = 0; i < row.length; i++) {
    const character = row[i] ?? 0
    if (character === quote || character < 32)
      throw new UnreadablePackage(`${where()} holds a character that no list has`)
    if (character !== comma) continue
    ends[field] = i
    field++
    if (field === fields) throw new UnreadablePackage(`${where()} has more than ${fields} fields`)
    starts[field] = i + 1
  }
  ends[field] = row.length
  if (field < fields - 1) throw new UnreadablePackage(`${where()} has fewer than ${fields} fields`)
}

/** Many rows have few services and regions, so each is decoded once. Keyed by a hash of its bytes. */
const knownTexts = new Map<number, string>()
const mostKnownTexts = 10_000

function textAt(row: Uint8Array, field: number, where: () => string): string {
  const [start = 0, end = 0] = [starts[field], ends[field]]
  let hash = end - start
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (row[i] ?? 0)) | 0
  const known = knownTexts.get(hash)
  if (known !== undefined && isText(row, start, end, known)) return known
  const text = toText(row.subarray(start, end), () => new UnreadablePackage(`${where()} is not UTF-8 text`))
  if (known === undefined && knownTexts.size < mostKnownTexts) knownTexts.set(hash, text)
  return text
}

/** Whether these bytes are this text. False for text that is not ASCII, which is decoded each time. */
function isText(row: Uint8Array, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (character > 126 || row[start + i] !== character) return false
  }
  return true
}

function hexAt(row: Uint8Array, field: number, into: Uint8Array, where: () => string): void {
  const start = starts[field] ?? 0
  if ((ends[field] ?? 0) - start !== 2 * into.length || !readHex(row, start, into))
    throw new UnreadablePackage(`field ${field + 1} of ${where()} is not ${2 * into.length} hexadecimal digits`)
}

export const newLeaf = (): Leaf => ({
  number: -1,
  service: '',
  nominee: null,
  nomineeBytes: new Uint8Array(16),
  nonce: new Uint8Array(16),
  commitment: new Uint8Array(32),
})

export function readLeaf(row: Uint8Array, leaf: Leaf, where: () => string): void {
  split(row, 4, where)
  leaf.number++
  leaf.service = textAt(row, 0, where)
  if (starts[1] === ends[1]) {
    leaf.nominee = null
    leaf.nomineeBytes.fill(0)
  } else leaf.nominee = uuidAt(row, 1, leaf.nomineeBytes, where)
  hexAt(row, 2, leaf.nonce, where)
  hexAt(row, 3, leaf.commitment, where)
}

const hyphen = 45
const hyphensAt = [8, 13, 18, 23]
/** The digits of an id, without its hyphens. */
const uuidDigits = new Uint8Array(32)
/** The same few people are named many times, so their ids are formatted once. Keyed by the first four bytes. */
const knownIds = new Map<number, { bytes: Uint8Array; text: string }>()
const mostKnownIds = 10_000

function uuidAt(row: Uint8Array, field: number, into: Uint8Array, where: () => string): string {
  const start = starts[field] ?? 0
  let digit = 0
  for (let i = 0; i < 36; i++) {
    if (i === 8 || i === 13 || i === 18 || i === 23) continue
    uuidDigits[digit++] = row[start + i] ?? 0
  }
  const isWhole = (ends[field] ?? 0) - start === 36 && hyphensAt.every((at) => row[start + at] === hyphen)
  if (!isWhole || !readHex(uuidDigits, 0, into))
    throw new UnreadablePackage(`field ${field + 1} of ${where()} is not an id`)
  const first = ((into[0] ?? 0) << 24) | ((into[1] ?? 0) << 16) | ((into[2] ?? 0) << 8) | (into[3] ?? 0)
  const known = knownIds.get(first)
  if (known && sameBytes(known.bytes, into)) return known.text
  const text = textAt(row, field, where)
  if (!known && knownIds.size < mostKnownIds) knownIds.set(first, { bytes: into.slice(), text })
  return text
}

export const newRollLine = (): RollLine => ({
  number: 0,
  line: new Uint8Array(32),
  region: '',
  added: null,
  struck: null,
})

export function readRollLine(row: Uint8Array, into: RollLine, where: () => string): void {
  split(row, 4, where)
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
    throw new UnreadablePackage(`field ${field + 1} of ${where()} is not the number of a correction`)
  return Number(text)
}

export const newParticipant = (): Participant => ({
  number: 0,
  line: new Uint8Array(32),
  region: '',
  voted: false,
  proxy: false,
  helped: false,
})

export function readParticipant(row: Uint8Array, into: Participant, where: () => string): void {
  split(row, 5, where)
  into.number++
  hexAt(row, 0, into.line, where)
  into.region = textAt(row, 1, where)
  into.voted = yesAt(row, 2, where)
  into.proxy = yesAt(row, 3, where)
  into.helped = yesAt(row, 4, where)
}

function yesAt(row: Uint8Array, field: number, where: () => string): boolean {
  const text = textAt(row, field, where)
  if (text !== 'yes' && text !== 'no')
    throw new UnreadablePackage(`field ${field + 1} of ${where()} is neither yes nor no`)
  return text === 'yes'
}
