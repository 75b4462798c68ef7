import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import type { DuesStanding, Period } from './dues.ts'
import type { PaymentState } from './schemas.ts'

/** Apart from the rule in `dues.ts`, so that lists of members load less code. */
export const standingKinds = ['good', 'grace', 'lapsed', 'exempt'] as const satisfies DuesStanding['kind'][]

/** Shown about a partial payment. */
export const missingSentence = ({ centavos, first, last }: Period & { centavos: number }): string =>
  `${showPesos(centavos)} is still to be paid for ${showPlainDate(first)} to ${showPlainDate(last)}.`

/** A member's standing, addressed to the member. */
export function standingSentence(standing: DuesStanding): string {
  switch (standing.kind) {
    case 'exempt':
      return 'You do not pay dues.'
    case 'good':
      return `Your dues are paid, and your card is valid, until ${showPlainDate(standing.until)}.`
    case 'grace':
      return `Your dues have been due since ${showPlainDate(standing.since)}. Please pay by ${showPlainDate(standing.until)}. Your card is valid until then.`
    case 'lapsed':
      return `You have not been in good standing since ${showPlainDate(standing.since)}, so your card is not valid. Please pay your dues.`
  }
}

/** The same, with the outcome of the last payment they sent. */
export function duesSentence({ standing, sent }: { standing: DuesStanding; sent: PaymentState | null }): string {
  if (sent === 'asked again') return 'We need another proof that you paid your dues.'
  if (standing.kind === 'good' || standing.kind === 'exempt') return standingSentence(standing)
  if (sent === 'waiting') {
    const card = standing.kind === 'grace' ? ` Your card is valid until ${showPlainDate(standing.until)}.` : ''
    return `We are checking your dues payment.${card}`
  }
  return `${sent === 'refused' ? 'We could not accept your payment. ' : ''}${standingSentence(standing)}`
}

/** The same for an administrator. */
export function standingWords(standing: DuesStanding): string {
  switch (standing.kind) {
    case 'exempt':
      return 'Exempt from dues'
    case 'good':
      return `Paid until ${showPlainDate(standing.until)}`
    case 'grace':
      return `Not paid since ${showPlainDate(standing.since)}, can pay until ${showPlainDate(standing.until)}`
    case 'lapsed':
      return `Lapsed since ${showPlainDate(standing.since)}`
  }
}

/** Names of standings without a date. */
export const standingNames: Record<DuesStanding['kind'], string> = {
  good: 'in good standing',
  grace: 'in grace',
  lapsed: 'lapsed',
  exempt: 'exempt from dues',
}

/** The note beside a voided receipt and beside the void; empty for all others. */
export const receiptNote = ({ voided, counterpart }: { voided: boolean; counterpart: string | null }): string =>
  counterpart === null ? '' : voided ? `Voided by ${counterpart}` : `Voids ${counterpart}`
