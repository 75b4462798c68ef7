import { checkAtEnd, checksOf } from '../check.ts'
import type { Head } from '../statements.ts'

/** Checks that the heads continue one another, and were made on time. */

/** These never decrease from head to head. Minutes are written so that they sort as text. */
const growing = ['minute', 'size', 'ballots', 'counted', 'proxies', 'helped'] as const

/** What decreases from one head to the next, or does not add up within it. */
export function* growthProblems(before: Head | null, head: Head): Generator<string> {
  for (const field of growing)
    if (before && head[field] < before[field]) yield `${field} goes back from ${before[field]} to ${head[field]}`
  for (const field of ['counted', 'proxies', 'helped'] as const)
    if (head[field] > head.ballots) yield `${field} is ${head[field]}, of ${head.ballots} ballots`
}

const minute = 60_000
/**
 * The clocks of several nodes differ by less than this, the heads name a correction within this time, and a ballot
 * accepted at the last moment is in the box by then.
 */
export const clockLeewayMs = 5 * minute

/** Rounded down, as in heads. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / minute) * minute

const smallestBatch = 10

export const headChecks = checksOf({
  'head-chain': {
    sentence: 'Heads are numbered without a gap, and each names the one before it',
    wrong: 'a state of the public board was left out or added later',
    watch: ({ fail, note }) => {
      let last: string | null = null
      let number = 0
      const silences = createSilenceCount()
      return {
        head: ({ where, hash, statement }, facts) => {
          if (statement.number !== number) fail(`${where} has the number ${statement.number}, not ${number}`)
          if (statement.previous !== last) fail(`${where} does not name the head before it`)
          number++
          last = hash
          silences.add(statement, facts.hoursBy(statement.record)?.votingCloses ?? '')
        },
        end: () => {
          for (const silence of silences.notes()) note(silence)
        },
      }
    },
  },
  'heads-only-grow': {
    sentence:
      'From head to head time, leaves, ballots, ballots counted, proxies and helped ballots never go back, and none of them is more than the ballots',
    wrong: 'ballots disappeared while the election ran',
    watch: ({ fail }) => {
      let last: Head | null = null
      return {
        head: ({ where, statement }) => {
          for (const problem of growthProblems(last, statement)) fail(`${where}: ${problem}`)
          last = statement
        },
      }
    },
  },
  'head-logs': {
    sentence: 'From head to head the audit log only grows',
    wrong: 'entries disappeared from the site’s log while the election ran',
    watch: ({ fail }) => {
      let last: Head['log'] | null = null
      return {
        head: ({ where, statement: { log } }) => {
          const problem = last && logProblem(last, log)
          if (problem) fail(`${where}: ${problem}`)
          last = log
        },
      }
    },
  },
  'head-records': {
    sentence:
      'Every head names the record made before voting, the correction or the rollback that was in force at its minute',
    wrong: 'a state of the public board was signed under the wrong rules',
    watch: ({ fail }) => {
      let last = 0
      return {
        head: ({ where, statement }, facts) => {
          const named = facts.recordNumber(statement.record)
          if (named === null) return fail(`${where} names a record that is not in the package`)
          if (named < last) return fail(`${where} goes back to an earlier record`)
          last = named
          const at = Date.parse(statement.minute)
          if (facts.recordMadeAt(named) > at + clockLeewayMs) return fail(`${where} names a record that was made later`)
          const overlooked = facts.recordMadeAt(named + 1) < at - clockLeewayMs
          return overlooked ? fail(`${where} does not know correction ${named + 1}, made long before`) : undefined
        },
      }
    },
  },
  'last-head-record': {
    sentence: 'The last head names the last correction or rollback',
    wrong: 'something was corrected after the board was closed',
    watch: checkAtEnd(({ lastHead, chain, freeze }) => [
      lastHead?.statement.record === (chain.at(-1) ?? freeze).hash
        ? null
        : 'the last head does not name the last record of the package',
    ]),
  },
  closed: {
    sentence: 'The last head says that the count is closed; none follows one that does, unless something began anew',
    wrong: 'the count was never closed, or went on after it was',
    watch: ({ fail }) => {
      let last: { where: string; head: Head; named: number } | null = null
      return {
        head: ({ where, statement }, facts) => {
          const named = facts.recordNumber(statement.record) ?? 0
          if (last?.head.closed) {
            const links = facts.chain.slice(last.named, named)
            // A restored backup, or other times for an election without a ballot.
            const isAnew = links.some((link) => link.statement.type === 'rollback/1' || last?.head.ballots === 0)
            if (!isAnew) fail(`${where} follows a head that closed the count (${last.where})`)
          }
          last = { where, head: statement, named }
        },
        end: ({ lastHead }) => {
          if (lastHead?.statement.closed !== true) fail(`${lastHead?.where} does not close the count`)
        },
      }
    },
  },
  // Everything must happen at its time, and ballots be counted among enough others. Somebody who changes the hours for a
  // while, or has one ballot counted alone, can restore everything afterwards except the heads signed meanwhile.
  'frozen-first': {
    sentence:
      'The record made before voting was signed after the roll, when voting had opened, before the first ballot',
    wrong: 'what had to be signed before the first vote was signed later',
    watch: ({ fail }) => ({
      freeze: ({ where, statement: { frozenAt, rollFrozenAt, times } }) => {
        if (frozenAt < rollFrozenAt) fail(`${where} was signed at ${frozenAt}, before the roll at ${rollFrozenAt}`)
        if (frozenAt < (times['votingOpens'] ?? '') || frozenAt >= (times['votingCloses'] ?? ''))
          fail(`${where} was signed at ${frozenAt}, not while voting was open`)
      },
      head: ({ where, statement }, { freeze, heads }) => {
        if (heads.length > 0) return
        if (statement.ballots > 0) fail(`${where}, the first head, has ${statement.ballots} ballots`)
        if (Date.parse(statement.minute) < minuteOf(freeze.statement.frozenAt))
          fail(`${where} was signed before the record made before voting`)
      },
    }),
  },
  'cast-since-opening': {
    sentence: 'No ballot was cast before voting opened',
    wrong: 'ballots were cast before voting opened',
    watch: ({ fail }) => ({
      head: ({ where, statement }, facts) => {
        const hours = facts.hoursBy(statement.record)
        if (hours && statement.ballots > 0 && Date.parse(statement.minute) < minuteOf(hours.votingOpens))
          fail(`${where}: ${statement.ballots} ballots are cast at ${statement.minute}, before ${hours.votingOpens}`)
      },
    }),
  },
  'cast-until-close': {
    sentence: 'No ballot was cast after voting closed (and five minutes, for those on their way)',
    wrong: 'ballots were cast after voting had closed',
    watch: ({ fail, note }) => {
      let last: Head | null = null
      let late = 0
      return {
        head: ({ where, statement }, facts) => {
          const closes = Date.parse(facts.hoursBy(statement.record)?.votingCloses ?? '')
          const more = last ? statement.ballots - last.ballots : 0
          if (last && more > 0 && Date.parse(last.minute) > closes + clockLeewayMs)
            fail(`${where}: ${more} ballots were cast after ${last.minute}, when voting was over`)
          else if (last && more > 0 && Date.parse(last.minute) >= closes) late += more
          last = statement
        },
        end: () => {
          if (late > 0) note(`${late} ballots came in within minutes of the close: they were on their way`)
        },
      }
    },
  },
  'closed-after-voting': {
    sentence: 'The count was not closed before voting was',
    wrong: 'the count was closed while people could still vote',
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
    wrong: 'ballots were counted one at a time, so that somebody could see what was on them',
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

/** Why this state of the audit log cannot follow the earlier one; null if it can. */
export function logProblem(before: Head['log'], now: Head['log']): string | null {
  if (now.entries < before.entries) return `the log goes back from ${before.entries} to ${now.entries} entries`
  if (now.entries === before.entries && now.lastHash !== before.lastHash) return 'the log has other entries than before'
  return null
}

const mostSilences = 5

/** Times without heads while voting was open: the site may have been down, but nobody saw what it did. */
function createSilenceCount() {
  let last = NaN
  const long: string[] = []
  let others = 0
  return {
    add(head: Head, votingCloses: string): void {
      const now = Date.parse(head.minute)
      const silence = Math.min(now, Date.parse(votingCloses)) - last
      last = now
      if (!(silence > clockLeewayMs)) return
      if (long.length === mostSilences) others++
      else long.push(`For ${Math.round(silence / minute)} minutes before board state ${head.number} nothing was signed`)
    },
    notes: () => [...long, ...(others > 0 ? [`${others} more such silences of over five minutes`] : [])],
  }
}
