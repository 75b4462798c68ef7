import { byteOrderMark, csvLine, plainCell } from '../../csv.ts'
import type { RollRegion } from '../roll-regions.ts'

/** A line of the roll with what is not published of it. */
export interface NamedRollLine {
  line: string
  /** Both null once the salts are removed, and for who was erased. */
  salt: string | null
  serial: string | null
  name: string
  region: RollRegion
  voted: boolean
  /** Null until voting is over. */
  byProxy: boolean | null
  /** The numbers of the corrections that added and struck it. */
  added: number | null
  struck: number | null
}

const yesNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no')

export const rollFileHeading =
  byteOrderMark + csvLine(['line', 'salt', 'serial', 'name', 'region', 'voted', 'proxy', 'added', 'struck'])

export const rollFileLine = (row: NamedRollLine): string =>
  csvLine([
    row.line,
    row.salt,
    row.serial,
    row.name,
    row.region,
    yesNo(row.voted),
    yesNo(row.byProxy),
    row.added,
    row.struck,
  ])

/** Somebody who is recorded as having voted, as far as a caller needs to know them. */
export interface Voter {
  line: string
  serial: string
  name: string
  region: string
}

/** Those in the file who may vote and are recorded as having voted. */
export function votersIn(file: string): Voter[] {
  return rowsOf(file)
    .slice(1)
    .filter(([, , , , , voted, , , struck]) => voted === 'yes' && !struck)
    .map(([line = '', , serial = '', name = '', region = '']) => ({ line, serial, name, region }))
}

const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/y

function rowsOf(file: string): string[][] {
  const rows: string[][] = [[]]
  cell.lastIndex = 0
  while (cell.lastIndex < file.length) {
    const [, quoted, plain = '', end] = cell.exec(file) ?? []
    if (end === undefined) break
    rows.at(-1)?.push(plainCell(quoted === undefined ? plain : quoted.replaceAll('""', '"')))
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
