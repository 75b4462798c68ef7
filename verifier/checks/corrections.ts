import { checksOf } from '../check.ts'
import { timeOfField } from '../facts.ts'
import { momentText, printable } from '../problems.ts'
import { isTime, type Correction } from '../statements.ts'

/** Checks that the record made before voting changed only by public corrections and rollbacks that are allowed. */

/** False hours would have to be in a correction, where everybody can see them. */
export const correctionChecks = checksOf({
  'correction-chain': {
    sentence: 'Corrections and rollbacks are numbered without a gap, and each names the one before it',
    wrong: 'a correction was left out or added later',
    watch: ({ fail }) => {
      let last = ''
      let number = 0
      return {
        freeze: ({ hash }) => void (last = hash),
        link: ({ where, hash, statement }) => {
          number++
          if (statement.number !== number) fail(`${where} has the number ${statement.number}, not ${number}`)
          if (statement.previous !== last) fail(`${where} does not name the record before it`)
          last = hash
        },
      }
    },
  },
  'correction-changes': {
    sentence: 'Corrections change times and nothing else, and say truly what they were before',
    wrong: 'something was changed during the election that must never change',
    watch: ({ fail }) => ({
      link: ({ where, statement }, { record: { times } }) => {
        const changed = new Set<string>()
        for (const { field, before, after } of changesOf(statement)) {
          const time = timeOfField(field)
          if (!times.has(time)) fail(`${where}: "${printable(field)}" is nothing that can be corrected`)
          else if (!isTime(after)) fail(`${where}: "${printable(field)}" cannot become ${printable(after)}`)
          else if (changed.has(time)) fail(`${where} changes "${printable(field)}" twice`)
          else if (times.get(time) !== before)
            fail(`${where}: "${printable(field)}" was ${times.get(time)} until then, not ${printable(before)}`)
          changed.add(time)
        }
      },
    }),
  },
  'correction-lines': {
    sentence: 'A correction adds or strikes one line of the roll, or changes times: never more at once',
    wrong: 'several people were added to the roll, or struck from it, at once',
    watch: ({ fail }) => ({
      link: ({ where, statement }) => {
        if (statement.type !== 'correction/1') return
        const { added, struck, changes } = statement
        if (added.length + struck.length > 1) fail(`${where} adds ${added.length} and strikes ${struck.length} lines`)
        if (added.length + struck.length > 0 && changes.length > 0) fail(`${where} changes times as well as the roll`)
      },
    }),
  },
  'corrections-before-close': {
    sentence: 'Nothing was corrected after voting had closed, but for the times of an election without a ballot',
    wrong: 'something was corrected after voting had closed',
    watch: ({ fail }) => {
      /** The numbers of corrections made after voting closed. */
      const late = new Map<number, { where: string; isOfTimes: boolean }>()
      let last = { named: 0, ballots: 0 }
      const judge = (named: number) => {
        for (const [number, { where, isOfTimes }] of late) {
          if (number > named) continue
          late.delete(number)
          if (!isOfTimes || last.ballots > 0) fail(`${where} was made after voting had closed`)
        }
      }
      return {
        link: ({ where, statement }, { hours, chain }) => {
          if (statement.type !== 'correction/1' || Date.parse(statement.at) < Date.parse(hours.votingCloses)) return
          const isOfTimes = statement.added.length + statement.struck.length === 0
          late.set(chain.length + 1, { where, isOfTimes })
        },
        head: ({ statement }, facts) => {
          const named = facts.recordNumber(statement.record) ?? last.named
          judge(named)
          last = { named, ballots: statement.ballots }
        },
        end: () => judge(Infinity),
      }
    },
  },
  'close-not-earlier': {
    sentence: 'Voting never closed earlier than it was announced',
    wrong: 'voting was closed earlier than it was announced',
    watch: ({ fail }) => ({
      link: ({ where, statement }, { hours }) => {
        for (const { field, after } of changesOf(statement))
          if (field === 'times.votingCloses' && isTime(after) && after < hours.votingCloses)
            fail(`${where} moves the close from ${hours.votingCloses} to ${after}`)
      },
    }),
  },
  rollbacks: {
    sentence: 'Every rollback says truly which heads stay, and the board goes on from there',
    wrong: 'the site took back states of the public board without saying so, or not as it said',
    watch: ({ fail, note }) => {
      let last = 0
      return {
        freeze: ({ statement: { rollback } }) => {
          if (rollback)
            note(
              `Before the first vote, the record was signed anew: a backup was put back (${momentText(rollback.at)}) by ${printable(rollback.by)}. Reason: ${printable(rollback.reason)}`,
            )
        },
        link: ({ statement }) => {
          if (statement.type === 'rollback/1')
            note(
              `A backup was put back (${momentText(statement.at)}) by ${printable(statement.by)}: what came after board state ${statement.after} was taken back, and whoever had voted since was asked to vote again. Reason: ${printable(statement.reason)}`,
            )
        },
        head: ({ where, statement }, facts) => {
          const named = facts.recordNumber(statement.record) ?? last
          for (const { statement: link } of facts.chain.slice(last, named))
            if (link.type === 'rollback/1' && link.after !== statement.number - 1)
              fail(`${where} goes on after a rollback that lets heads up to ${link.after} stay`)
          last = Math.max(last, named)
        },
        end: (facts) => {
          for (const { number, lost } of facts.rollbacks)
            for (const hash of lost)
              if (facts.headNumber(hash) !== null) fail(`rollback ${number} takes back a head that is in the package`)
        },
      }
    },
  },
})

const changesOf = (link: { type: string } | Correction): Correction['changes'] =>
  'changes' in link ? link.changes : []
