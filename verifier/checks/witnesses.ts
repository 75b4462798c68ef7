import { checksOf } from '../check.ts'
import { printable } from '../problems.ts'
import { clockLeewayMs } from './heads.ts'

/** Checks that the witnesses followed the board, and saw what is in the package. */

export const witnessChecks = checksOf({
  cosignatures: {
    sentence: 'What witnesses have signed of the board is in the package',
    wrong: 'a witness has seen a different public board',
    watch: ({ fail, note }) => {
      const signed = new Map<string, number>()
      return {
        cosignature: ({ where, statement: { head, witness } }, facts) => {
          if (facts.headNumber(head) === null) fail(`${where} is for a head that is not in the package`)
          // Unknown keys must not fill the memory.
          if (facts.witnesses.has(witness)) signed.set(witness, (signed.get(witness) ?? 0) + 1)
        },
        end: ({ witnesses }) => {
          if (signed.size === 0) note('No witness followed the board: only who collected its states can tell')
          for (const [key, name] of witnesses)
            if (signed.has(key)) note(`${printable(name)} has signed ${signed.get(key)} states of the board`)
        },
      }
    },
  },
  'certificate-witnesses': {
    sentence: 'The witnesses of the certificate have signed the heads that it says',
    wrong: 'the certificate names a witness who did not follow the board as it says',
    needs: 'certificate',
    watch: ({ fail }) => {
      /** Which heads a witness has signed, by the witness's key. */
      const signed = new Map<string, Set<number>>()
      return {
        cosignature: ({ statement: { head, witness }, signatureHolds }, facts) => {
          const number = facts.headNumber(head)
          if (number === null || !signatureHolds) return
          const heads = signed.get(witness) ?? new Set()
          signed.set(witness, heads.add(number))
        },
        end: ({ certificate, witnesses }) => {
          for (const { name, key, from, to } of certificate?.statement.witnesses ?? []) {
            const heads = signed.get(key)
            if (witnesses.get(key) !== name) fail(`${printable(name)} is no witness with this key`)
            else if (!heads?.has(from) || !heads.has(to))
              fail(`${printable(name)} has not signed head ${from} or ${to}`)
          }
        },
      }
    },
  },
  countersignatures: {
    sentence: 'Every countersignature is for this certificate, and came after it',
    wrong: 'a countersignature is for another certificate',
    watch: ({ fail }) => ({
      countersignature: ({ where, statement: { certificate: hash, at } }, { certificate }) => {
        if (hash !== certificate?.hash) fail(`${where} is for another certificate`)
        else if (Date.parse(at) < Date.parse(certificate.statement.certifiedAt) - clockLeewayMs)
          fail(`${where} is older than the certificate`)
      },
    }),
  },
})
