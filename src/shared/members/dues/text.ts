import { showPlainDate } from '#shared/time.ts'
import type { DuesStanding } from './dues.ts'

/** Here, and not with the rule: what every list of members loads is small. */
export const standingKinds = ['good', 'grace', 'lapsed', 'exempt'] as const satisfies DuesStanding['kind'][]

/** How a member stands, to the member. */
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

/** The same to an administrator. */
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

/** Of one kind, where no date is beside it. */
export const standingNames: Record<DuesStanding['kind'], string> = {
  good: 'in good standing',
  grace: 'in grace',
  lapsed: 'lapsed',
  exempt: 'exempt from dues',
}
