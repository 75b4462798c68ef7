import { compareBytes, sameBytes, toHex } from '../bytes.ts'
import { checkAtEnd, checksOf } from '../check.ts'
import { printable } from '../problems.ts'

/** Checks that only people on the roll voted, and as many as there are ballots. */

export const rollChecks = checksOf({
  'roll-root': {
    sentence: 'The roll is the one that was closed before voting',
    wrong: 'the roll is not the one in the record made before voting',
    watch: checkAtEnd(({ freeze, roll }) => [
      toHex(roll.frozen.root()) === freeze.statement.roll.root
        ? null
        : 'the lines of roll.csv that no correction added do not have the root of the record made before voting',
    ]),
  },
  'roll-sizes': {
    sentence: 'The roll has as many lines in each region as the record made before voting says',
    wrong: 'the roll has more or fewer members than was stated before voting',
    watch: checkAtEnd(function* ({ freeze, roll }) {
      const { size, byRegion } = freeze.statement.roll
      if (roll.frozen.size !== size) yield `the closed roll has ${roll.frozen.size} lines, not ${size}`
      const claimed = new Map(Object.entries(byRegion))
      for (const region of new Set([...claimed.keys(), ...roll.frozenByRegion.keys()])) {
        const [lines, said] = [roll.frozenByRegion.get(region) ?? 0, claimed.get(region) ?? 0]
        if (lines !== said) yield `${printable(region)} has ${lines} lines, not ${said}`
      }
    }),
  },
  'roll-order': {
    sentence: 'Nobody is on the roll twice: its lines are in ascending order',
    wrong: 'somebody is on the roll twice',
    watch: ({ fail }) => {
      const last = new Uint8Array(32)
      return {
        rollLine: ({ number, line }) => {
          if (number > 1 && compareBytes(last, line) >= 0)
            fail(`line ${number + 1} of roll.csv is there twice or in the wrong place`)
          last.set(line)
        },
      }
    },
  },
  'roll-corrections': {
    sentence: 'Exactly those were added to the roll, or struck from it, whom a correction names',
    wrong: 'somebody was added to the roll, or struck from it, without a public correction',
    watch: ({ fail }) => {
      const added = new Map<string, { number: number; region: string }>()
      const struck = new Map<string, number>()
      return {
        link: ({ where, statement }) => {
          if (statement.type !== 'correction/1') return
          const { number } = statement
          for (const { line, region } of statement.added) {
            if (added.has(line)) fail(`${where} adds a line that was added before`)
            added.set(line, { number, region })
          }
          for (const line of statement.struck) {
            if (struck.has(line)) fail(`${where} strikes a line that was struck before`)
            struck.set(line, number)
          }
        },
        rollLine: (row) => {
          if (row.added === null && row.struck === null && added.size === 0 && struck.size === 0) return
          const line = toHex(row.line)
          const where = `line ${row.number + 1} of roll.csv`
          const addition = added.get(line)
          if (row.added !== (addition?.number ?? null)) fail(`${where} was not added as it says`)
          else if (addition && addition.region !== row.region) fail(`${where} was added in another region`)
          if (row.struck !== (struck.get(line) ?? null)) fail(`${where} was not struck as it says`)
          else if (row.struck !== null && row.added !== null && row.struck < row.added)
            fail(`${where} was struck before it was added`)
          added.delete(line)
          struck.delete(line)
        },
        end: () => {
          for (const { number } of added.values()) fail(`a line that correction ${number} adds is not in roll.csv`)
          for (const number of struck.values()) fail(`a line that correction ${number} strikes is not in roll.csv`)
        },
      }
    },
  },
  'participation-lines': {
    sentence: 'The participation list has exactly the roll in force, line by line, in the same regions',
    wrong: 'the list of who voted does not match the roll',
    watch: ({ fail }) => ({
      participant: ({ number, line, region }, { roll }) => {
        const expected = roll.at(number - 1)
        const where = `line ${number + 1} of participation.csv`
        if (!expected) fail(`${where} is one more than the roll has`)
        else if (!sameBytes(expected.line, line)) fail(`${where} is not the next of the roll`)
        else if (expected.region !== region) fail(`${where} has another region than the roll`)
      },
      end: ({ roll, participation }) => {
        if (participation.lines < roll.size)
          fail(`participation.csv has ${participation.lines} lines, the roll in force has ${roll.size}`)
      },
    }),
  },
  'ballots-agree': {
    sentence: 'As many members voted as ballots were cast, and all of them are counted',
    wrong: 'there are more or fewer ballots than members who voted',
    watch: checkAtEnd(function* ({ lastHead, participation }) {
      const { ballots = 0, counted = 0 } = lastHead?.statement ?? {}
      if (counted !== ballots) yield `${ballots} ballots were cast, ${counted} are counted`
      if (participation.voted !== ballots) yield `${participation.voted} members voted, ${ballots} ballots were cast`
    }),
  },
  'marks-of-voters': {
    sentence: 'Whoever voted by proxy, or with an administrator’s help to log in, is among those who voted',
    wrong: 'somebody who did not vote is marked as having voted by proxy or with help',
    watch: ({ fail }) => ({
      participant: ({ number, voted, proxy, helped }) => {
        if ((proxy || helped) && !voted)
          fail(`line ${number + 1} of participation.csv has a ${proxy ? 'proxy' : 'helper'} but did not vote`)
      },
    }),
  },
  'marks-agree': {
    sentence: 'As many ballots were cast by proxy, and with help to log in, as the last head says',
    wrong: 'more or fewer ballots were cast by proxy, or with an administrator’s help, than was stated',
    watch: checkAtEnd(function* ({ lastHead, participation }) {
      for (const mark of ['proxies', 'helped'] as const)
        if (lastHead?.statement[mark] !== participation[mark])
          yield `${mark}: ${participation[mark]} in participation.csv, ${lastHead?.statement[mark]} in the last head`
    }),
  },
})
