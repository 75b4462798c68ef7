import { checksOf } from '../check.ts'
import type { Head } from '../statements.ts'

/** Whether corrections and heads follow one another as they were made. */

/** What never becomes less from head to head. Minutes are written so that they sort as text. */
const growing = ['minute', 'size', 'cast', 'counted'] as const

const minute = 60_000
/**
 * Clocks of several nodes differ by less than this, a correction stands in the heads after at most this, and a ballot that was let
 * in at the last moment may still be on its way.
 */
const leeway = 5 * minute

/** As heads state it: rounded down. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / minute) * minute

const smallestBatch = 10

export const recordChecks = checksOf({
  'correction-chain': {
    sentence: 'Corrections are numbered without a gap, and each names the one before it',
    watch: ({ fail }) => {
      let last = ''
      let number = 0
      return {
        freeze: ({ hash }) => void (last = hash),
        correction: ({ where, hash, statement }) => {
          number++
          if (statement.number !== number) fail(`${where} has the number ${statement.number}, not ${number}`)
          if (statement.previous !== last) fail(`${where} does not name the record before it`)
          last = hash
        },
      }
    },
  },
  'correction-changes': {
    sentence: 'Corrections change only what can be corrected, and say truly what it was before',
    watch: ({ fail }) => ({
      correction: ({ where, changeProblems }) => {
        for (const problem of changeProblems) fail(`${where}: ${problem}`)
      },
    }),
  },
  'head-chain': {
    sentence: 'Heads are numbered without a gap, and each names the one before it',
    watch: ({ fail }) => {
      let last: string | null = null
      let number = 0
      return {
        head: ({ where, hash, statement }) => {
          if (statement.number !== number) fail(`${where} has the number ${statement.number}, not ${number}`)
          if (statement.previous !== last) fail(`${where} does not name the head before it`)
          number++
          last = hash
        },
      }
    },
  },
  'heads-only-grow': {
    sentence:
      'From head to head, time, leaves, ballots cast and ballots counted never go back, and no more is counted than was cast',
    watch: ({ fail }) => {
      let last: Head | null = null
      return {
        head: ({ where, statement }) => {
          for (const field of growing)
            if (last && statement[field] < last[field])
              fail(`${where}: ${field} goes back from ${last[field]} to ${statement[field]}`)
          if (statement.counted > statement.cast)
            fail(`${where}: ${statement.counted} ballots are counted, but only ${statement.cast} are cast`)
          last = statement
        },
      }
    },
  },
  'head-records': {
    sentence: 'Every head names the freeze record or the correction that was in force at its minute',
    watch: ({ fail }) => {
      let last = 0
      return {
        head: ({ where, statement }, facts) => {
          const named = facts.recordNumber(statement.record)
          if (named === null) return fail(`${where} names a record that is not in the package`)
          if (named < last) return fail(`${where} goes back to an earlier record`)
          last = named
          const at = Date.parse(statement.minute)
          if (facts.recordMadeAt(named) > at + leeway) return fail(`${where} names a record that was made later`)
          const overlooked = facts.recordMadeAt(named + 1) < at - leeway
          return overlooked ? fail(`${where} does not know correction ${named + 1}, made long before`) : undefined
        },
      }
    },
  },
  closed: {
    sentence: 'The last head, and no other, says that the count is closed',
    watch: ({ fail }) => {
      let closedAt: string | null = null
      return {
        head: ({ where, statement }) => {
          if (closedAt) fail(`${where} follows a head that closed the count (${closedAt})`)
          if (statement.closed) closedAt = where
        },
        end: ({ lastHead }) => {
          if (!closedAt) fail(`${lastHead?.where} does not close the count`)
        },
      }
    },
  },
  // Whether ballots came in only while voting was open, and were counted among enough others. Who bends the hours for a while, or has
  // one ballot counted by itself, can put everything back afterwards, but not the heads that were signed meanwhile.
  'cast-since-opening': {
    sentence: 'No ballot was cast before voting opened',
    watch: ({ fail }) => ({
      head: ({ where, statement }, facts) => {
        const hours = facts.hoursBy(statement.record)
        if (hours && statement.cast > 0 && Date.parse(statement.minute) < minuteOf(hours.votingOpens))
          fail(`${where}: ${statement.cast} ballots are cast at ${statement.minute}, before ${hours.votingOpens}`)
      },
    }),
  },
  'cast-until-close': {
    sentence: 'No ballot was cast after voting closed (and five minutes, for those on their way)',
    watch: ({ fail }) => {
      let last: Head | null = null
      return {
        head: ({ where, statement }, facts) => {
          const hours = facts.hoursBy(statement.record)
          const wasOver = hours && last && Date.parse(last.minute) > Date.parse(hours.votingCloses) + leeway
          if (wasOver && last && statement.cast > last.cast)
            fail(`${where}: ${statement.cast - last.cast} ballots were cast after ${last.minute}, when voting was over`)
          last = statement
        },
      }
    },
  },
  'closed-after-voting': {
    sentence: 'The count was not closed before voting was',
    watch: ({ fail }) => ({
      head: ({ where, statement }, facts) => {
        const hours = facts.hoursBy(statement.record)
        if (hours && statement.closed && Date.parse(statement.minute) < minuteOf(hours.votingCloses))
          fail(`${where} closes the count at ${statement.minute}, before ${hours.votingCloses}`)
      },
    }),
  },
  batches: {
    sentence: `Never were fewer than ${smallestBatch} ballots counted together, unless there were no others`,
    watch: ({ fail }) => {
      let counted = 0
      let small: { where: string; ballots: number } | null = null
      return {
        head: ({ where, statement }) => {
          const ballots = statement.counted - counted
          counted = statement.counted
          if (ballots > 0 && ballots < smallestBatch) small ??= { where, ballots }
        },
        end: () => {
          if (small && small.ballots !== counted)
            fail(`${small.where}: ${small.ballots} of ${counted} ballots were counted by themselves`)
        },
      }
    },
  },
})
