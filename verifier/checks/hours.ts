import type { Check } from '../check.ts'
import type { Head } from '../statements.ts'

/**
 * Whether ballots came in only while voting was open, and were counted among enough others. Who bends the hours for a while, or has
 * one ballot counted by itself, can put everything back afterwards, but not the heads that were signed meanwhile.
 */

const minute = 60_000
/** A ballot that was let in at the last moment may still be on its way, and clocks of several nodes differ. */
const leeway = 5 * minute

/** As heads state it: rounded down. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / minute) * minute

const castSinceOpening: Check = {
  name: 'cast-since-opening',
  sentence: 'No ballot was cast before voting opened',
  watch: ({ fail }) => ({
    head: ({ where, statement }, facts) => {
      const hours = facts.hoursBy(statement.record)
      if (hours && statement.cast > 0 && Date.parse(statement.minute) < minuteOf(hours.votingOpens))
        fail(`${where}: ${statement.cast} ballots are cast at ${statement.minute}, before ${hours.votingOpens}`)
    },
  }),
}

const castUntilClose: Check = {
  name: 'cast-until-close',
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
}

const closedAfterVoting: Check = {
  name: 'closed-after-voting',
  sentence: 'The count was not closed before voting was',
  watch: ({ fail }) => ({
    head: ({ where, statement }, facts) => {
      const hours = facts.hoursBy(statement.record)
      if (hours && statement.closed && Date.parse(statement.minute) < minuteOf(hours.votingCloses))
        fail(`${where} closes the count at ${statement.minute}, before ${hours.votingCloses}`)
    },
  }),
}

const smallestBatch = 10

const batches: Check = {
  name: 'batches',
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
}

export const hourChecks = [castSinceOpening, castUntilClose, closedAfterVoting, batches]
