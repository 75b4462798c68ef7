import { sha256 } from '#platform'
import { fromHex, sameBytes, toHex, uuidBytes } from '../bytes.ts'
import { checksOf } from '../check.ts'
import { rollLineOf, seatNonce } from '../hashes.ts'
import { printable } from '../problems.ts'
import type { Freeze, Head, Seat, Signed } from '../statements.ts'
import { leafAt } from './leaves.ts'

/** What the person has brought along: each is checked only if it is there. */

export const evidenceChecks = checksOf({
  fingerprint: {
    sentence: 'The key is the one whose fingerprint you gave',
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
      'The heads that were collected while the election ran are those of the package: history was not rewritten',
    needs: 'collected',
    watch: ({ fail, note }) => {
      const different: { where: string; head: Head; hash: string }[] = []
      let compared = 0
      let rehearsals = 0
      const isHead = (signed: Signed<Head> | Signed<Freeze>): signed is Signed<Head> =>
        signed.statement.type === 'head/1'
      return {
        collected: (signed, facts) => {
          const { where, hash, signatureHolds, statement } = signed
          if (!signatureHolds) return fail(`${where} is not signed with the key of the package`)
          if (!isHead(signed)) return hash === facts.freeze.hash ? undefined : fail(`${where} is another freeze record`)
          const head = signed.statement
          const isOther = statement.election !== facts.freeze.statement.election
          // A rehearsal is an election of its own that freezes nothing.
          if (isOther && head.record === null) return void rehearsals++
          if (isOther) return fail(`${where} is of another election`)
          compared++
          if (facts.heads[head.number]?.hash === hash) return undefined
          if (different.length < 1000) {
            different.push({ where, head, hash })
            facts.collectedSizes.push(head.size)
          }
          return undefined
        },
        end: ({ heads, tree }) => {
          for (const { where, head } of different) {
            const root = tree.rootAt(head.size)
            const leaves = root && toHex(root) === head.root ? 'with the same leaves' : 'with other leaves'
            if (head.number >= heads.length)
              fail(`${where}: head ${head.number} was signed, ${leaves}, but is not in the package`)
            else fail(`${where}: another head ${head.number} was signed, ${leaves}`)
          }
          if (compared === 0) fail('none of the collected heads is of this election')
          else note(`${compared} collected heads were compared`)
          if (rehearsals > 0) note(`${rehearsals} heads of a rehearsal were left out`)
        },
      }
    },
  },
  receipt: {
    sentence: 'The ballot of your receipt is counted, with one leaf for each seat',
    needs: 'receipt',
    watch: ({ fail, note }, { receipt: secret }) => {
      let seats: readonly (Seat & { nonce: Uint8Array; found: number; chosen: string | null })[] = []
      return {
        freeze: ({ statement }) => {
          const election = uuidBytes(statement.election)
          seats = statement.seats.map((seat, i) => ({
            ...seat,
            nonce: seatNonce(secret ?? new Uint8Array(16), election, i),
            found: 0,
            chosen: null,
          }))
        },
        leaf: ({ number, service, nominee, nonce }) => {
          for (const seat of seats) {
            if (nonce[0] !== seat.nonce[0] || !sameBytes(nonce, seat.nonce)) continue
            seat.found++
            seat.chosen = nominee
            if (service !== seat.service)
              fail(`${leafAt(number)}, of your seat ${printable(seat.slot)}, stands under ${printable(service)}`)
          }
        },
        end: ({ record }) => {
          for (const { slot, found, chosen } of seats) {
            if (found === 0) fail(`there is no leaf for your seat ${printable(slot)}`)
            else if (found > 1) fail(`there are ${found} leaves for your seat ${printable(slot)}`)
            else
              note(
                `${printable(slot)}: ${chosen === null ? 'blank' : printable(record.nominees.get(chosen)?.name ?? chosen)}`,
              )
          }
        },
      }
    },
  },
  'roll-line': {
    sentence: 'Your line is on the roll',
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
        participant: ({ line, voted, proxy }) => {
          if (line[0] !== wanted[0] || !sameBytes(line, wanted)) return
          if (!voted) note('Recorded as: did not vote')
          else note(proxy ? 'Recorded as: voted, by proxy' : 'Recorded as: voted')
        },
        end: () => {
          if (!isThere) fail('this serial number with this salt is not on the roll of this election')
        },
      }
    },
  },
})
