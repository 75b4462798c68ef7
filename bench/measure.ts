import { readFileSync, readdirSync } from 'node:fs'

/** What a bench found out. Of a ratio, the other half is a floor: the least that could be done for the same work. */
export interface Figure {
  name: string
  value: number
  unit: 'ratio' | 'ms' | 's' | 'MB' | 'per second' | 'count'
  goal?: { atMost: number } | { atLeast: number }
}

/** `small` takes seconds, and shows that the bench still does what it says; what it measures then means nothing. */
export type Size = 'small' | 'full'

/** Whatever it measures is checked as well: a bench whose answers are wrong throws. */
export interface Bench {
  name: string
  /** It takes so long that it is run only when it is named. */
  onlyNamed?: boolean
  run: (size: Size) => Promise<Figure[]>
}

export const isMissed = ({ value, goal }: Figure): boolean =>
  goal !== undefined && ('atMost' in goal ? value > goal.atMost : value < goal.atLeast)

/** CPU and memory of processes, from the kernel's own books (Linux). */

const ticksPerSecond = 100

/** Milliseconds of processor time a process and its threads have used, and those of the given children. */
export function cpuMs(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid, 11), 0)
}

/** Two neighbouring fields of a process's books, in milliseconds. One that has just ended is in the books of its parent. */
function ticksOf(pid: number, field: 11 | 13): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[field]) + Number(fields[field + 1])) * 1000) / ticksPerSecond
  } catch {
    return 0
  }
}

/** As `cpuMs`, but with what ended children used as well: a database's connections come and go. */
export function cpuMsWithEnded(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid, 13), cpuMs(pids))
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

const kilobytes = (file: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(file)?.[1] ?? 0)

export const residentMb = (pid: number) => kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') / 1024

/** Memory of several processes, counting what they share once. */
export const sharedFairlyMb = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') / 1024, 0)

export const percentile = (numbers: number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0
export const median = (numbers: number[]) => percentile(numbers, 0.5)
