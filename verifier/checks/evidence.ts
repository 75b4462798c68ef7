import { sha256 } from '#platform'
import { fromHex, sameBytes, toHex, uuidBytes } from '../bytes.ts'
import { checksOf } from '../check.ts'
import type { PromiseClaim } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { ballotHash, commitmentInput, rollLineOf, seatNonce } from '../hashes.ts'
import { printable, UnusableInput } from '../problems.ts'
import type { Freeze, Head, Link, Seat } from '../statements.ts'
import { clockLeewayMs } from './heads.ts'
import { leafAt } from './leaves.ts'

/** Checks of what the person has of their own; each runs only if they have it. */

export const evidenceChecks = checksOf({
  fingerprint: {
    sentence: 'The key is the one whose fingerprint you gave',
    wrong: 'the package was signed with a different key from the one you noted',
    needs: 'fingerprint',
    watch: ({ fail }, { fingerprint: noted }) => ({
      freeze: ({ statement }) => {
        const found = toHex(sha256(fromHex(statement.key)))
        if (found !== noted) fail(`the fingerprint of the package’s key is ${found}`)
      },
    }),
  },
  'collected-heads': {
    sentence:
      'The board states that were collected while the election ran are those of the package, or were taken back in public: history was not rewritten',
    wrong: 'the site showed you a different public board while the election ran',
    needs: 'collected',
    watch: ({ fail, note }) => {
      const different: { where: string; head: Head; hash: string }[] = []
      let compared = 0
      let rehearsals = 0
      let takenBack = 0
      return {
        collected: ({ where, hash, signatureHolds, statement }, facts) => {
          if (!signatureHolds) return fail(`${where} is not signed with the key of the package`)
          const isOther = statement.election !== facts.freeze.statement.election
          // A rehearsal is a separate election without a freeze record.
          if (isOther && statement.type === 'head/2' && statement.record === null) return void rehearsals++
          if (isOther) return fail(`${where} is of another election`)
          if (statement.type === 'freeze/2') {
            const isKnown = hash === facts.freeze.hash || facts.freeze.statement.rollback?.lost.includes(hash)
            return isKnown ? undefined : fail(`${where} is another record made before voting`)
          }
          if (statement.type !== 'head/2')
            return facts.recordNumber(hash) !== null || isLinkTakenBack(statement, facts)
              ? undefined
              : fail(`${where} is not in the package`)
          compared++
          if (facts.heads[statement.number]?.hash === hash) return undefined
          if (isTakenBack(statement, facts)) return void takenBack++
          if (different.length < 1000) {
            different.push({ where, head: statement, hash })
            facts.collectedSizes.push(statement.size)
          }
          return undefined
        },
        end: ({ heads, tree }) => {
          for (const { where, head } of different) {
            const root = tree.rootAt(head.size)
            const votes = root && toHex(root) === head.root ? 'with the same votes' : 'with other votes'
            if (head.number >= heads.length)
              fail(`${where}: board state ${head.number} was signed, ${votes}, but is not in the package`)
            else fail(`${where}: another board state ${head.number} was signed, ${votes}`)
          }
          if (compared === 0) fail('none of the collected board states is of this election')
          else note(`${compared} collected states of the board were compared`)
          if (takenBack > 0) note(`${takenBack} of them were taken back by a public rollback`)
          if (rehearsals > 0) note(`${rehearsals} of a rehearsal were left out`)
        },
      }
    },
  },
  receipt: {
    sentence: 'The ballot of your receipt is counted, with one vote or blank for each seat',
    wrong: 'the ballot of your receipt is not counted as you cast it',
    needs: 'receipt',
    watch: ({ fail, note }, { receipt: secret = new Uint8Array(16) }) => {
      let seats: OwnSeat[] = []
      return {
        freeze: ({ statement }) => void (seats = ownSeats(statement, secret)),
        leaf: ({ number, service, nominee, nonce }) => {
          for (const seat of seats) {
            if (!isOf(seat, nonce)) continue
            seat.found++
            seat.chosen = nominee
            if (service !== seat.service)
              fail(`${leafAt(number)}, of your seat ${printable(seat.slot)}, stands under ${printable(service)}`)
          }
        },
        end: ({ record }) => {
          for (const { slot, found, chosen } of seats) {
            if (found === 0) fail(`there is no vote for your seat ${printable(slot)}`)
            else if (found > 1) fail(`there are ${found} votes for your seat ${printable(slot)}`)
            else
              note(
                `${printable(slot)}: ${chosen === null ? 'blank' : printable(record.nominees.get(chosen)?.name ?? chosen)}`,
              )
          }
        },
      }
    },
  },
  promise: {
    sentence: 'The site has kept its signed promise to count the ballot of your receipt',
    wrong: 'the site has broken its signed promise to count your ballot',
    needs: 'promise',
    watch: ({ fail, note }, { promise }) => {
      let seats: OwnSeat[] = []
      /** Can be checked only if the file says what was chosen: nobody else knows that. */
      let promised: Uint8Array[] | null = null
      const found: Uint8Array[] = []
      return {
        freeze: ({ statement }) => {
          if (!promise) return
          seats = ownSeats(statement, promise.secret)
          promised = promisedLeaves(promise, statement, seats)
        },
        leaf: ({ nonce, commitment }) => {
          if (seats.some((seat) => isOf(seat, nonce))) found.push(commitment.slice())
        },
        end: ({ rollbacks }) => {
          if (toHex(ballotHash(found)) === promise?.ballot) return note('Kept: the ballot is on the board as promised')
          if (!promised)
            throw new UnusableInput(
              'The ballot of this promise is not on the board. To show that the promise is broken, write below the receipt what you chose, a line for each seat: “PA 1: the name”, or “PA 1: blank”.',
            )
          const missing = promised.filter((wanted) => !found.some((one) => sameBytes(one, wanted))).length
          fail(`${missing} of its ${promised.length} votes are not on the board`)
          if (rollbacks.length > 0) note('A backup was put back meanwhile: perhaps the ballot was lost then')
          return undefined
        },
      }
    },
  },
  'roll-line': {
    sentence: 'Your line is on the roll',
    wrong: 'you are not on the roll',
    needs: 'rollLine',
    watch: ({ fail, note }, { rollLine: own }) => {
      let wanted = new Uint8Array(32)
      let isThere = false
      return {
        freeze: ({ statement }) => {
          if (own) wanted = rollLineOf(uuidBytes(statement.election), own.salt, own.serial)
        },
        rollLine: ({ line, region, struck }) => {
          if (line[0] !== wanted[0] || !sameBytes(line, wanted)) return
          isThere = true
          note(`Region: ${printable(region)}`)
          if (struck !== null) fail(`your line was struck by correction ${struck}`)
        },
        participant: ({ line, voted, proxy, helped }) => {
          if (line[0] !== wanted[0] || !sameBytes(line, wanted)) return
          const how = proxy ? ', by proxy' : helped ? ', with an administrator’s help to log in' : ''
          note(voted ? `Recorded as: voted${how}` : 'Recorded as: did not vote')
        },
        end: () => {
          if (!isThere) fail('this serial number with this private code is not on the roll of this election')
        },
      }
    },
  },
})

/** Whether a rollback took this head back: it is after those that remain, and names an earlier record. */
function isTakenBack({ number, record, minute }: Head, facts: Facts): boolean {
  const isBefore = (at: string) => Date.parse(minute) <= Date.parse(at) + clockLeewayMs
  const { rollback } = facts.freeze.statement
  if (rollback?.lost.includes(record ?? '')) return isBefore(rollback.at)
  const named = facts.recordNumber(record)
  return facts.rollbacks.some((taken) => number > taken.after && (named ?? 0) < taken.number && isBefore(taken.at))
}

/** Whether a restore lost this correction or rollback: a later rollback has its place, or an earlier one. */
const isLinkTakenBack = ({ number, at }: Link, { rollbacks }: Facts): boolean =>
  rollbacks.some((taken) => number >= taken.number && Date.parse(at) <= Date.parse(taken.at) + clockLeewayMs)

interface OwnSeat extends Seat {
  readonly nonce: Uint8Array
  found: number
  chosen: string | null
}

const ownSeats = ({ election, seats }: Freeze, secret: Uint8Array): OwnSeat[] =>
  seats.map((seat, i) => ({ ...seat, nonce: seatNonce(secret, uuidBytes(election), i), found: 0, chosen: null }))

const isOf = (seat: OwnSeat, nonce: Uint8Array): boolean => nonce[0] === seat.nonce[0] && sameBytes(nonce, seat.nonce)

/** The leaves that were promised, from the choices in the file; null if it has none. */
function promisedLeaves(
  { ballot, choices }: PromiseClaim,
  freeze: Freeze,
  seats: readonly OwnSeat[],
): Uint8Array[] | null {
  if (!seats.some(({ slot }) => choices.has(slot.toLowerCase()))) return null
  const leaves = seats.map(({ slot, service, nonce }) => {
    const input = commitmentInput(uuidBytes(freeze.election), service)
    const nominee = nomineeOf(freeze, service, slot, choices.get(slot.toLowerCase()))
    if (nominee !== null) input.set(uuidBytes(nominee), input.length - 32)
    input.set(nonce, input.length - 16)
    return sha256(input)
  })
  if (toHex(ballotHash(leaves)) !== ballot)
    throw new UnusableInput(
      'The promise is not about this ballot: what the file says was chosen is not what was promised.',
    )
  return leaves
}

function nomineeOf({ nominees }: Freeze, service: string, slot: string, typed: string | undefined): string | null {
  if (typed === undefined) throw new UnusableInput(`The file does not say what was chosen for ${printable(slot)}.`)
  if (typed === 'blank') return null
  const own = nominees.filter((nominee) => nominee.service === service)
  const meant = own.filter(({ id, name }) => id === typed || name.toLowerCase() === typed)
  if (meant.length !== 1 || !meant[0])
    throw new UnusableInput(
      `“${printable(typed)}” is ${meant.length > 1 ? 'the name of several' : 'nobody'} in ${service}.`,
    )
  return meant[0].id
}
