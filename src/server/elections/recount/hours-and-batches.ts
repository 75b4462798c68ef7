import { type Correction, type FreezeRecord, type Head, timesField } from '#shared/elections/board/statements.ts'
import { minBatchSize } from '#server/elections/counting/count-batch.ts'
import { expect } from './differs.ts'

/**
 * Whoever can write to the database can bend the hours of voting, or have one ballot counted by itself, and put everything back
 * afterwards. The heads that were signed meanwhile still tell.
 */

interface Hours {
  votingOpens: string
  votingCloses: string
}

/** By the freeze record and after each correction, in their order. */
export function hoursOfRecords({ record, corrections }: { record: FreezeRecord; corrections: Correction[] }): Hours[] {
  const { votingOpens = '', votingCloses = '' } = record.times
  const hours: Hours[] = [{ votingOpens, votingCloses }]
  for (const { changes } of corrections) {
    const next: Hours = { ...(hours.at(-1) as Hours) }
    for (const { field, after } of changes) {
      if (field === timesField('votingOpens')) next.votingOpens = after
      if (field === timesField('votingCloses')) next.votingCloses = after
    }
    hours.push(next)
  }
  return hours
}

const minuteMs = 60_000
/** A ballot that was let in at the last moment may still be on its way, and clocks of several nodes differ. */
const leewayMs = 5 * minuteMs

/** Ballots came in only within the hours in force at the head, and the count was not closed before their end. */
export function checkHours(hours: Hours | undefined, before: Head | undefined, head: Head): void {
  const opens = Date.parse(hours?.votingOpens ?? '')
  const closes = Date.parse(hours?.votingCloses ?? '')
  const n = head.number
  expect(head.cast === 0 || Date.parse(head.minute) >= minuteOf(opens), 'head-early', { n })
  expect(!head.closed || Date.parse(head.minute) >= minuteOf(closes), 'head-closed-early', { n })
  const wasOver = before !== undefined && Date.parse(before.minute) > closes + leewayMs
  expect(!wasOver || head.cast === before.cast, 'head-late', { n })
}

/** As heads state it: rounded down. */
const minuteOf = (time: number) => time - (time % minuteMs)

/** Every batch hides each of its ballots among others; only an election with fewer ballots than that has a smaller one, of all. */
export function createBatchCheck() {
  let counted = 0
  let small: { n: number; ballots: number } | null = null
  return {
    add(head: Head): void {
      const ballots = head.counted - counted
      counted = head.counted
      if (ballots > 0 && ballots < minBatchSize) small ??= { n: head.number, ballots }
    },
    end(last: Head): void {
      expect(small === null || small.ballots === last.counted, 'batch-small', { n: small?.n ?? 0 })
    },
  }
}
