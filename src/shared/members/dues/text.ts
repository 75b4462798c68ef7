import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import type { DuesStanding, Period } from './dues.ts'
import type { PaymentState } from './schemas.ts'

/** Here rather than with the rule, to keep what every list of members loads small. */
export const standingKinds = ['good', 'grace', 'lapsed', 'exempt'] as const satisfies DuesStanding['kind'][]

/** After a payment of a part. */
export const missingSentence = ({ centavos, first, last }: Period & { centavos: number }): string =>
  `${showPesos(centavos)} is still missing for ${showPlainDate(first)} to ${showPlainDate(last)}.`

/** A member's standing, addressed to the member. */
export function standingSentence(standing: DuesStanding): string {
  switch (standing.kind) {
    case 'exempt':
      return 'You do not pay dues.'
    case 'good':
      return `Your dues are paid until ${showPlainDate(standing.until)}.`
    case 'grace':
      return `Your dues have been due since ${showPlainDate(standing.since)}. Please pay by ${showPlainDate(standing.until)}.`
    case 'lapsed':
      return `You have not been in good standing since ${showPlainDate(standing.since)}. Please pay your dues.`
  }
}

/** The same, with the outcome of the last payment they sent. */
export function duesSentence({ standing, sent }: { standing: DuesStanding; sent: PaymentState | null }): string {
  if (sent === 'asked again') return 'We need another proof of your payment of dues.'
  if (standing.kind === 'good' || standing.kind === 'exempt') return standingSentence(standing)
  if (sent === 'waiting') return 'We are checking your payment of dues.'
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
      return `In grace until ${showPlainDate(standing.until)}`
    case 'lapsed':
      return `Lapsed since ${showPlainDate(standing.since)}`
  }
}

/** Without a date. */
export const standingNames: Record<DuesStanding['kind'], string> = {
  good: 'in good standing',
  grace: 'in grace',
  lapsed: 'lapsed',
  exempt: 'exempt from dues',
}

/** Beside a voided receipt, and the one that voids it; empty for all others. */
export const receiptNote = ({ voided, counterpart }: { voided: boolean; counterpart: string | null }): string =>
  counterpart === null ? '' : voided ? `Void, taken back by ${counterpart}` : `Takes back ${counterpart}`
